import {isTaskId, libraryOfTask} from '../domain/tasks/tasks.ts';
import {backfillLibrary} from '../jobs/backfill/backfill-library.ts';
import type {JobClient} from '../jobs/client.ts';
import {runTask} from '../jobs/tasks/run-task.ts';
import type {TaskExecution} from '../store/tasks/task-execution-schema.ts';
import type {NewExecution, TaskHistoryStore} from '../store/tasks/task-history.ts';

export interface TaskStarters {
	taskHistory: TaskHistoryStore;
	jobs: JobClient;
	now: () => Date;
}

/** Stores the wish to run a task, then makes its job: a crash between the two is repaired by `reconcile`. */
export async function startTask(wish: NewExecution, starters: TaskStarters): Promise<{execution: TaskExecution; isNew: boolean}> {
	const added = await starters.taskHistory.add(wish, starters.now());
	if (added.isNew) {
		await dispatchNext(wish.taskId, starters);
	}
	return added;
}

/**
 * Makes a job for the oldest unfinished execution of the task, if it waits for one: forced ones run after each other.
 */
export async function dispatchNext(taskId: string, {taskHistory, jobs}: Pick<TaskStarters, 'taskHistory' | 'jobs'>): Promise<void> {
	const [oldest] = await taskHistory.active(taskId);
	if (oldest?.status === 'queued' && oldest.jobId === null) {
		await dispatch(oldest, {taskHistory, jobs});
	}
}

/** Makes a job for an execution. Made twice for the same dispatch it is one job, because the id is the same. */
export async function dispatch(
	{id, taskId, dispatches}: TaskExecution,
	{taskHistory, jobs}: Pick<TaskStarters, 'taskHistory' | 'jobs'>,
): Promise<void> {
	const jobId = `${id}-${dispatches}`;
	const libraryId = libraryOfTask(taskId);
	if (libraryId !== null) {
		await jobs.enqueue(backfillLibrary, {libraryId, executionId: id}, {jobId});
	} else if (isTaskId(taskId)) {
		await jobs.enqueue(runTask, {taskId, executionId: id}, {jobId});
	}
	await taskHistory.countDispatch(id, jobId);
}
