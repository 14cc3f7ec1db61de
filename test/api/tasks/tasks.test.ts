import test from 'ava';
import {runnableTasks} from '#shared/domain/tasks/tasks.ts';
import {serveProxied} from '#test/helpers/proxied.ts';
import {serve} from '#test/helpers/serve.ts';
import {until} from '#test/helpers/until.ts';
import {repairExecutions} from '#workers/executions/repair-executions.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

const missing = '00000000-0000-4000-8000-000000000000';

test('tasks are listed with their schedule', async t => {
	const {call, deps} = await serve(t);
	await deps.tasks.ensure(deps.now());
	const {status, body} = await call('GET /api/tasks', {as: 'streaming'});
	t.is(status, 200);
	t.deepEqual(
		body.tasks.map(({id}: {id: string}) => id),
		[...runnableTasks],
	);
	const cleanup = body.tasks.find(({id}: {id: string}) => id === 'historyCleanup');
	t.like(cleanup, {
		name: 'HistoryCleanup',
		type: 'system',
		enabled: true,
		interval: 24,
		intervalUnit: 'hours',
		defaultInterval: 24,
		status: 'idle',
	});
	t.like(cleanup, {lastRunAt: null, supportsCancel: true, supportsHistory: true, forAdministrators: false});
	t.true(body.tasks.find(({id}: {id: string}) => id === 'backup').forAdministrators);
	t.true(Date.parse(cleanup.nextRunAt) > Date.now());
	t.is((await call('GET /api/tasks', {as: 'nobody'})).status, 401);
});

test('a run is queued once, forced twice, and cancelled', async t => {
	const {call, deps} = await serve(t);
	const first = await call('POST /api/tasks/historyCleanup/run');
	t.is(first.status, 200);
	t.like(first.body, {success: true, taskId: 'historyCleanup'});
	const again = await call('POST /api/tasks/historyCleanup/run', {body: {force: false}});
	t.is(again.body.executionId, first.body.executionId);
	const forced = await call('POST /api/tasks/historyCleanup/run', {body: {force: true, options: {limit: 5}}});
	t.not(forced.body.executionId, first.body.executionId);
	t.deepEqual((await deps.taskHistory.get(forced.body.executionId)).options, {limit: 5});
	const list = (await call('GET /api/tasks')).body.tasks;
	t.is(list.find(({id}: {id: string}) => id === 'historyCleanup').status, 'queued');
	t.is((await deps.jobs.queue('tasks').getJobs(['waiting', 'prioritized'])).length, 1);
	t.like((await call('POST /api/tasks/historyCleanup/cancel')).body, {success: true, taskId: 'historyCleanup'});
	const refused = await call('POST /api/tasks/historyCleanup/cancel');
	t.is(refused.status, 400);
	t.is(refused.body.code, 'task_not_running');
	const history = await call('GET /api/tasks/historyCleanup/history?status=cancelled');
	t.is(history.body.pagination.total, 2);
	t.like(history.body.history[0], {taskId: 'historyCleanup', status: 'cancelled', itemsProcessed: 0, error: null});
	t.is((await call('GET /api/tasks/historyCleanup/history?status=failed')).body.history.length, 0);
});

test('only so many runs of a task can be forced', async t => {
	const {call, deps} = await serve(t);
	const statuses: number[] = [];
	for (let run = 0; run < 22; run += 1) {
		statuses.push((await call('POST /api/tasks/reconcile/run', {as: 'user', body: {force: true}})).status);
	}
	t.deepEqual(statuses.slice(18), [200, 200, 429, 429]);
	t.is((await deps.taskHistory.active()).length, 20);
});

test('who runs and cancels a task in a loop is stopped, because each run is kept in its history', async t => {
	const {call, deps} = await serve(t, {http: {searchesPerMinute: 3}});
	const statuses: number[] = [];
	for (let run = 0; run < 4; run += 1) {
		statuses.push((await call('POST /api/tasks/reconcile/run', {as: 'user'})).status);
		await call('POST /api/tasks/reconcile/cancel', {as: 'user'});
	}
	t.deepEqual(statuses, [200, 200, 200, 429]);
	t.is((await deps.taskHistory.page({taskId: 'reconcile', page: 1, limit: 10})).total, 3);
	t.is((await call('POST /api/tasks/reconcile/run')).status, 200);
});

