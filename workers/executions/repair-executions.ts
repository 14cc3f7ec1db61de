import {clockSkewMs} from '#shared/domain/network/clock-skew.ts';
import {bulkChangeOfTask, fileChangeOfTask, isTaskId, libraryOfTask} from '#shared/domain/tasks/tasks.ts';
import {tasksStream} from '#shared/events/tasks.ts';
import {backfillLibrary} from '#shared/jobs/backfill.ts';
import {runFileChange} from '#shared/jobs/files.ts';
import {runBulkChange, runTask} from '#shared/jobs/tasks.ts';
import type {TaskExecution} from '#shared/store/tasks/task-execution-schema.ts';
import {dispatch} from '#shared/tasks/start-task.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'events' | 'fileChanges' | 'jobs' | 'log' | 'now' | 'taskHistory' | 'tasks'>;

/** Milliseconds without a heartbeat after which a run counts as dead. Its job's lock has expired long before. */
const deadMs = 30_000;
/** Jobs created for one execution before it is given up. */
const maxDispatches = 4;
const liveStates: readonly string[] = ['active', 'waiting', 'delayed', 'prioritized', 'waiting-children'];

/**
 * Creates new jobs for executions whose job or worker is gone, and ends those that have killed too many workers.
 * Returns how many it changed.
 */
export async function repairExecutions(deps: Deps): Promise<number> {
	const seen = new Set<string>();
	let repaired = 0;
	for (const execution of await deps.taskHistory.activeSilences()) {
		const isOldest = !seen.has(execution.taskId);
		seen.add(execution.taskId);
		if (isOldest && isSilent(execution) && !(await hasJob(execution, deps))) {
			await repair(execution, deps);
			repaired += 1;
		}
	}
	return repaired;
}

function isSilent({status, beatAt, silentMs}: TaskExecution & {silentMs: number}): boolean {
	// An execution stored a moment ago is about to get its job.
	const limitMs = status === 'running' && beatAt ? deadMs : 2_000;
	return silentMs > limitMs || silentMs < -clockSkewMs;
}

async function hasJob({jobId, taskId}: TaskExecution, {jobs}: Pick<WorkerDeps, 'jobs'>): Promise<boolean> {
	if (jobId === null) {
		return false;
	}
	const job = await jobs.queue(jobOf(taskId).queue).getJob(jobId);
	return job !== undefined && liveStates.includes(await job.getState());
}

function jobOf(taskId: string) {
	if (bulkChangeOfTask(taskId) !== null) {
		return runBulkChange;
	}
	return fileChangeOfTask(taskId) !== null ? runFileChange : libraryOfTask(taskId) === null ? runTask : backfillLibrary;
}

async function repair(execution: TaskExecution, deps: Deps): Promise<void> {
	const {id, taskId, dispatches} = execution;
	const changeId = fileChangeOfTask(taskId);
	const isKnown = [libraryOfTask(taskId), changeId, bulkChangeOfTask(taskId)].some(each => each !== null) || isTaskId(taskId);
	if (isKnown && dispatches < maxDispatches) {
		deps.log.warn({taskId, executionId: id, dispatches}, 'An execution without a worker is taken over');
		await dispatch(execution, deps);
		return;
	}
	const error = 'Its workers died repeatedly; see the log.';
	if (await deps.taskHistory.endLost(id, {error, now: deps.now(), silentMs: deadMs})) {
		if (isTaskId(taskId)) {
			await deps.tasks.noteEnd(taskId, {failed: true});
		}
		if (changeId !== null) {
			const at = deps.now();
			await deps.fileChanges.move(changeId, ['planned', 'running'], {state: 'failed', message: error, endedAt: at}, at);
		}
		await deps.events.publish(tasksStream, 'task:error', {taskId, executionId: id, timestamp: deps.now().toISOString(), error});
	}
}
