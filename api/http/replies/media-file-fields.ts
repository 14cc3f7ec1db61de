import Joi from 'joi';
import {integer, numberOrNull, text, textOrNull, timestamp} from './reply-fields.ts';

/** What every list shows of a media file. */
export const episodeFileFields = {id: text, path: text, size: integer, quality: text, qualityScore: integer, dateAdded: timestamp};

export const mediaInfo = Joi.object({
	videoCodec: textOrNull,
	audioCodec: textOrNull,
	audioChannels: numberOrNull,
	resolution: textOrNull,
}).meta({schemaName: 'MediaInfo'});
