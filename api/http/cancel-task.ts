import {setTimeout as pause} from 'node:timers/promises';
import type {RouteDeps} from '#api/services.ts';
import {libraryOfTask} from '#shared/domain/tasks/tasks.ts';
import {Invalid} from '#shared/errors.ts';
import {controlStream} from '#shared/events/control.ts';
import {tasksStream} from '#shared/events/tasks.ts';
import type {TaskExecution} from '#shared/store/tasks/task-execution-schema.ts';

/** How long a caller waits for the run to end, in milliseconds; it ends soon afterwards in any case. */
const waitMs = 1500;
const pollMs = 50;

type Deps = Pick<RouteDeps, 'taskHistory' | 'libraries' | 'events' | 'now'>;

/**
 * Stops the running and waiting executions of a task. Without Redis a running one learns of it at its next heartbeat.
 * Throws Invalid `task_not_running`.
 */
export async function cancelTask(taskId: string, deps: Deps): Promise<void> {
	const active = await deps.taskHistory.active(taskId);
	// Waiting executions are cancelled first, or one would start when the running one ends.
	const outcomes = await Promise.all(active.toReversed().map(execution => cancelOne(execution, deps)));
	if (!outcomes.some(stopped => stopped)) {
		throw new Invalid('task_not_running', 'The task is neither running nor waiting, so there is nothing to cancel.');
	}
	const until = performance.now() + waitMs;
	while (performance.now() < until && (await deps.taskHistory.active(taskId)).length > 0) {
		await pause(pollMs);
	}
}

async function cancelOne({id, taskId, jobId}: TaskExecution, {taskHistory, libraries, events, now}: Deps): Promise<boolean> {
	const at = now();
	const outcome = await taskHistory.cancel(id, at);
	if (outcome === 'cancelled') {
		const libraryId = libraryOfTask(taskId);
		if (libraryId !== null) {
			await libraries.setBackfill(libraryId, 'idle');
		}
		await events.publish(tasksStream, 'task:cancelled', {taskId, executionId: id, timestamp: at.toISOString()}).catch(() => {});
	}
	if (outcome === 'requested' && jobId !== null) {
		await events.publish(controlStream, 'cancelJob', {jobId, reason: 'The task was cancelled'}).catch(() => {});
	}
	return outcome !== null;
}
