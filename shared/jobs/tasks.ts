import Joi from 'joi';
import {runnableTasks, type TaskId} from '../domain/tasks/tasks.ts';
import {defineJob, longLimits, personPriority} from './job.ts';

interface RunTask {
	taskId: TaskId;
	/** Id of the stored execution, which holds the options. */
	executionId: string;
}

/**
 * Runs one execution of a built-in task. It is retried only after a shutdown or a failure of our own servers, because
 * the execution records how it ended.
 */
export const runTask = defineJob<RunTask>({
	name: 'run-task',
	queue: 'tasks',
	limitMs: longLimits.library,
	payload: {taskId: Joi.string().valid(...runnableTasks), executionId: Joi.string().uuid()},
	attempts: 5,
});

interface RunBulkChange {
	changeId: string;
	executionId: string;
}

/** Does the same to many titles, from where an earlier run stopped. */
export const runBulkChange = defineJob<RunBulkChange>({
	name: 'run-bulk-change',
	queue: 'tasks',
	limitMs: longLimits.library,
	payload: {changeId: Joi.string().uuid(), executionId: Joi.string().uuid()},
	// A person waits for it.
	priority: personPriority,
	attempts: 5,
});
