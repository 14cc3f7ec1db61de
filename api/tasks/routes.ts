import {type Caller, isAdministrator} from '#api/http/access/callers.ts';
import {cancelTask} from '#api/http/cancel-task.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {ok, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import type {Library} from '#shared/domain/media/library.ts';
import {type Interval, intervalMs} from '#shared/domain/tasks/interval.ts';
import {backfillTaskId, isTaskId, libraryOfTask, type TaskDefinition, type TaskId, taskDefinitions} from '#shared/domain/tasks/tasks.ts';
import {Forbidden, Invalid, NotFound, TooMany} from '#shared/errors.ts';
import {tasksStream} from '#shared/events/tasks.ts';
import type {LibraryStore} from '#shared/store/libraries/libraries.ts';
import type {TaskState} from '#shared/store/tasks/task-state.ts';
import {startTask} from '#shared/tasks/start-task.ts';
import {
	cancelledTask,
	changedInterval,
	enabledTask,
	presentBackfill,
	presentTask,
	startedTask,
	taskActivity,
	taskExecution,
} from './replies.ts';
import {
	activityQuery,
	executionParams,
	intervalFaults,
	optionFaults,
	type RunTaskBody,
	runTaskBody,
	taskEnabledBody,
	taskHistoryQuery,
	taskIntervalBody,
	taskParams,
} from './schema.ts';

/** Unfinished runs of a task, which only `force` makes more than one. */
const maxRuns = 20;
/** Seconds. */
const retryAfter = 60;

export function tasksRoutes(deps: RouteDeps): Route[] {
	const {tasks, taskHistory, taskActivities, libraries, relays, now} = deps;
	const findFaults = (checked: CheckedBody<RunTaskBody>) => optionFaults(checked, deps);
	return [
		route('GET /api/tasks', {access: 'auth'}, async () => {
			const [states, active, all] = await Promise.all([tasks.list(), taskHistory.active(), libraries.list()]);
			const isUsed = ({id, backfillStatus}: {id: string; backfillStatus: string}) =>
				backfillStatus !== 'idle' || active.some(({taskId}) => taskId === backfillTaskId(id));
			const backfills = all.filter(isUsed).map(library => presentBackfill(library, active));
			return ok({tasks: [...states.map(state => presentTask(state, active)), ...backfills]});
		}),
		route('GET /api/tasks/stream', {access: 'auth', isStream: true}, async client => {
			await relays.relay(tasksStream, client);
			return null;
		}),
		route(
			'GET /api/tasks/history/:historyId/activity',
			{access: 'auth', params: executionParams, query: activityQuery},
			async ({params, query}) => {
				const {id} = await taskHistory.get(params.historyId);
				const {activities, total} = await taskActivities.page({historyId: id, ...query});
				return ok({activity: activities.map(taskActivity.present), pagination: presentPagination(query, total)});
			},
		),
		route(
			'POST /api/tasks/:taskId/run',
			{access: 'auth', right: 'runTasks', audit: 'tasks.run', limit: 'runs', params: taskParams, body: runTaskBody, findFaults},
			async ({params, body, caller}) => {
				const task = await changeableTask(params.taskId, caller, libraries);
				const unfinished = (await taskHistory.active(task.id)).length;
				if (body.force && unfinished >= maxRuns) {
					throw new TooMany('too_many_requests', `${unfinished} runs of this task are already waiting. Cancel some of them.`, retryAfter);
				}
				if (task.library && unfinished === 0) {
					await libraries.setBackfill(task.library.id, 'running');
				}
				// A second walk over the same folder would only get in the way of the first.
				const force = body.force && task.library === null;
				const {execution, isNew} = await startTask(
					{taskId: task.id, options: {...body.options, ...(task.id === 'backup' && {byPerson: true})}, force},
					deps,
				);
				const message = isNew ? 'The task is queued.' : `The task is already ${execution.status}.`;
				return ok(startedTask.present({taskId: task.id, executionId: execution.id, message}));
			},
		),
		route(
			'POST /api/tasks/:taskId/cancel',
			{access: 'auth', right: 'runTasks', audit: 'tasks.cancelled', params: taskParams},
			async ({params, caller}) => {
				const {id} = await changeableTask(params.taskId, caller, libraries);
				await cancelTask(id, deps);
				return ok(cancelledTask.present({taskId: id}));
			},
		),
		route(
			'PUT /api/tasks/:taskId/enabled',
			{access: 'auth', right: 'runTasks', audit: 'tasks.changed', params: taskParams, body: taskEnabledBody},
			async ({params, body, caller}) => {
				const id = scheduledId(await changeableTask(params.taskId, caller, libraries));
				return ok(enabledTask.present(await tasks.setEnabled(id, body.enabled, now())));
			},
		),
		route(
			'PUT /api/tasks/:taskId/interval',
			{access: 'auth', right: 'runTasks', audit: 'tasks.changed', params: taskParams, body: taskIntervalBody, findFaults: intervalFaults},
			async ({params, body, caller}) => {
				const id = scheduledId(await changeableTask(params.taskId, caller, libraries));
				return ok(changedInterval.present(await changeInterval(id, {interval: body.interval, intervalUnit: body.unit}, deps)));
			},
		),
		route('GET /api/tasks/:taskId/history', {access: 'auth', params: taskParams, query: taskHistoryQuery}, async ({params, query}) => {
			const {id} = await knownTask(params.taskId, libraries);
			const {executions, total} = await taskHistory.page({taskId: id, ...query});
			return ok({history: executions.map(taskExecution.present), pagination: presentPagination(query, total)});
		}),
	];
}

/** Changes when a task runs. The interval of `rssSync` is also a setting, which is kept in step. */
async function changeInterval(
	id: TaskId,
	interval: Interval,
	{tasks, settings, now}: Pick<RouteDeps, 'tasks' | 'settings' | 'now'>,
): Promise<TaskState> {
	const at = now();
	if (id === 'rssSync') {
		await settings.set('filters.rssSyncInterval', intervalMs(interval) / minuteMs, at);
	}
	return tasks.changeInterval(id, interval, at);
}

/** A built-in task, or the backfill of a library, which has no schedule. */
export type KnownTask = {id: TaskId; definition: TaskDefinition; library: null} | {id: string; definition: null; library: Library};

/** Throws NotFound `task_not_found`. */
async function knownTask(id: string, libraries: LibraryStore): Promise<KnownTask> {
	if (isTaskId(id)) {
		return {id, definition: taskDefinitions[id], library: null};
	}
	const libraryId = libraryOfTask(id);
	const library = libraryId === null ? null : await libraries.find(libraryId);
	if (!library) {
		throw new NotFound('task_not_found', `There is no task with the id ${id}. GET /api/tasks lists them all.`);
	}
	return {id, definition: null, library};
}

/**
 * The task, if this caller may change or run it. Backups are for administrators: whoever runs enough of them has every
 * older one removed. Throws Forbidden and what `knownTask` throws.
 */
async function changeableTask(id: string, caller: Caller | null, libraries: LibraryStore): Promise<KnownTask> {
	const task = await knownTask(id, libraries);
	if (task.definition?.forAdministrators && !(caller && isAdministrator(caller))) {
		throw new Forbidden('administrator_required', 'Only an administrator, or an API key of type main, may do this.');
	}
	return task;
}

/** Throws Invalid `task_not_scheduled` for a task without a schedule. */
function scheduledId(task: KnownTask): TaskId {
	if (task.library) {
		throw new Invalid(
			'task_not_scheduled',
			'The backfill of a library has no schedule. Set backfillEnabled of the library to let the periodic scan do it.',
		);
	}
	return task.id;
}