test('backups are for administrators, because enough of them remove every older one', async t => {
	const {call} = await serve(t);
	const lines = ['POST /api/tasks/backup/run', 'POST /api/tasks/backup/cancel'];
	for (const line of lines) {
		t.deepEqual([(await call(line, {as: 'user'})).status, (await call(line, {as: 'administrator'})).status], [403, 200], line);
	}
	const put = async (what: string, body: object) => (await call(`PUT /api/tasks/backup/${what}`, {as: 'user', body})).status;
	t.deepEqual([await put('enabled', {enabled: false}), await put('interval', {interval: 300, unit: 'days'})], [403, 403]);
	t.is((await call('GET /api/tasks/backup/history', {as: 'user'})).status, 200);
	t.is((await call('POST /api/tasks/historyCleanup/run', {as: 'user'})).status, 200);
});

test('enabling, disabling and the interval answer the next run', async t => {
	const {call, deps} = await serve(t);
	await deps.tasks.ensure(deps.now());
	t.like((await call('PUT /api/tasks/reconcile/enabled', {body: {enabled: false}})).body, {
		success: true,
		taskId: 'reconcile',
		enabled: false,
		nextRunAt: null,
	});
	t.like((await call('PUT /api/tasks/reconcile/interval', {body: {interval: 2, unit: 'days'}})).body, {
		interval: 2,
		intervalUnit: 'days',
		nextRunAt: null,
	});
	const {body} = await call('PUT /api/tasks/reconcile/enabled', {body: {enabled: true}});
	t.true(Math.abs(Date.parse(body.nextRunAt) - Date.now() - 2 * 86_400_000) < 60_000);
	for (const [interval, unit, minutes] of [
		[1, 'hours', 60],
		[365, 'days', 525_600],
	] as const) {
		t.is((await call('PUT /api/tasks/rssSync/interval', {body: {interval, unit}})).status, 200);
		t.is(deps.settings.get('filters.rssSyncInterval'), minutes);
	}
});

test('what is wrong is refused with its place, and nothing is stored', async t => {
	const {call, deps} = await serve(t);
	await deps.tasks.ensure(deps.now());
	const refusals: [string, unknown, number][] = [
		['POST /api/tasks/nothing/run', {}, 404],
		[`POST /api/tasks/backfill-${missing}/run`, {}, 404],
		['POST /api/tasks/reconcile/run', {force: 'yes'}, 400],
		['POST /api/tasks/reconcile/run', {options: {wrong: 1}}, 400],
		['POST /api/tasks/missingMovies/run', {options: {movieId: missing}}, 400],
		['POST /api/tasks/missingEpisodes/run', {options: {seriesId: missing}}, 400],
		['POST /api/tasks/nothing/run', {options: {seriesId: 'none'}}, 400],
		['POST /api/tasks/nothing/cancel', undefined, 404],
		['PUT /api/tasks/reconcile/enabled', {}, 400],
		['PUT /api/tasks/reconcile/enabled', {enabled: 'true'}, 400],
		['PUT /api/tasks/nothing/enabled', {enabled: true}, 404],
		['PUT /api/tasks/reconcile/interval', {interval: 5}, 400],
		['PUT /api/tasks/reconcile/interval', {interval: 5, unit: 'weeks'}, 400],
		['PUT /api/tasks/reconcile/interval', {interval: 0, unit: 'minutes'}, 400],
		['PUT /api/tasks/reconcile/interval', {interval: 366, unit: 'days'}, 400],
		['PUT /api/tasks/reconcile/interval', {interval: 1e300, unit: 'days'}, 400],
		['PUT /api/tasks/rssSync/interval', {interval: 366, unit: 'days'}, 400],
		['PUT /api/tasks/nothing/interval', {interval: 366, unit: 'days'}, 400],
		['PUT /api/tasks/nothing/interval', {interval: 5, unit: 'days'}, 404],
		['GET /api/tasks/nothing/history', undefined, 404],
		['GET /api/tasks/reconcile/history?status=running', undefined, 400],
		[`GET /api/tasks/history/${missing}/activity`, undefined, 404],
		['GET /api/tasks/history/not-an-id/activity', undefined, 404],
	];
	for (const [line, body, status] of refusals) {
		t.is((await call(line, body === undefined ? {} : {body})).status, status, `${line} ${JSON.stringify(body)}`);
	}
	const {body} = await call('POST /api/tasks/cutoffUnmet/run', {body: {force: 1, options: {movieId: missing, seriesId: 'x', limit: 0}}});
	t.deepEqual(body.errors.map(({path}: {path: string}) => path).sort(), ['force', 'options.limit', 'options.movieId', 'options.seriesId']);
	const interval = await call('PUT /api/tasks/reconcile/interval', {body: {interval: 366, unit: 'days', surplus: 1}});
	t.deepEqual(interval.body.errors.map(({path}: {path: string}) => path).sort(), ['interval', 'surplus']);
	t.deepEqual(await deps.taskHistory.active(), []);
	t.like(await deps.tasks.get('reconcile'), {enabled: true, interval: 5, intervalUnit: 'minutes'});
	t.is((await call('POST /api/tasks/reconcile/run', {as: 'streaming'})).status, 403);
});

