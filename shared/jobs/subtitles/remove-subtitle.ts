import Joi from 'joi';
import type {SubtitleOwner} from '../../domain/subtitles/subtitle-owner.ts';
import {defineJob} from '../job.ts';
import {subtitleOwner} from './subtitle-owner.ts';

export interface RemoveSubtitle {
	owner: SubtitleOwner;
	/** Our id of the subtitle. */
	subtitleId: string;
	/** A downloaded one is not downloaded again for this title. */
	blocklist: boolean;
}

/** Removes a subtitle that lies beside the file while the caller waits. */
export const removeSubtitle = defineJob<RemoveSubtitle>({
	name: 'remove-subtitle',
	queue: 'subtitles',
	payload: {owner: subtitleOwner, subtitleId: Joi.string(), blocklist: Joi.boolean()},
	priority: 1,
});
