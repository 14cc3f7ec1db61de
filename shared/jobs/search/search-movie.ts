import Joi from 'joi';
import {defineJob} from '../job.ts';

/** What a person may ask for. */
export const searchReasons = ['missing', 'cutOffUnmet', 'manual'] as const;
/** And what tasks ask for besides. */
export const jobReasons = [...searchReasons, 'upgrade'] as const;

export interface SearchMovie {
	movieId: string;
	reason: (typeof jobReasons)[number];
}

/** Searches all indexers and grabs the best approved release. */
export const searchMovie = defineJob<SearchMovie>({
	name: 'search-movie',
	queue: 'search',
	payload: {movieId: Joi.string().uuid(), reason: Joi.string().valid(...jobReasons)},
	dedupeKey: ({movieId}) => movieId,
	attempts: 2,
});
