import {bulkChangeOfTask, fileChangeOfTask, isTaskId, libraryOfTask} from '../domain/tasks/tasks.ts';
import {backfillLibrary} from '../jobs/backfill.ts';
import type {JobClient} from '../jobs/client.ts';
import {runFileChange} from '../jobs/files.ts';
import {runBulkChange, runTask} from '../jobs/tasks.ts';
import type {TaskExecution} from '../store/tasks/task-execution-schema.ts';
import type {NewExecution, TaskHistoryStore} from '../store/tasks/task-history.ts';

interface TaskStarters {
	taskHistory: TaskHistoryStore;
	jobs: JobClient;
	now: () => Date;
}

/**
 * Stores the request to run a task, then creates its job. If the process dies in between, or Redis is down, the
 * scheduler creates the job later.
 */
export async function startTask(request: NewExecution, starters: TaskStarters): Promise<{execution: TaskExecution; isNew: boolean}> {
	const added = await starters.taskHistory.add(request, starters.now());
	if (added.isNew) {
		await dispatchNext(request.taskId, starters).catch(() => {});
	}
	return added;
}

/**
 * Creates a job for the task's oldest unfinished execution, if it needs one. Forced executions run one after another.
 */
export async function dispatchNext(taskId: string, {taskHistory, jobs}: Pick<TaskStarters, 'taskHistory' | 'jobs'>): Promise<void> {
	const [oldest] = await taskHistory.active(taskId);
	if (oldest?.status === 'queued' && oldest.jobId === null) {
		await dispatch(oldest, {taskHistory, jobs});
	}
}

/** Creates a job for an execution. Doing this twice for the same dispatch makes one job, because the id is the same. */
export async function dispatch(
	{id, taskId, dispatches}: TaskExecution,
	{taskHistory, jobs}: Pick<TaskStarters, 'taskHistory' | 'jobs'>,
): Promise<void> {
	const jobId = `${id}-${dispatches}`;
	const libraryId = libraryOfTask(taskId);
	const changeId = fileChangeOfTask(taskId);
	const bulkId = bulkChangeOfTask(taskId);
	if (bulkId !== null) {
		await jobs.enqueue(runBulkChange, {changeId: bulkId, executionId: id}, {jobId});
	} else if (changeId !== null) {
		await jobs.enqueue(runFileChange, {changeId, executionId: id}, {jobId});
	} else if (libraryId !== null) {
		await jobs.enqueue(backfillLibrary, {libraryId, executionId: id}, {jobId});
	} else if (isTaskId(taskId)) {
		await jobs.enqueue(runTask, {taskId, executionId: id}, {jobId});
	}
	await taskHistory.countDispatch(id, {jobId, dispatches});
}
