import Joi from 'joi';
import {ownerKey, type SubtitleOwner} from '../../domain/subtitles/subtitle-owner.ts';

export {ownerKey, type SubtitleOwner};

export const subtitleOwner = Joi.object<SubtitleOwner, true>({type: Joi.string().valid('movie', 'episode'), id: Joi.string().uuid()});
