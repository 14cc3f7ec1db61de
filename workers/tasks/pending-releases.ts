import {grabPending} from '#shared/jobs/search/grab-pending.ts';
import type {TaskBody} from '../executions/run-execution.ts';

/** Milliseconds for judging the pending releases and grabbing from them. */
const limitMs = 10 * 60_000;

export const grabPendingReleases: TaskBody = async ({signal}, {jobs}) => {
	const {found, grabbed} = await jobs.ask(grabPending, {}, {timeoutMs: limitMs, signal});
	return {itemsProcessed: found, itemsAffected: grabbed};
};
