import type {ItemOutcome} from '#shared/domain/searches/search-outcome.ts';
import {isExpected} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type Run, stopReason} from '../runtime/handler.ts';

type NoteDeps = Pick<WorkerDeps, 'taskActivities' | 'log' | 'now'>;

export interface TaskItem {
	/** The execution that asked for the work; undefined when no task did. */
	executionId: string | undefined;
	mediaId: string;
	mediaTitle: string;
	action: 'search' | 'refresh';
}

/** The key of the activity with the outcome for one title. */
export const outcomeKey = ({action, mediaId}: Pick<TaskItem, 'action' | 'mediaId'>) => `${action}-${mediaId}`;

/**
 * Does work that a task requested, and writes the outcome into the activity of the execution, which may have ended long
 * before.
 */
export async function noteOutcome(
	item: TaskItem,
	{deps, run}: {deps: NoteDeps; run: Run},
	work: () => Promise<ItemOutcome>,
): Promise<void> {
	try {
		await write(item, await work(), deps);
	} catch (error) {
		// A job that is handed back runs again elsewhere, and reports then.
		if (run.signal.reason !== stopReason) {
			await write(item, {status: 'failed', message: isExpected(error) ? error.message : 'It failed unexpectedly; the log says why.'}, deps);
		}
		throw error;
	}
}

/** Writes the outcomes for several titles into the activity of an execution. */
export async function noteOutcomes(
	executionId: string | undefined,
	rows: readonly (ItemOutcome & {mediaId: string | null; mediaTitle: string | null; action: string})[],
	{taskActivities, log, now}: NoteDeps,
): Promise<void> {
	if (executionId !== undefined) {
		await taskActivities
			.addMany(rows.map(row => ({historyId: executionId, ...row, timestamp: now()})))
			.catch(error => log.warn({err: error, executionId}, 'Outcomes could not be written to the activity of their task'));
	}
}

async function write({executionId, ...item}: TaskItem, outcome: ItemOutcome, {taskActivities, log, now}: NoteDeps): Promise<void> {
	if (executionId === undefined) {
		return;
	}
	const {mediaId, mediaTitle, action} = item;
	await taskActivities
		.settle({historyId: executionId, key: outcomeKey(item), mediaId, mediaTitle, action, ...outcome, timestamp: now()})
		.catch(error => log.warn({err: error, executionId, mediaId}, 'An outcome could not be written to the activity of its task'));
}
