import test from 'ava';
import {solverReports} from '#shared/captcha/solver-reports.ts';
import {type As, serve, testPassword} from '#test/helpers/serve.ts';

const body = {cmd: 'sessions.list'};
const basic = (user: string, password: string) => ({authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`});

test('the main key is taken by its header, and as the password of any user', async t => {
	const {call, headersOf} = await serve(t);
	const {'x-api-key': key = ''} = await headersOf('admin');
	const statusOf = async (headers: Record<string, string>) => (await call('POST /v1', {as: 'nobody', body, headers})).status;
	t.is(await statusOf({'x-api-key': key}), 200);
	t.is(await statusOf(basic('prowlarr', key)), 200);
	t.is(await statusOf(basic('', key)), 200);
	t.is(await statusOf({authorization: basic('a', key).authorization.replace('Basic', 'basic')}), 200);
	for (const headers of [
		{},
		basic('prowlarr', 'wrong'),
		basic(key, ''),
		basic('a:b', key),
		{authorization: `Basic ${key}`},
		{authorization: `Bearer ${key}`},
		{authorization: 'Basic'},
		basic('a', 'x'.repeat(5000)),
		{...basic('prowlarr', key), 'x-api-key': 'wrong'},
	]) {
		t.is(await statusOf(headers), 401, JSON.stringify(headers).slice(0, 80));
	}
});

test('programs that send nothing but an address have the key in its path', async t => {
	const {call, headersOf} = await serve(t);
	const keyOf = async (as: As) => (await headersOf(as))['x-api-key'] ?? '';
	t.is((await call(`POST /solver/${await keyOf('solver')}/v1`, {as: 'nobody', body})).status, 200);
	for (const as of ['admin', 'streaming', 'calendar'] as const) {
		const refused = await call(`POST /solver/${await keyOf(as)}/v1`, {as: 'nobody', body});
		t.like(refused.body, {status: 403, code: 'solver_key_required'}, as);
	}
	const refused = await call('POST /solver/a-key-that-nobody-has/v1', {as: 'nobody', body});
	t.is(refused.status, 401);
	t.is(refused.body.instance, '/solver/********/v1');
});

test('a key of type solver sends commands and does nothing else', async t => {
	const {call, headersOf} = await serve(t);
	const {'x-api-key': key = ''} = await headersOf('solver');
	t.is((await call('POST /v1', {as: 'solver', body})).status, 200);
	t.is((await call('POST /v1', {as: 'nobody', body, headers: basic('prowlarr', key)})).status, 200);
	for (const line of [
		'GET /api/library/movies',
		'GET /api/settings',
		'GET /api/auth/session',
		'POST /api/captcha-solver/test',
		'GET /metrics',
	]) {
		t.like((await call(line, {as: 'solver'})).body, {status: 403, code: 'solver_key'}, line);
	}
	t.is((await call('GET /api/queue', {as: 'solver'})).status, 200, 'the queue is public');
});

test('without credentials both ways are named, elsewhere the password is none of them', async t => {
	const {call, headersOf} = await serve(t);
	const {'x-api-key': key = ''} = await headersOf('admin');
	const refused = await call('POST /v1', {as: 'nobody', body});
	t.like(refused.body, {status: 401, code: 'authentication_required'});
	t.regex(refused.headers.get('www-authenticate') ?? '', /ApiKey header="x-api-key", Basic realm="Kinoteka"/);
	const elsewhere = await call('GET /api/library/movies', {as: 'nobody', headers: basic('prowlarr', key)});
	t.is(elsewhere.status, 401);
	t.is(elsewhere.headers.get('www-authenticate'), 'ApiKey header="x-api-key"');
	t.is((await call('POST /v1?apikey=', {as: 'nobody', body})).status, 401);
});

test('only administrators may have pages opened', async t => {
	const {call, headersOf} = await serve(t);
	const {'x-api-key': reader = ''} = await headersOf('streaming');
	t.is((await call('POST /v1', {as: 'streaming', body})).status, 403);
	t.is((await call('POST /v1', {as: 'nobody', body, headers: basic('a', reader)})).status, 403);
	t.is((await call('POST /v1', {as: 'user', body})).status, 403);
	t.is((await call('POST /v1', {as: 'user', body, headers: basic('vera', testPassword)})).status, 401);
	t.is((await call('POST /v1', {as: 'administrator', body})).status, 200);
	const foreign = await call('POST /v1', {as: 'administrator', body, headers: {'sec-fetch-site': 'cross-site'}});
	t.like(foreign.body, {status: 403, code: 'cross_site'});
});

test('what is wrong below the command is a problem as everywhere', async t => {
	const {call} = await serve(t);
	const wrong = await call('GET /v1');
	t.is(wrong.status, 405);
	t.is(wrong.headers.get('allow'), 'POST');
	t.like((await call('POST /v1', {body: '{"cmd":'})).body, {status: 400, code: 'malformed_json'});
	t.is((await call('POST /v1', {body: 'cmd=x', headers: {'content-type': 'application/x-www-form-urlencoded'}})).status, 415);
	t.is((await call('POST /v1', {body: {cmd: 'x'.repeat(1_100_000)}})).status, 413);
});

test('the index and the health are public, and an unknown path is reported in both ways', async t => {
	const {call, deps} = await serve(t);
	t.deepEqual((await call('GET /', {as: 'nobody'})).body, {msg: 'FlareSolverr is ready!', version: '9.9.9', userAgent: null});
	const report = {instance: 'host-1', browserPath: '/usr/bin/chromium', userAgent: 'Mozilla/5.0 Chrome/150.0', fault: null};
	await solverReports(deps.producer, deps.prefix).put({'host-0': {...report, instance: 'host-0', userAgent: null}});
	await solverReports(deps.producer, deps.prefix).put({[report.instance]: report});
	t.is((await call('GET /', {as: 'nobody'})).body.userAgent, report.userAgent);
	t.deepEqual((await call('GET /health', {as: 'nobody'})).body, {status: 'ok'});
	const wrong = await call('GET /wrong?a=1', {as: 'nobody'});
	t.is(wrong.status, 404);
	t.is(wrong.headers.get('content-type'), 'application/problem+json; charset=utf-8');
	t.like(wrong.body, {code: 'unknown_path', instance: '/wrong', error: "Not found: '/wrong'", status_code: 404});
	t.is((await call('GET /apixyz')).body.status_code, 404);
	t.false(JSON.stringify((await call('GET /solver/secret')).body).includes('secret'));
	for (const path of ['/api', '/api/wrong']) {
		t.false('status_code' in (await call(`GET ${path}`)).body, path);
	}
});

test('all of it lies below the base path', async t => {
	const {call} = await serve(t, {http: {basePath: '/kino'}});
	for (const path of ['/kino', '/kino/']) {
		t.is((await call(`GET ${path}`, {as: 'nobody'})).body.msg, 'FlareSolverr is ready!', path);
	}
	t.is((await call('GET /kino/health', {as: 'nobody'})).status, 200);
	t.is((await call('POST /kino/v1', {body})).status, 200);
	t.is((await call('POST /v1', {body})).status, 404);
	t.is((await call('GET /')).status, 404);
	t.is((await call('GET /kino/wrong')).body.error, "Not found: '/kino/wrong'");
	t.false('error' in (await call('GET /kino/api/wrong')).body);
});
