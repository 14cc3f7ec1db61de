import test from 'ava';
import {createCounters} from '#shared/counters.ts';
import {startHeartbeat} from '#shared/heartbeat.ts';
import {removeDownload} from '#shared/jobs/downloads.ts';
import {importDownload} from '#shared/jobs/import.ts';
import {pools} from '#shared/jobs/queues.ts';
import {beat} from '#test/helpers/beat.ts';
import {serve} from '#test/helpers/serve.ts';

test('health is public, and tells of every part', async t => {
	const {call, deps} = await serve(t);
	const {status, body} = await call('GET /api/health', {as: 'nobody', headers: {'x-api-key': 'wrong'}});
	t.is(status, 200);
	t.like(body, {status: 'degraded', version: '9.9.9'});
	t.is(body.checks.database.status, 'healthy');
	t.is(typeof body.checks.database.responseTime, 'number');
	t.deepEqual(body.checks.downloadClients, {status: 'healthy', clients: []});
	t.deepEqual(body.checks.indexers, {status: 'healthy', enabledCount: 0, failingCount: 0, totalCount: 0, expiringCount: 0});
	t.true(body.issues.some(({code, level}: {code: string; level: string}) => code === 'no_indexer' && level === 'notice'));
	t.deepEqual(body.checks.workers, {status: 'degraded', missing: [...pools], refused: [], stuck: []});

	const heartbeat = startHeartbeat({redis: deps.producer, prefix: deps.prefix, services: pools.map(pool => `worker:${pool}`)});
	t.teardown(() => heartbeat.stop());
	await deps.producer.ping();
	t.is((await call('GET /api/health')).body.status, 'healthy');
});

test('status counts the processes of each service', async t => {
	const {call, deps} = await serve(t);
	await Promise.all(['a-1', 'a-2', 'b-1'].map(instance => beat(deps, 'worker:search', instance)));
	const {body} = await call('GET /api/system/status', {as: 'nobody'});
	const processes = Object.fromEntries(body.services.map((each: {name: string; processes: number}) => [each.name, each.processes]));
	t.like(processes, {api: 1, mongodb: null, redis: null, 'worker:search': 3, 'worker:grab': 0});
});

test('a failing client or indexer degrades the health, which says what helps and where', async t => {
	const {call, deps} = await serve(t);
	const indexer = {name: 'One', kind: 'torznab', url: 'http://one.test'};
	const one = (await call('POST /api/indexers', {body: indexer})).body;
	await call('POST /api/indexers', {body: {...indexer, name: 'Two'}});
	await deps.indexers.setHealth(one.id, {status: 'error'});
	t.deepEqual((await call('GET /api/health')).body.checks.indexers, {
		status: 'degraded',
		enabledCount: 2,
		failingCount: 1,
		totalCount: 2,
		expiringCount: 0,
	});
	await call('POST /api/indexers', {body: {...indexer, name: 'Feed', kind: 'rss', enabled: false}});
	t.like((await call('GET /api/health')).body.checks.indexers, {status: 'degraded', failingCount: 1, totalCount: 3});
	const issueOf = async (code: string) => (await call('GET /api/health')).body.issues.find((each: {code: string}) => each.code === code);
	t.like(await issueOf('indexers_failing'), {level: 'warning', check: 'indexers', link: 'settings/indexers'});
	for (const {id} of await deps.indexers.list()) {
		await deps.indexers.setHealth(id, {status: 'error'});
	}
	t.is((await issueOf('indexers_failing')).level, 'error', 'None is left');

	const client = (await call('POST /api/download-clients', {body: {name: 'Box', kind: 'deluge', url: 'http://box.test'}})).body;
	await deps.downloadClients.setHealth(client.id, {status: 'error', lastError: 'down'});
	t.deepEqual((await call('GET /api/health')).body.checks.downloadClients, {
		status: 'degraded',
		clients: [{id: client.id, name: 'Box', status: 'error'}],
	});
});

test('status has a record for every service', async t => {
	const {call, deps} = await serve(t);
	const heartbeat = startHeartbeat({redis: deps.producer, prefix: deps.prefix, services: ['worker:search']});
	t.teardown(() => heartbeat.stop());
	await deps.producer.ping();
	const {status, body} = await call('GET /api/system/status', {as: 'nobody'});
	t.is(status, 200);
	t.deepEqual(
		body.services.map(({name}: {name: string}) => name),
		['api', 'mongodb', 'redis', 'scheduler', ...pools.map(pool => `worker:${pool}`)],
	);
	for (const service of body.services) {
		t.deepEqual(Object.keys(service), ['name', 'status', 'lastRun', 'nextRun', 'uptime', 'processes']);
	}
	const byName = Object.fromEntries(body.services.map((service: {name: string; status: string}) => [service.name, service.status]));
	t.like(byName, {
		api: 'ready',
		mongodb: 'ready',
		redis: 'ready',
		scheduler: 'pending',
		'worker:search': 'ready',
		'worker:grab': 'pending',
	});
});

