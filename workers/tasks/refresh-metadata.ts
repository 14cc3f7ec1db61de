import {refreshDue} from '#shared/jobs/refresh-due.ts';
import type {TaskBody} from '../run-execution.ts';

/** Titles of each kind that one run queues; what is left is the longest due next time. */
const most = 20_000;
/** Milliseconds that queueing them may take. */
const limitMs = 5 * 60_000;

export const refreshTitles: TaskBody = async ({options, signal}, {jobs}) => {
	const limit = typeof options['limit'] === 'number' ? Math.min(options['limit'], most) : most;
	const {movies, series} = await jobs.ask(refreshDue, {limit}, {timeoutMs: limitMs, signal});
	return {itemsProcessed: movies + series, itemsAffected: movies + series};
};
