import Joi from 'joi';
import {defineJob, longLimits} from '../job.ts';

/** Reasons that a person may give. */
export const searchReasons = ['missing', 'cutOffUnmet', 'manual'] as const;
/** All reasons, including those of tasks. */
export const jobReasons = [...searchReasons, 'upgrade'] as const;

export interface SearchMovie {
	movieId: string;
	reason: (typeof jobReasons)[number];
}

/** Searches all indexers and grabs the best approved release. */
export const searchMovie = defineJob<SearchMovie>({
	name: 'search-movie',
	queue: 'search',
	interruptible: true,
	limitMs: longLimits.search,
	payload: {movieId: Joi.string().uuid(), reason: Joi.string().valid(...jobReasons)},
	dedupeKey: ({movieId}) => movieId,
	attempts: 2,
});
