import test from 'ava';
import {type SolverReport, solverReports} from '#shared/captcha/solver-reports.ts';
import {createCounters} from '#shared/counters.ts';
import {buildClearance} from '#test/helpers/build-clearance.ts';
import {type Served, serve} from '#test/helpers/serve.ts';

const path = '/api/captcha-solver/health';
const browserPath = '/usr/bin/chromium';

function report({deps}: Served, overrides: Partial<SolverReport> = {}): Promise<void> {
	return solverReports(deps.producer, deps.prefix).put({
		'host-1': {instance: 'host-1', browserPath, userAgent: null, fault: null, ...overrides},
	});
}

test('without a worker the solver is not healthy, and what to do is said', async t => {
	const {call} = await serve(t);
	const {status, body} = await call(`GET ${path}`);
	t.is(status, 200);
	t.deepEqual(Object.keys(body), ['healthy', 'stats', 'cachedDomains', 'lastError']);
	t.false(body.healthy);
	t.regex(body.lastError.message, /WORKER_POOLS=captcha/);
	t.true(Math.abs(Date.parse(body.lastError.timestamp) - Date.now()) < 60_000);
	t.deepEqual(body.cachedDomains, []);
	t.deepEqual(body.stats, {totalSolves: 0, successfulSolves: 0, failedSolves: 0, successRate: 0, averageSolveTime: 0});
});

test('with a browser it is healthy, and tells what went wrong last', async t => {
	const served = await serve(t);
	const at = new Date('2026-01-01T00:00:00Z');
	await report(served);
	t.like((await served.call(`GET ${path}`)).body, {healthy: true, lastError: null});
	await served.deps.captchaStatistics.count({id: 'a', duration: 3000, error: 'The challenge did not end'}, at);
	await served.deps.captchaStatistics.count({id: 'b', duration: 2000, error: null}, at);
	const {body} = await served.call(`GET ${path}`);
	t.deepEqual(body.lastError, {message: 'The challenge did not end', timestamp: at.toISOString()});
	t.deepEqual(body.stats, {totalSolves: 2, successfulSolves: 1, failedSolves: 1, successRate: 0.5, averageSolveTime: 2000});
	const settings = (await served.call('GET /api/captcha-solver')).body;
	t.is(settings.browserPath, browserPath);
	t.is(settings.stats.lastError, 'The challenge did not end');
});

test('a worker without a browser says which package brings one', async t => {
	const served = await serve(t);
	const fault = 'There is no browser. Install the package chromium.';
	await report(served, {browserPath: null, fault});
	const {body} = await served.call(`GET ${path}`);
	t.false(body.healthy);
	t.is(body.lastError.message, fault);
	t.is((await served.call('GET /api/captcha-solver')).body.browserPath, null);
	await report(served, {instance: 'host-2'});
	t.like((await served.call(`GET ${path}`)).body, {healthy: true, lastError: null});
});

test('a worker that looks for its browser is not healthy yet', async t => {
	const served = await serve(t);
	await report(served, {browserPath: null});
	const {body} = await served.call(`GET ${path}`);
	t.false(body.healthy);
	t.regex(body.lastError.message, /captcha\.browserPath/);
});

test('another service that solves needs a worker, and no browser', async t => {
	const served = await serve(t);
	await served.deps.settings.set('captcha.externalUrl', 'http://solver.test:8191', new Date());
	t.false((await served.call(`GET ${path}`)).body.healthy);
	await report(served, {browserPath: null, fault: 'There is no browser.'});
	t.like((await served.call(`GET ${path}`)).body, {healthy: true, lastError: null});
});

test('a solver that is switched off is not healthy, whoever works', async t => {
	const served = await serve(t);
	await report(served);
	await served.call('PUT /api/captcha-solver', {body: {enabled: false}});
	const {status, body} = await served.call(`GET ${path}`);
	t.is(status, 200);
	t.false(body.healthy);
	t.regex(body.lastError.message, /switched off/);
});

test('sites with cookies are listed, and figures and cookies are cleared apart', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const now = new Date();
	await deps.captchaStatistics.count({id: 'a', duration: 10, error: null}, now);
	await deps.clearances.put({site: 'example.test', proxy: null}, buildClearance({solvedAt: now.toISOString()}), {hours: 1, now});
	const expiresAt = new Date(Number(now) + 3_600_000).toISOString();
	const site = {domain: 'example.test', cachedAt: now.toISOString(), expiresAt, solveCount: 1};
	t.deepEqual((await call(`GET ${path}`)).body.cachedDomains, [site]);
	t.is((await call('GET /api/captcha-solver')).body.stats.cachedDomains, 1);

	t.deepEqual((await call(`DELETE ${path}?clearStats=false`)).body, {success: true, clearedCookies: false, clearedStats: false});
	t.like((await call(`GET ${path}`)).body, {stats: {totalSolves: 1}, cachedDomains: [site]});
	t.deepEqual((await call(`DELETE ${path}`)).body, {success: true, clearedCookies: false, clearedStats: true});
	t.like((await call(`GET ${path}`)).body, {stats: {totalSolves: 0}, cachedDomains: [site]});
	const cleared = await call(`DELETE ${path}?clearCookies=true&clearStats=false`);
	t.deepEqual(cleared.body, {success: true, clearedCookies: true, clearedStats: false});
	t.deepEqual((await call(`GET ${path}`)).body.cachedDomains, []);
	for (const query of ['clearCookies=yes', 'clearStats=1', 'clearCookies=', 'clearCookies=true&clearCookies=true']) {
		t.is((await call(`DELETE ${path}?${query}`)).status, 400, query);
	}
});

test('solves are counted by kind and result in the metrics', async t => {
	const {call, deps} = await serve(t);
	const counters = createCounters(deps.producer, deps.prefix);
	counters.add('challenge_solves_total', {kind: 'edge_challenge', result: 'solved'}, 3);
	counters.add('challenge_solves_total', {kind: 'captcha_a', result: 'needs_person'});
	await counters.close();
	const {body} = await call('GET /metrics');
	t.regex(body, /# TYPE kinoteka_challenge_solves_total counter/);
	t.regex(body, /kinoteka_challenge_solves_total\{kind="edge_challenge",result="solved"\} 3/);
	t.regex(body, /kinoteka_challenge_solves_total\{kind="captcha_a",result="needs_person"\} 1/);
});
