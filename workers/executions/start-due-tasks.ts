import {dispatchNext} from '#shared/tasks/start-task.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/**
 * Starts every task that is due. Any number of processes may call this at once, because the store hands each due run to
 * only one of them. If it crashes before there is a job, the stored execution gets one from `repairExecutions`.
 */
export async function startDueTasks(deps: Pick<WorkerDeps, 'jobs' | 'now' | 'taskHistory' | 'tasks'>): Promise<void> {
	for (let taskId = await deps.tasks.takeDue(deps.now()); taskId !== null; taskId = await deps.tasks.takeDue(deps.now())) {
		await dispatchNext(taskId, deps);
	}
}
