import {repairExecutions} from '../executions/repair-executions.ts';
import type {TaskBody} from '../executions/run-execution.ts';

/**
 * Downloads and imports repair themselves at each look at the clients; here it is executions of tasks, and libraries
 * that say they are being filled.
 */
export const reconcile: TaskBody = async (_run, deps) => {
	const active = await deps.taskHistory.active();
	const repaired = (await repairExecutions(deps)) + (await deps.libraries.settleStatuses(active.map(({taskId}) => taskId)));
	return {itemsProcessed: active.length, itemsAffected: repaired};
};
