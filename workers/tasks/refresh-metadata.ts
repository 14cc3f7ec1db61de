import {refreshDue} from '#shared/jobs/refresh/refresh-due.ts';
import type {TaskBody} from '../executions/run-execution.ts';

/** Titles of each kind in one run: what is left over is the longest due of the next. */
const mostTitles = 5000;
/** Milliseconds that queueing them may take. */
const limitMs = 5 * 60_000;

export const refreshMetadata: TaskBody = async ({signal}, {jobs}) => {
	const {movies, series} = await jobs.ask(refreshDue, {limit: mostTitles}, {timeoutMs: limitMs, signal});
	return {itemsProcessed: movies + series, itemsAffected: movies + series};
};
