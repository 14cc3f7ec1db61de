import {minuteMs} from '#shared/domain/durations.ts';
import {grabPending} from '#shared/jobs/search.ts';
import type {TaskBody} from '../executions/run-execution.ts';

/** Milliseconds for judging the pending releases and grabbing from them. */
const limitMs = 10 * minuteMs;

export const grabPendingReleases: TaskBody = async ({executionId, signal}, {jobs}) => {
	const {found, grabbed} = await jobs.ask(grabPending, {executionId}, {timeoutMs: limitMs, signal});
	return {itemsProcessed: found, itemsAffected: grabbed};
};
