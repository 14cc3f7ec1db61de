import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface RefreshDue {
	/** Titles of each kind at most. */
	limit: number;
}

export interface QueuedRefreshes {
	movies: number;
	series: number;
}

/** Queues a refresh of every title that is due, the longest due first: what airs often, what ended rarely. */
export const refreshDue = defineJob<RefreshDue, QueuedRefreshes>({
	name: 'refresh-due',
	queue: 'refresh',
	payload: {limit: Joi.number().integer().min(1).max(100_000)},
	result: {movies: Joi.number(), series: Joi.number()},
	dedupeKey: () => 'all',
});