test('what an execution did is listed in its order', async t => {
	const {call, deps} = await serve(t);
	const {execution} = await deps.taskHistory.add({taskId: 'reconcile', options: {}, force: false}, deps.now());
	const row = {historyId: execution.id, mediaId: null, action: 'search', status: 'queued', message: null};
	await deps.taskActivities.addMany([
		{...row, mediaTitle: 'Second', timestamp: new Date(2000)},
		{...row, mediaTitle: 'First', timestamp: new Date(1000)},
	]);
	const {body} = await call(`GET /api/tasks/history/${execution.id}/activity`);
	t.deepEqual(
		body.activity.map(({mediaTitle}: {mediaTitle: string}) => mediaTitle),
		['First', 'Second'],
	);
	t.like(body.pagination, {page: 1, limit: 50, total: 2});
});

test('the stream begins with its retry and brings what is published', async t => {
	const {url, headersOf, deps} = await serve(t);
	const {body} = await fetch(`${url}/api/tasks/stream`, {headers: await headersOf('admin')});
	const reader = body!.pipeThrough(new TextDecoderStream()).getReader(); // a stream has a body
	const {value: begin} = await reader.read();
	t.regex(begin ?? '', /retry: 3000/);
	const {tasksStream} = await import('#shared/events/tasks.ts');
	await deps.events.publish(tasksStream, 'task:cancelled', {
		taskId: 'reconcile',
		executionId: missing,
		timestamp: new Date().toISOString(),
	});
	const {value} = await reader.read();
	t.regex(value ?? '', /event: task:cancelled\ndata: \{"taskId":"reconcile"/);
	await reader.cancel();
});

test('without Redis a task is queued and cancelled all the same, and starts when Redis is back', async t => {
	const {served, redis} = await serveProxied(t);
	const {call, deps} = served;
	t.is((await call('GET /api/ready?all=true')).status, 200);
	const {execution: running} = await deps.taskHistory.add({taskId: 'reconcile', options: {}, force: false}, deps.now());
	await deps.taskHistory.claim(running.id, {token: 'of a worker', jobId: 'j', now: deps.now()});
	await redis.cut();
	t.is((await call('POST /api/tasks/libraryScan/run')).status, 200);
	t.is((await call('POST /api/tasks/libraryScan/cancel')).status, 200);
	t.is((await call('POST /api/tasks/reconcile/cancel')).status, 200);
	t.is(await deps.taskHistory.beat(running.id, 'of a worker'), 'cancel');
	const {status, body} = await call('POST /api/tasks/historyCleanup/run');
	t.is(status, 200);
	await redis.mend();
	await until(() => deps.producer.ping().catch(() => null));
	const later = {...deps, now: () => new Date(Date.now() + 10_000)} as unknown as WorkerDeps; // it uses only what the API has too
	// An execution is looked after once MongoDB has heard nothing of it for two seconds.
	await until(async () => {
		await repairExecutions(later);
		const {jobId} = await deps.taskHistory.get(body.executionId);
		return jobId !== null && (await deps.jobs.queue('tasks').getJob(jobId)) !== undefined;
	});
	t.pass();
});
