import type {SoundBody} from '#api/http/input.ts';
import {presentPagination} from '#api/http/pages.ts';
import {ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {backfillTaskId} from '#shared/domain/tasks/tasks.ts';
import {TooMany} from '#shared/errors.ts';
import {tasksStream} from '#shared/events/tasks.ts';
import {startTask} from '#shared/tasks/start-task.ts';
import {cancelTask} from './cancel-task.ts';
import {changeInterval} from './change-interval.ts';
import {intervalFaults, optionFaults} from './input-faults.ts';
import {changeableTask, knownTask, scheduledId} from './known-task.ts';
import {presentBackfill, presentTask} from './present-task.ts';
import {cancelledTask, changedInterval, enabledTask, startedTask, taskActivity, taskExecution} from './replies.ts';
import {
	activityQuery,
	executionParams,
	type RunTaskBody,
	runTaskBody,
	taskEnabledBody,
	taskHistoryQuery,
	taskIntervalBody,
	taskParams,
} from './schema.ts';

/** Unfinished runs of a task, which only `force` makes more than one. */
const mostRuns = 20;
/** Seconds. */
const retryAfter = 60;

export function tasksRoutes(deps: RouteDeps): Route[] {
	const {tasks, taskHistory, taskActivities, libraries, relays, now} = deps;
	const findFaults = (sound: SoundBody<RunTaskBody>) => optionFaults(sound, deps);
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
			{access: 'auth', audit: 'tasks.run', limit: 'runs', params: taskParams, body: runTaskBody, findFaults},
			async ({params, body, caller}) => {
				const task = await changeableTask(params.taskId, caller, libraries);
				const unfinished = (await taskHistory.active(task.id)).length;
				if (body.force && unfinished >= mostRuns) {
					throw new TooMany('too_many_requests', `${unfinished} runs of this task wait already. Cancel some of them.`, retryAfter);
				}
				if (task.library && unfinished === 0) {
					await libraries.setBackfill(task.library.id, 'running');
				}
				// A second walk over the same folder would only get in the way of the first.
				const force = body.force && task.library === null;
				const {execution, isNew} = await startTask({taskId: task.id, options: {...body.options}, force}, deps);
				const message = isNew ? 'The task is queued.' : `The task is already ${execution.status}.`;
				return ok(startedTask.present({taskId: task.id, executionId: execution.id, message}));
			},
		),
		route('POST /api/tasks/:taskId/cancel', {access: 'auth', audit: 'tasks.cancelled', params: taskParams}, async ({params, caller}) => {
			const {id} = await changeableTask(params.taskId, caller, libraries);
			await cancelTask(id, deps);
			return ok(cancelledTask.present({taskId: id}));
		}),
		route(
			'PUT /api/tasks/:taskId/enabled',
			{access: 'auth', audit: 'tasks.changed', params: taskParams, body: taskEnabledBody},
			async ({params, body, caller}) => {
				const id = scheduledId(await changeableTask(params.taskId, caller, libraries));
				return ok(enabledTask.present(await tasks.setEnabled(id, body.enabled, now())));
			},
		),
		route(
			'PUT /api/tasks/:taskId/interval',
			{access: 'auth', audit: 'tasks.changed', params: taskParams, body: taskIntervalBody, findFaults: intervalFaults},
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
