import Joi from 'joi';
import {defineJob} from './job.ts';

export const searchReasons = ['missing', 'cutOffUnmet', 'manual'] as const;

export interface SearchMovie {
	movieId: string;
	reason: (typeof searchReasons)[number];
}

/** Searches all indexers and grabs the best approved release. */
export const searchMovie = defineJob<SearchMovie>({
	name: 'search-movie',
	queue: 'search',
	payload: {movieId: Joi.string().uuid(), reason: Joi.string().valid(...searchReasons)},
	dedupeKey: ({movieId}) => movieId,
	attempts: 2,
});
