import type {runTask} from '#shared/jobs/run-task.ts';
import type {Handler} from '../handler.ts';
import {runExecution} from '../run-execution.ts';
import {bodies} from './bodies.ts';

export const handleRunTask: Handler<typeof runTask> = ({taskId, executionId}, deps, run) =>
	runExecution(executionId, bodies[taskId], {deps, run});
