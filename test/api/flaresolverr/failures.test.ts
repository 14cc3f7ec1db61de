import test from 'ava';
import {solverReports} from '#shared/captcha/solver-reports.ts';
import {Unavailable} from '#shared/errors.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {serve} from '#test/helpers/serve.ts';
import {gateUrl, withBrowser} from '#test/helpers/with-browser.ts';

const solving = 'Error: Error solving the challenge. ';
const get = {cmd: 'request.get', url: gateUrl};
const report = {instance: 'host-1', browserPath: '/usr/bin/chromium', userAgent: null, fault: null};

test('each failure of the browser is told in the words that programs look for', async t => {
	let code = '';
	const {send} = await withBrowser(t, () => ({failure: {code, message: `What happened:\n${code}`}}));
	const own = (each: string) => `${solving}What happened:\\n${each}`;
	const chrome = (name: string, each: string) => `${solving}Message: unknown error: net::${name}\\nWhat happened:\\n${each}`;
	const expected = {
		timed_out: `${solving}Timeout after 60.0 seconds.`,
		blocked: `${solving}Cloudflare has blocked this request. Probably your IP is banned for this site, check in your web browser.`,
		name_not_found: chrome('ERR_NAME_NOT_RESOLVED', 'name_not_found'),
		connection_refused: chrome('ERR_CONNECTION_REFUSED', 'connection_refused'),
		proxy_failed: chrome('ERR_PROXY_CONNECTION_FAILED', 'proxy_failed'),
		...Object.fromEntries(
			[
				'needs_person',
				'address_refused',
				'connection_failed',
				'tls_failed',
				'too_large',
				'browser_missing',
				'page_crashed',
				'__proto__',
			].map(each => [each, own(each)]),
		),
	};
	for (const [each, message] of Object.entries(expected)) {
		code = each;
		const {status, body} = await send(get);
		t.is(status, 500, each);
		t.deepEqual(Object.keys(body), ['status', 'message', 'startTimestamp', 'endTimestamp', 'version']);
		t.like(body, {status: 'error', message, version: '9.9.9'});
	}
});

test('the time is reported as Python writes a float', async t => {
	const {send, deps} = await withBrowser(t, () => ({failure: {code: 'timed_out', message: ''}}));
	await solverReports(deps.producer, deps.prefix).put({[report.instance]: report});
	for (const [maxTimeout, seconds] of Object.entries({1: '0.001', 10: '0.01', 1500: '1.5', 60000: '60.0', 300001: '300.0'})) {
		const {body} = await send({...get, maxTimeout: Number(maxTimeout)});
		t.is(body.message, `${solving}Timeout after ${seconds} seconds.`);
	}
});

test('what a command lacks or has wrong is reported, whoever is to blame', async t => {
	const {send, asked} = await withBrowser(t);
	const says = async (command: object, message: RegExp) => {
		const {status, body} = await send(command);
		t.is(status, 500, JSON.stringify(command));
		t.is(body.status, 'error');
		t.regex(body.message, message);
	};
	await says({}, /^Error: Request parameter 'cmd' is mandatory\.$/);
	await says({cmd: null}, /^Error: Request parameter 'cmd' is mandatory\.$/);
	await says({cmd: '__proto__'}, /^Error: Request parameter 'cmd' = '__proto__' is invalid\.$/);
	await says({cmd: 'request.get'}, /^Error: Request parameter 'url' is mandatory in 'request\.get' command\.$/);
	await says({cmd: 'request.post', postData: 'a=1'}, /'url' is mandatory in 'request\.post' command/);
	await says({cmd: 'request.post', url: gateUrl}, /^Error: Request parameter 'postData' is mandatory in 'request\.post' command\.$/);
	await says({...get, postData: 'a=1'}, /^Error: Cannot use 'postBody' when sending a GET request\.$/);
	await says({...get, url: 'file:///etc/passwd'}, /'url' must be an address that begins with http:\/\/ or https:\/\//);
	await says({...get, url: 'gate.test'}, /'url' must be/);
	await says({...get, proxy: {url: 'http://'}}, /proxy\.url/);
	await says({...get, proxy: {url: 'http://proxy.test:99999'}}, /'proxy'/);
	for (const [field, value] of Object.entries({
		url: 7,
		maxTimeout: '60000',
		session: 'x'.repeat(101),
		session_ttl_minutes: -1,
		cookies: Array.from({length: 101}, () => ({name: 'a', value: 'b'})),
		returnOnlyCookies: 'yes',
		returnScreenshot: 1,
		waitInSeconds: 301,
		disableMedia: 'no',
		tabs_till_verify: 'three',
		postData: {},
		proxy: {url: 'ftp://proxy.test'},
	})) {
		await says({...get, [field]: value}, new RegExp(`^Error: The request parameters are wrong: ${field}`));
	}
	await says({...get, cookies: [{name: 'a'}, {value: 'b'}, 'c']}, /cookies\[0\]\.value.*cookies\[1\]\.name.*cookies\[2\]/);
	await says({...get, url: 'a\0b', ['constructor']: 1}, /wrong/);
	t.is(asked.length, 0);
});

test('addresses that lead inside are refused before anybody is asked', async t => {
	const {send, asked, deps} = await withBrowser(t);
	for (const url of [
		'http://127.0.0.1:5656/api',
		'http://2130706433/',
		'http://[::ffff:10.0.0.1]/',
		'http://localhost/',
		'http://169.254.169.254/',
	]) {
		const {status, body} = await send({...get, url});
		t.is(status, 500, url);
		t.regex(body.message, /is refused.*security\.allowPrivateNetworks/);
	}
	t.is(asked.length, 0);
	await deps.settings.set('security.allowPrivateNetworks', true, new Date());
	t.is((await send({...get, url: 'http://127.0.0.1:5656/api'})).status, 200);
});

test('a solver that is switched off says so, its sessions stay', async t => {
	const {send, asked, call} = await withBrowser(t);
	await call('PUT /api/captcha-solver', {body: {enabled: false}});
	const {status, body} = await send({...get, session: 'mine'});
	t.is(status, 500);
	t.regex(body.message, /switched off/);
	t.is(asked.length, 0);
	t.deepEqual((await send({cmd: 'sessions.list'})).body.sessions, []);
});

test('a worker that does not answer in time is a time-out, and without one that is said', async t => {
	const {call, deps} = await serve(t, {waits: {leastAskMs: 0}});
	const body = {...get, maxTimeout: 10};
	t.regex((await call('POST /v1', {body})).body.message, /No worker of the captcha pool/);
	await solverReports(deps.producer, deps.prefix).put({[report.instance]: report});
	t.is((await call('POST /v1', {body})).body.message, `${solving}Timeout after 0.01 seconds.`);
});

test('a worker that breaks, and a page that got lost, are failures of the command', async t => {
	const served = await serve(t);
	const answers = [
		() => Promise.reject(new Unavailable('browser_missing', 'There is no browser.')),
		async () => ({pageId: 'gone', failure: null}),
	];
	await answerJobs(t, served, {openPage: () => answers.shift()?.() ?? Promise.reject(new Error('no more'))});
	for (const message of [/^Error: There is no browser\.$/, /The opened page is gone/]) {
		const {status, body} = await served.call('POST /v1', {body: get});
		t.is(status, 500);
		t.regex(body.message, message);
	}
});
