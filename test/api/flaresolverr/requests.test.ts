import test from 'ava';
import {redisNow} from '#shared/redis.ts';
import {buildCookie} from '#test/helpers/build-clearance.ts';
import {readAllKeys} from '#test/helpers/read-all-keys.ts';
import {buildPage, gateUrl, withBrowser} from '#test/helpers/with-browser.ts';

test('a page is opened as it was asked for, with the defaults of FlareSolverr', async t => {
	const {send, asked} = await withBrowser(t);
	const {status, body} = await send({cmd: 'request.get', url: gateUrl});
	t.is(status, 200);
	t.deepEqual(Object.keys(body), ['status', 'message', 'solution', 'startTimestamp', 'endTimestamp', 'version']);
	t.like(body, {status: 'ok', message: 'Challenge not detected!', version: '9.9.9'});
	t.true(body.startTimestamp > 1e12 && body.endTimestamp >= body.startTimestamp);
	t.deepEqual(body.solution, {
		url: gateUrl,
		status: 200,
		cookies: [
			{
				name: 'gate_pass',
				value: 'let-me-in',
				domain: '.example.test',
				path: '/',
				expiry: 1_900_000_000,
				expires: 1_900_000_000,
				httpOnly: true,
				secure: true,
				sameSite: 'None',
			},
		],
		userAgent: buildPage().userAgent,
		headers: {},
		response: '<title>Account</title>',
	});
	t.deepEqual(asked[0]?.page, {
		method: 'GET',
		url: gateUrl,
		postData: null,
		cookies: [],
		proxy: null,
		session: null,
		solverKeyId: null,
		disableMedia: false,
		waitSeconds: 0,
		withScreenshot: false,
		withHtml: true,
	});
});

test('every field of a request reaches the browser', async t => {
	const {send, asked} = await withBrowser(t, () => ({kind: 'edge_widget', screenshot: 'iVBORw0=', widgetToken: 'token-1'}));
	const {body} = await send({
		cmd: 'request.post',
		url: gateUrl,
		postData: '?user=me&password=1%202',
		cookies: [
			{name: 'a', value: '', domain: 'gate.test', path: '/x', sameSite: 'Lax', size: 3},
			{name: 'b', value: '2', domain: null},
		],
		proxy: {url: 'http://me:p%40ss@proxy.test:3128'},
		returnScreenshot: true,
		waitInSeconds: 1.5,
		disableMedia: true,
		tabs_till_verify: 3,
		maxTimeout: 5000.9,
	});
	t.is(body.message, 'Challenge solved!');
	t.like(body.solution, {screenshot: 'iVBORw0=', turnstile_token: 'token-1'});
	t.deepEqual(asked[0]?.page, {
		method: 'POST',
		url: gateUrl,
		postData: 'user=me&password=1%202',
		cookies: [
			{name: 'a', value: '', domain: 'gate.test', path: '/x'},
			{name: 'b', value: '2'},
		],
		proxy: {url: 'http://proxy.test:3128', username: 'me', password: 'p@ss'},
		session: null,
		solverKeyId: null,
		disableMedia: true,
		waitSeconds: 1.5,
		withScreenshot: true,
		withHtml: true,
	});
});

test('cookies alone come without headers and page', async t => {
	const session = buildCookie({name: 'sid', expires: -1, sameSite: null, domain: 'gate.test', secure: false, httpOnly: false});
	const {send, asked} = await withBrowser(t, () => ({html: null, cookies: [session]}));
	const {body} = await send({cmd: 'request.get', url: gateUrl, returnOnlyCookies: true, waitInSeconds: 5});
	t.like(body.solution, {status: 200, headers: null, response: null});
	const bare = {name: 'sid', value: 'let-me-in', domain: 'gate.test', path: '/', httpOnly: false, secure: false};
	t.deepEqual(body.solution.cookies, [{...bare, expires: -1, sameSite: 'Lax'}]);
	t.like(asked[0]?.page, {withHtml: false, waitSeconds: 0});
});

test('time limits are brought within their bounds', async t => {
	const {send, asked, deps} = await withBrowser(t);
	for (const [maxTimeout, max] of [
		[undefined, 60_000],
		[null, 60_000],
		[0, 60_000],
		[-5, 60_000],
		[5000.9, 5000],
		[120_000, 120_000],
		[1e15, 300_000],
	] as const) {
		const before = await redisNow(deps.producer);
		await send({cmd: 'request.get', url: gateUrl, maxTimeout});
		const begunAt = (asked.at(-1)?.deadline ?? 0) - max;
		t.true(before <= begunAt && begunAt <= (await redisNow(deps.producer)), String(maxTimeout));
	}
});

test('what is not given may be null, and what nobody knows is ignored', async t => {
	const {send} = await withBrowser(t);
	const names = ['postData', 'session', 'session_ttl_minutes', 'maxTimeout', 'cookies', 'proxy', 'returnOnlyCookies', 'returnScreenshot'];
	const nulls = Object.fromEntries([...names, 'waitInSeconds', 'disableMedia', 'tabs_till_verify', 'headers'].map(name => [name, null]));
	const old = {userAgent: 'Mine', headers: [{name: 'Accept', value: '*/*'}], download: true, returnRawHtml: true, executeJs: 'return 1'};
	t.is((await send({cmd: 'request.get', url: gateUrl, ...nulls})).status, 200);
	t.is((await send({cmd: 'request.get', url: gateUrl, ...old})).status, 200);
});

test('neither address nor fields nor page can be read in Redis', async t => {
	const seen: string[] = [];
	const served = await withBrowser(t);
	const {producer, prefix, pageCache} = served.deps;
	const take = pageCache.take;
	pageCache.take = async pageId => {
		seen.push(await readAllKeys(producer, prefix));
		return take(pageId);
	};
	const proxy = {url: 'http://proxy.test:3128', username: 'me', password: 'proxy-secret'};
	const cookies = [{name: 'sid', value: 'cookie-secret'}];
	await served.send({cmd: 'request.post', url: gateUrl, postData: 'password=form-secret', proxy, cookies, session: 'mine'});
	seen.push(await readAllKeys(producer, prefix));
	t.is(seen.length, 2);
	t.true(seen[0]?.includes(':opened-page:'));
	for (const secret of ['tell-nobody', 'gate.test', 'proxy-secret', 'cookie-secret', 'form-secret', 'let-me-in', 'Account']) {
		t.false(seen.join('').includes(secret), secret);
	}
	t.false(seen[1]?.includes(':opened-page:'));
});

test('a page of many megabytes comes whole', async t => {
	const html = 'é'.repeat(3_000_000);
	const {send} = await withBrowser(t, () => ({html}));
	t.is((await send({cmd: 'request.get', url: gateUrl})).body.solution.response, html);
});
