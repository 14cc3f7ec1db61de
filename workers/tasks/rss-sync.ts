import {minuteMs} from '#shared/domain/durations.ts';
import {syncFeeds} from '#shared/jobs/search.ts';
import type {TaskBody} from '../executions/run-execution.ts';

/** Milliseconds for reading all feeds and grabbing from them. */
const limitMs = 10 * minuteMs;

export const syncRss: TaskBody = async ({executionId, signal}, {jobs}) => {
	const {found, grabbed} = await jobs.ask(syncFeeds, {executionId}, {timeoutMs: limitMs, signal});
	return {itemsProcessed: found, itemsAffected: grabbed};
};