test('health and status tell of a pool whose jobs do not move, though its workers are there', async t => {
	const later = {now: new Date()};
	const {call, deps} = await serve(t, {deps: {now: () => later.now}});
	const heartbeat = startHeartbeat({redis: deps.producer, prefix: deps.prefix, services: pools.map(pool => `worker:${pool}`)});
	t.teardown(() => heartbeat.stop());
	const workers = async () => (await call('GET /api/health')).body.checks.workers;
	t.deepEqual(await workers(), {status: 'healthy', missing: [], refused: [], stuck: []});
	await deps.jobs.enqueue(removeDownload, {downloadClientId: 'a', downloadId: 'b', deleteData: false});
	await deps.jobs.enqueue(importDownload, {queueItemId: 'c0ffee00-0000-4000-8000-000000000001'});
	const enqueuedAt = Date.now();
	later.now = new Date(enqueuedAt + 11 * 60_000);
	t.deepEqual(await workers(), {status: 'degraded', missing: [], refused: [], stuck: ['downloads']});
	const {services} = (await call('GET /api/system/status')).body;
	t.like(
		services.find(({name}: {name: string}) => name === 'worker:downloads'),
		{status: 'error'},
	);

	deps.jobs.noteMoved('downloads');
	t.deepEqual((await workers()).stuck, []);
	await deps.producer.del(`${deps.prefix}:moved:downloads`);
	later.now = new Date(enqueuedAt + 5 * 60_000);
	t.deepEqual((await workers()).stuck, []);
	later.now = new Date(enqueuedAt + 121 * 60_000);
	t.deepEqual((await workers()).stuck, ['downloads', 'import']);
});

test('a process that is not ready says so', async t => {
	const ready = await serve(t);
	t.like(await ready.call('GET /api/ready', {as: 'nobody'}), {status: 200, body: {ready: true}});
	const starting = await serve(t, {deps: {readiness: {isReady: () => false, startFault: () => null}}});
	t.like(await starting.call('GET /api/ready', {as: 'nobody'}), {status: 503, body: {ready: false}});
});

test('metrics are for administrators and for the scraper’s token', async t => {
	const {call, deps} = await serve(t, {http: {metricsToken: 'scraper-scraper-scraper'}});
	await call('GET /api/library/movies');
	const counters = createCounters(deps.producer, deps.prefix);
	counters.add('jobs_total', {pool: 'search', outcome: 'done'}, 3);
	await counters.close();
	const {status, body, headers} = await call('GET /metrics');
	t.is(status, 200);
	t.regex(headers.get('content-type') ?? '', /^text\/plain/);
	t.regex(body, /kinoteka_http_request_duration_seconds_count\{method="GET",route="\/api\/library\/movies",status="200"\} 1/);
	t.regex(body, /kinoteka_queue_jobs\{pool="search",state="waiting"\} 0/);
	t.regex(body, /kinoteka_jobs_total\{pool="search",outcome="done"\} 3/);
	t.regex(body, /kinoteka_nodejs_eventloop_lag_seconds/);
	const token = (value: string) => call('GET /metrics', {as: 'nobody', headers: {authorization: value}});
	t.is((await token('Bearer scraper-scraper-scraper')).status, 200);
	t.is((await token('Bearer wrong')).status, 401);
	t.is((await call('GET /metrics', {as: 'nobody'})).status, 401);
	t.is((await call('GET /metrics', {as: 'streaming'})).status, 403);
});

test('the dashboard is for administrators, and works under our content policy', async t => {
	const {call} = await serve(t);
	const page = await call('GET /admin/queues', {as: 'administrator'});
	t.is(page.status, 200);
	t.true(page.body.includes('Kinoteka'));
	t.notRegex(page.body, /<script(?![^>]*(?:src=|type="application\/json"))/);
	t.notRegex(page.body, /(?:href|src)="(?:https?:)?\/\//, 'nothing comes from another site');
	t.regex(page.body, /<link [^>]*href="static\/css/);
	t.notRegex(page.headers.get('content-security-policy') ?? '', /(?:font|style)-src[^;]*https:/);
	const queues = await call('GET /admin/queues/api/queues', {as: 'admin'});
	t.deepEqual(queues.body.queues.map(({name}: {name: string}) => name).sort(), [...pools].sort());
	t.is((await call('GET /admin/queues', {as: 'nobody'})).status, 401);
	t.is((await call('GET /admin/queues/api/queues', {as: 'user'})).status, 403);
	t.is((await call('GET /admin/queues', {as: 'streaming'})).status, 403);
});
