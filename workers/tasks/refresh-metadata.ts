import {minuteMs} from '#shared/domain/durations.ts';
import {refreshDue} from '#shared/jobs/refresh.ts';
import type {TaskBody} from '../executions/run-execution.ts';

/** Titles of each kind per run. The remaining ones come first in the next run. */
const mostTitles = 5000;
/** Milliseconds for queueing them. */
const limitMs = 5 * minuteMs;

export const refreshMetadata: TaskBody = async ({executionId, signal}, {jobs}) => {
	const {movies, series} = await jobs.ask(refreshDue, {limit: mostTitles, executionId}, {timeoutMs: limitMs, signal});
	return {itemsProcessed: movies + series, itemsAffected: movies + series};
};
