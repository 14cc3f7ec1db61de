import test from 'ava';
import {createSettings} from '#shared/settings/settings.ts';
import {type As, serve} from '#test/helpers/serve.ts';
import {until} from '#test/helpers/until.ts';

const path = '/api/captcha-solver';
const defaults = {enabled: true, timeout: 60, cacheTtl: 24, headless: true, proxy: null, maxRetries: 3, parallelSolves: 2};
const noStats = {
	totalSolves: 0,
	successfulSolves: 0,
	failedSolves: 0,
	successRate: 0,
	averageSolveTime: 0,
	cachedDomains: 0,
	lastError: null,
};

test('settings and figures are shown with their defaults', async t => {
	const {call} = await serve(t);
	const {status, body} = await call(`GET ${path}`);
	t.is(status, 200);
	t.deepEqual(body, {...defaults, browserPath: null, stats: noStats});
});

test('all settings are changed at once, and each alone', async t => {
	const {call} = await serve(t);
	const change = {
		enabled: false,
		timeout: 5,
		cacheTtl: 0,
		headless: false,
		proxy: 'http://proxy.test:3128',
		maxRetries: 10,
		parallelSolves: 16,
	};
	const all = await call(`PUT ${path}`, {body: change});
	t.is(all.status, 200);
	t.deepEqual(all.body, {success: true, ...change});
	t.deepEqual((await call(`PUT ${path}`, {body: {timeout: 300}})).body, {success: true, ...change, timeout: 300});
	t.deepEqual((await call(`PUT ${path}`, {body: {}})).body, {success: true, ...change, timeout: 300});
	t.like((await call(`GET ${path}`)).body, {...change, timeout: 300});
	t.is((await call(`PUT ${path}`, {body: {proxy: ''}})).body.proxy, null);
});

test('every fault of a change is reported, and nothing of it is stored', async t => {
	const {call} = await serve(t);
	const wrong = {enabled: 'yes', timeout: 4, cacheTtl: 721, headless: null, proxy: 'ftp://proxy.test', maxRetries: 11, parallelSolves: 0};
	const {status, body} = await call(`PUT ${path}`, {body: {...wrong, browserPath: '/bin/true', stats: {}}});
	t.is(status, 400);
	const paths = body.errors.map((fault: {path: string}) => fault.path).toSorted();
	t.deepEqual(paths, [...Object.keys(wrong), 'browserPath', 'stats'].toSorted());
	for (const [field, values] of Object.entries({
		timeout: [301, 5.5, '60', null],
		cacheTtl: [-1],
		maxRetries: [-1],
		parallelSolves: [17],
		proxy: [
			'proxy.test:3128',
			'http://',
			'http://a b',
			'http://proxy.test/path',
			'javascript:alert(1)',
			'http://proxy.test:99999',
			'socks5://a\\@proxy.test',
			7,
		],
	})) {
		for (const value of values) {
			const one = await call(`PUT ${path}`, {body: {enabled: false, [field]: value}});
			t.is(one.status, 400, `${field} ${value}`);
			t.deepEqual(
				one.body.errors.map((fault: {path: string}) => fault.path),
				[field],
			);
		}
	}
	t.like((await call(`GET ${path}`)).body, defaults);
});

test('resetting brings the defaults back, but not what administrators alone may set', async t => {
	const {call, deps} = await serve(t);
	const at = new Date();
	await deps.settings.set('captcha.externalUrl', 'http://solver.test:8191', at);
	await deps.settings.set('captcha.browserPath', '/opt/chromium', at);
	await deps.settings.set('captcha.proxyMayBePrivate', false, at);
	await call(`PUT ${path}`, {as: 'user', body: {timeout: 99, enabled: false, proxy: 'http://me:secret@proxy.test:3128'}});
	const byUser = await call(`DELETE ${path}`, {as: 'user'});
	t.is(byUser.status, 200);
	t.deepEqual(byUser.body, {success: true, ...defaults});
	t.is(deps.settings.get('captcha.proxy'), '');
	t.is(deps.settings.get('captcha.externalUrl'), 'http://solver.test:8191');
	t.false(deps.settings.get('captcha.proxyMayBePrivate'));
	const shown = (await call(`GET ${path}`)).body;
	t.like(shown, {...defaults, browserPath: '/opt/chromium'});
	await call(`DELETE ${path}`);
	t.true(deps.settings.get('captcha.proxyMayBePrivate'));
});

test('a change is in force in another process before it reads all settings again', async t => {
	const {call, deps} = await serve(t);
	const {settingStore, events, secrets} = deps;
	const other = createSettings({store: settingStore, events, secrets});
	t.teardown(other.close);
	await other.load();
	await deps.subscriber.subscribe('ready');
	await call(`PUT ${path}`, {body: {timeout: 17, proxy: 'http://me:secret@proxy.test:3128'}});
	await until(() => other.get('captcha.timeout') === 17 && other.get('captcha.proxy') !== '');
	t.is(other.get('captcha.proxy'), 'http://me:secret@proxy.test:3128');
});

test('the solver is for every caller, reading keys only read', async t => {
	const {call} = await serve(t);
	const lines = ['GET', 'PUT', 'DELETE'].map(method => `${method} ${path}`);
	const all = [...lines, `GET ${path}/health`, `DELETE ${path}/health`, `POST ${path}/test`];
	const body = {url: 'http://127.0.0.1/'};
	const statusOf = async (line: string, as: As) => (await call(line, {as, ...(/POST|PUT/.test(line) && {body})})).status;
	for (const line of all) {
		const right = /POST|PUT/.test(line) ? 400 : 200;
		t.is(await statusOf(line, 'nobody'), 401, line);
		t.is(await statusOf(line, 'user'), right, line);
		t.is(await statusOf(line, 'streaming'), line.startsWith('GET') ? 200 : 403, line);
	}
});

test('the six take only the methods and bodies that they say', async t => {
	const {call} = await serve(t);
	for (const [line, allowed] of [
		[`POST ${path}`, 'GET, HEAD, PUT, DELETE'],
		[`PUT ${path}/health`, 'GET, HEAD, DELETE'],
		[`GET ${path}/test`, 'POST'],
	] as const) {
		const wrong = await call(line);
		t.is(wrong.status, 405, line);
		t.is(wrong.headers.get('allow'), allowed, line);
	}
	for (const line of [`PUT ${path}`, `POST ${path}/test`]) {
		t.is((await call(line, {body: 'a=1', headers: {'content-type': 'text/plain'}})).status, 415, line);
		t.is((await call(line, {body: JSON.stringify({url: 'x'.repeat(1_100_000)})})).status, 413, line);
		t.is((await call(line, {body: '{'})).body.code, 'malformed_json', line);
	}
});
