import type {Library} from '#shared/domain/media/library.ts';
import {backfillTaskId, taskDefinitions} from '#shared/domain/tasks/tasks.ts';
import type {TaskActivity} from '#shared/store/tasks/task-activities.ts';
import type {TaskExecution} from '#shared/store/tasks/task-execution-schema.ts';
import type {TaskState} from '#shared/store/tasks/tasks.ts';

/** A built-in task; `active` are the executions of all tasks that wait or run. */
export function presentTask(state: TaskState, active: readonly TaskExecution[]) {
	const {name, description, type, interval: defaultInterval, supportsCancel} = taskDefinitions[state.id];
	return {
		id: state.id,
		name,
		description,
		type,
		enabled: state.enabled,
		interval: state.interval,
		intervalUnit: state.intervalUnit,
		defaultInterval,
		lastRunAt: state.lastRunAt?.toISOString() ?? null,
		nextRunAt: state.nextRunAt?.toISOString() ?? null,
		status: statusOf(state.id, active) ?? (state.lastFailed ? 'error' : 'idle'),
		supportsCancel,
		supportsHistory: true,
	};
}

/** The backfill of a library as a task: it has no interval. */
export function presentBackfill({id, name, enabled, backfillStatus, lastScanAt}: Library, active: readonly TaskExecution[]) {
	const taskId = backfillTaskId(id);
	return {
		id: taskId,
		name: `Backfill ${name}`,
		description: `Takes in what lies below the root folder of the library ${name}.`,
		type: 'system',
		enabled,
		interval: null,
		intervalUnit: null,
		defaultInterval: null,
		lastRunAt: lastScanAt?.toISOString() ?? null,
		nextRunAt: null,
		status: statusOf(taskId, active) ?? (backfillStatus === 'failed' ? 'error' : 'idle'),
		supportsCancel: true,
		supportsHistory: true,
	};
}

function statusOf(taskId: string, active: readonly TaskExecution[]): 'running' | 'queued' | null {
	const own = active.filter(execution => execution.taskId === taskId);
	if (own.some(({status}) => status === 'running')) {
		return 'running';
	}
	return own.length > 0 ? 'queued' : null;
}

export function presentExecution(execution: TaskExecution) {
	const {id, taskId, startedAt, completedAt, status, itemsProcessed, itemsAffected, error} = execution;
	return {
		id,
		taskId,
		startedAt: startedAt?.toISOString() ?? null,
		completedAt: completedAt?.toISOString() ?? null,
		duration: startedAt && completedAt ? Math.max(0, Math.round((Number(completedAt) - Number(startedAt)) / 1000)) : null,
		status,
		itemsProcessed,
		itemsAffected,
		error,
	};
}

export function presentActivity({id, historyId, mediaId, mediaTitle, action, status, message, timestamp}: TaskActivity) {
	return {id, historyId, mediaId, mediaTitle, action, status, message, timestamp: timestamp.toISOString()};
}
