import type {Operations} from '#api/http/operation.ts';
import {pageOf, success} from '#api/http/route.ts';
import type {Library} from '#shared/domain/media/library.ts';
import {intervalUnits} from '#shared/domain/tasks/interval.ts';
import {backfillTaskId, type TaskDefinition, taskDefinitions, taskTypes} from '#shared/domain/tasks/tasks.ts';
import {taskEvents} from '#shared/events/streamed-events.ts';
import {flag, integer, integerOrNull, oneOf, orNull, text, textOrNull, timestamp, timestampOrNull} from '#shared/presenters/fields.ts';
import {always, from, objectOf, plainView, type Shown, viewOf} from '#shared/presenters/view.ts';
import type {TaskActivity} from '#shared/store/tasks/task-activities.ts';
import {endedStatuses, type TaskExecution} from '#shared/store/tasks/task-execution-schema.ts';
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
const task = plainView(taskFields, 'Task');

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

export const taskExecution = viewOf<TaskExecution>()(
	{
		id: text,
		taskId: text,
		startedAt: timestampOrNull,
		completedAt: timestampOrNull,
		duration: from(integerOrNull, ({startedAt, completedAt}: TaskExecution) =>
			startedAt && completedAt ? Math.max(0, Math.round((Number(completedAt) - Number(startedAt)) / 1000)) : null,
		),
		// Lists show only executions that have ended.
		status: {schema: oneOf(endedStatuses), present: (status: TaskExecution['status']) => status},
		itemsProcessed: integer,
		itemsAffected: integer,
		error: textOrNull,
	},
	'TaskExecution',
);

export const taskActivity = viewOf<TaskActivity>()(
	{
		id: text,
		historyId: text,
		mediaId: textOrNull,
		mediaTitle: textOrNull,
		action: text,
		status: text,
		message: textOrNull,
		timestamp,
	},
	'TaskActivity',
);

interface StartedTask {
	taskId: string;
	executionId: string;
	message: string;
}
const start = {success, taskId: text};
const ofState = {success, taskId: from(text, ({id}: TaskState) => id)};

export const startedTask = viewOf<StartedTask>()({...start, executionId: text, message: text});
export const cancelledTask = viewOf<{taskId: string}>()({...start, message: always(text, 'The task was cancelled.')});
export const enabledTask = viewOf<TaskState>()({...ofState, enabled: flag, nextRunAt: timestampOrNull});
export const changedInterval = viewOf<TaskState>()({
	...ofState,
	interval: integer,
	intervalUnit: oneOf(intervalUnits),
	nextRunAt: timestampOrNull,
});

export const tasksOperations: Operations = {
	'GET /api/tasks': {id: 'listTasks', summary: 'List tasks', replies: {200: objectOf({tasks: task.list})}},
	'GET /api/tasks/stream': {
		id: 'streamTasks',
		summary: 'Follow the tasks',
		replies: {200: {mediaType: 'text/event-stream', description: 'The events of the tasks as they happen.', events: taskEvents}},
	},
	'GET /api/tasks/history/:historyId/activity': {
		id: 'listTaskActivity',
		summary: 'List what an execution did with each title',
		replies: {200: pageOf('activity', taskActivity)},
	},
	'POST /api/tasks/:taskId/run': {id: 'runTask', summary: 'Run a task now', replies: {200: startedTask.schema}},
	'POST /api/tasks/:taskId/cancel': {
		id: 'cancelTask',
		summary: 'Cancel the running and waiting executions of a task',
		replies: {200: cancelledTask.schema},
		failures: [400],
	},
	'PUT /api/tasks/:taskId/enabled': {id: 'setTaskEnabled', summary: 'Enable or disable a task', replies: {200: enabledTask.schema}},
	'PUT /api/tasks/:taskId/interval': {
		id: 'setTaskInterval',
		summary: 'Change the interval of a task',
		replies: {200: changedInterval.schema},
	},
	'GET /api/tasks/:taskId/history': {
		id: 'listTaskHistory',
		summary: 'List the executions of a task',
		replies: {200: pageOf('history', taskExecution)},
	},
};
