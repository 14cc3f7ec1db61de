import type {runTask} from '#shared/jobs/tasks.ts';
import {runExecution} from '../executions/run-execution.ts';
import type {Handler} from '../runtime/handler.ts';
import {bodies} from './bodies.ts';

export const handleRunTask: Handler<typeof runTask> = ({taskId, executionId}, deps, run) =>
	runExecution(executionId, bodies[taskId], {deps, run});
