import Joi from 'joi';
import type {SubtitleOwner} from '../../domain/subtitles/subtitle-owner.ts';
import {defineJob} from '../job.ts';
import {subtitleOwner} from './subtitle-owner.ts';

export interface AddSubtitle {
	owner: SubtitleOwner;
	/** One of the shelf, by the provider's id, or an uploaded file on the shelf by its key; see `subtitle-shelf.ts`. */
	from: {kind: 'found'; providerId: string; subtitleId: string} | {kind: 'upload'; key: string};
}

/** Puts one subtitle beside the file while the caller waits. Answers with our id of it. */
export const addSubtitle = defineJob<AddSubtitle, {id: string}>({
	name: 'add-subtitle',
	queue: 'subtitles',
	payload: {
		owner: subtitleOwner,
		from: Joi.alternatives(
			Joi.object({kind: Joi.string().valid('found'), providerId: Joi.string(), subtitleId: Joi.string()}),
			Joi.object({kind: Joi.string().valid('upload'), key: Joi.string()}),
		),
	},
	result: {id: Joi.string()},
	priority: 1,
});
