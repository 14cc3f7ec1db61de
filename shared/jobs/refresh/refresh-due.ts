import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface RefreshDue {
	/** Maximum number of titles of each kind. */
	limit: number;
	/** The execution of a task that gets the outcomes. */
	executionId?: string;
}

export interface QueuedRefreshes {
	movies: number;
	series: number;
}

/**
 * Enqueues a refresh of every title that is due, longest overdue first. Airing titles are due often, ended ones rarely.
 */
export const refreshDue = defineJob<RefreshDue, QueuedRefreshes>({
	name: 'refresh-due',
	queue: 'refresh',
	interruptible: true,
	payload: {limit: Joi.number().integer().min(1).max(100_000), executionId: Joi.string().uuid().optional()},
	result: {movies: Joi.number(), series: Joi.number()},
	dedupeKey: () => 'all',
});
