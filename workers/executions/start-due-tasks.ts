import {startTask} from '#shared/tasks/start-task.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/**
 * Starts every task that is due. Any number of processes may call this at once, because the store hands each due run to
 * only one of them.
 */
export async function startDueTasks(deps: WorkerDeps): Promise<void> {
	for (let taskId = await deps.tasks.takeDue(); taskId !== null; taskId = await deps.tasks.takeDue()) {
		// An execution that still waits or runs covers this one too: scheduled runs are skipped, not queued up.
		await startTask({taskId, options: {}, force: false}, deps);
	}
}
