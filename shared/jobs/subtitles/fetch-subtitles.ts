import Joi from 'joi';
import {ownerKey, type SubtitleOwner} from '../../domain/subtitles/subtitle-owner.ts';
import {defineJob} from '../job.ts';
import {subtitleOwner} from './subtitle-owner.ts';

export const fetchReasons = ['missing', 'upgrade', 'import', 'person'] as const;

export interface FetchSubtitles {
	owner: SubtitleOwner;
	reason: (typeof fetchReasons)[number];
	/** The execution of a task that gets the outcome. */
	executionId?: string;
}

/** Searches the providers for what a file lacks, or for better ones, and puts the best beside the file. */
export const fetchSubtitles = defineJob<FetchSubtitles>({
	name: 'fetch-subtitles',
	queue: 'subtitles',
	payload: {
		owner: subtitleOwner,
		reason: Joi.string().valid(...fetchReasons),
		executionId: Joi.string().uuid().optional(),
	},
	interruptible: true,
	dedupeKey: wish => (wish.reason === 'person' ? `person-${ownerKey(wish.owner)}` : ownerKey(wish.owner)),
	replaces: ({owner, reason}) => (reason === 'person' ? ownerKey(owner) : null),
});
