import type {Job} from '#shared/jobs/job.ts';
import {outcomeKey} from '../../executions/note-outcome.ts';
import type {TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

/** Lower than anything a person waits for. Episodes that have just aired go before the backlog. */
export const priorities = {new: 30, backlog: 50} as const;

/** Episodes per job. */
export const maxEpisodes = 1000;

interface PlannedSearch<Payload> {
	job: Job<Payload>;
	payload: Payload;
	title: {id: string; title: string};
	/** What is searched of the title; null for all of it. */
	message: string | null;
	/** A search of the title that waits or runs makes this one needless. */
	isCovered: boolean;
	/** The caller named the title, and wants to know. */
	isNamed: boolean;
	priority: number;
	/** Milliseconds until it may start. */
	delayMs: number;
}

/**
 * Queues the search of a title, which reports its outcome to the activity of the task. Returns whether it counts for
 * the limit of the run.
 */
export async function queueSearch<Payload>(
	{job, payload, title: {id, title}, message, isCovered, isNamed, priority, delayMs}: PlannedSearch<Payload>,
	{note}: TaskRun,
	{jobs}: Pick<WorkerDeps, 'jobs'>,
): Promise<boolean> {
	const item = {mediaId: id, mediaTitle: title, action: 'search'} as const;
	if (!isCovered) {
		note({...item, key: outcomeKey(item), status: 'queued', message});
		await jobs.enqueue(job, payload, {priority, ...(delayMs > 0 && {delayMs})});
		return true;
	}
	if (isNamed) {
		note({...item, key: outcomeKey(item), status: 'skipped', message: 'A search for it waits or runs already.'});
	}
	return isNamed;
}
