import type {Library} from '#shared/domain/media/library.ts';
import {intervalUnits} from '#shared/domain/tasks/interval.ts';
import {backfillTaskId, type TaskDefinition, taskDefinitions, taskTypes} from '#shared/domain/tasks/tasks.ts';
import {flag, integerOrNull, oneOf, orNull, text, timestampOrNull} from '#shared/presenters/fields.ts';
import {plainView, type Shown} from '#shared/presenters/view.ts';
import type {TaskExecution} from '#shared/store/tasks/task-execution-schema.ts';
import type {TaskState} from '#shared/store/tasks/task-state.ts';

/** A task as replies show it: a built-in one or the backfill of a library. */
const taskFields = {
	id: text,
	name: text,
	description: text,
	type: oneOf(taskTypes),
	enabled: flag,
	interval: integerOrNull,
	intervalUnit: orNull(oneOf(intervalUnits)),
	defaultInterval: integerOrNull,
	lastRunAt: timestampOrNull,
	nextRunAt: timestampOrNull,
	status: oneOf(['idle', 'running', 'queued', 'error']),
	supportsCancel: flag,
	supportsHistory: flag,
	forAdministrators: flag,
};
type ShownTask = Shown<typeof taskFields>;
export const task = plainView(taskFields, 'Task');

/** A built-in task; `active` are the waiting and running executions of all tasks. */
export function presentTask(state: TaskState, active: readonly TaskExecution[]): ShownTask {
	const {id, enabled, interval, intervalUnit, lastRunAt, nextRunAt, lastFailed} = state;
	const definition: TaskDefinition = taskDefinitions[id];
	const {name, description, type, interval: defaultInterval, supportsCancel, forAdministrators = false} = definition;
	const status = statusOf(id, active) ?? (lastFailed ? 'error' : 'idle');
	const schedule = {enabled, interval, intervalUnit, defaultInterval, lastRunAt, nextRunAt};
	return {id, name, description, type, ...schedule, status, supportsCancel, supportsHistory: true, forAdministrators};
}

/** The backfill of a library as a task; it has no interval. */
export function presentBackfill(library: Library, active: readonly TaskExecution[]): ShownTask {
	const {name, enabled, backfillStatus, lastScanAt} = library;
	const id = backfillTaskId(library.id);
	return {
		id,
		name: `Backfill ${name}`,
		description: `Adds the titles found below the root folder of the library ${name}.`,
		type: 'system',
		enabled,
		interval: null,
		intervalUnit: null,
		defaultInterval: null,
		lastRunAt: lastScanAt,
		nextRunAt: null,
		status: statusOf(id, active) ?? (backfillStatus === 'failed' ? 'error' : 'idle'),
		supportsCancel: true,
		supportsHistory: true,
		forAdministrators: false,
	};
}

function statusOf(taskId: string, active: readonly TaskExecution[]): 'running' | 'queued' | null {
	const own = active.filter(execution => execution.taskId === taskId);
	if (own.some(({status}) => status === 'running')) {
		return 'running';
	}
	return own.length > 0 ? 'queued' : null;
}
