import Joi from 'joi';
import {runnableTasks, type TaskId} from '../domain/tasks/tasks.ts';
import {defineJob, longLimits} from './job.ts';

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
