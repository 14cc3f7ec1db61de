import {repairExecutions} from '../executions/repair-executions.ts';
import type {TaskBody} from '../executions/run-execution.ts';

/**
 * Downloads and imports are repaired each time the clients are polled. This task repairs task executions, and libraries
 * whose status still says that a backfill is running.
 */
export const reconcile: TaskBody = async (_run, deps) => {
	const active = await deps.taskHistory.active();
	const repaired = (await repairExecutions(deps)) + (await deps.libraries.settleStatuses(active.map(({taskId}) => taskId)));
	return {itemsProcessed: active.length, itemsAffected: repaired};
};
