import Joi from 'joi';
import {runnableTasks, type TaskId} from '../../domain/tasks/tasks.ts';
import {defineJob} from '../job.ts';

export interface RunTask {
	taskId: TaskId;
	/** Of the stored execution, which has the options. */
	executionId: string;
}

/**
 * Runs one execution of a built-in task. It is tried again only after a stop or a failure of our own servers: the
 * execution remembers how it ended.
 */
export const runTask = defineJob<RunTask>({
	name: 'run-task',
	queue: 'tasks',
	payload: {taskId: Joi.string().valid(...runnableTasks), executionId: Joi.string().uuid()},
	attempts: 5,
});
