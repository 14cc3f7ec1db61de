import Joi from 'joi';
import type {SubtitleOwner} from '../../domain/subtitles/subtitle-owner.ts';

export const subtitleOwner = Joi.object<SubtitleOwner, true>({type: Joi.string().valid('movie', 'episode'), id: Joi.string().uuid()});
