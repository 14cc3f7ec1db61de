import {once} from 'node:events';
import {connect} from 'node:net';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {createRoutes} from '#api/routes.ts';
import {createHttpServices} from '#api/services.ts';
import {serve} from '#test/helpers/serve.ts';

const body = {name: 'One', kind: 'newznab', url: 'http://indexer.test'};

test('every reply carries a request id: the caller’s when it is sane, else one of ours', async t => {
	const {call} = await serve(t);
	const given = await call('GET /api/queue', {headers: {'x-request-id': 'trace-1.2:3'}});
	t.is(given.headers.get('x-request-id'), 'trace-1.2:3');
	const made = await call('GET /api/nothing', {headers: {'x-request-id': 'a b'}});
	t.regex(made.headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/);
	t.is(made.body.requestId, made.headers.get('x-request-id'));
});

test('failures are problem details without anything of the machine', async t => {
	const {call} = await serve(t);
	const {status, headers, body: problem} = await call('GET /api/nothing?apikey=secret', {as: 'nobody'});
	t.is(status, 404);
	t.is(headers.get('content-type'), 'application/problem+json; charset=utf-8');
	t.deepEqual(Object.keys(problem).sort(), ['code', 'detail', 'instance', 'requestId', 'status', 'title', 'type']);
	t.like(problem, {code: 'unknown_path', title: 'Not Found', status: 404, instance: '/api/nothing', type: 'about:blank'});
});

test('the answer to a wrong method says which are allowed', async t => {
	const {call} = await serve(t);
	const wrong = await call('DELETE /api/library/movies', {as: 'nobody'});
	t.is(wrong.status, 405);
	t.is(wrong.headers.get('allow'), 'GET, HEAD, POST');
	t.is(wrong.body.code, 'method_not_allowed');
	t.is((await call('HEAD /api/health')).status, 200);
});

test('OPTIONS and a wrong method list what a path has, also where its name could be an id', async t => {
	const {url, deps, call} = await serve(t);
	for (const [path, lines] of Map.groupBy(createRoutes({...deps, ...createHttpServices(deps)}), each => each.path)) {
		const allowed = lines.flatMap(({method}) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
		const options = await fetch(url + path, {method: 'OPTIONS'});
		t.is(options.status, 204, path);
		t.is(options.headers.get('allow'), allowed, path);
	}
	const wrong = await call('GET /api/indexers/test');
	t.is(wrong.status, 405);
	t.is(wrong.headers.get('allow'), 'POST');
});

test('only well-formed JSON of at most 1 MiB is a body', async t => {
	const {call} = await serve(t);
	const post = (text: string, headers: Record<string, string> = {}) => call('POST /api/indexers', {body: text, headers});
	t.like((await post('{"name":')).body, {status: 400, code: 'malformed_json'});
	t.like((await post('"text"')).body, {status: 400, code: 'malformed_json'});
	t.like((await post('[]')).body, {status: 400, code: 'validation_failed'});
	t.like((await post('a=1', {'content-type': 'application/x-www-form-urlencoded'})).body, {status: 415, code: 'unsupported_media_type'});
	t.like((await post(JSON.stringify(body), {'content-type': 'application/json; charset=latin1'})).body, {status: 415});
	t.like((await post(JSON.stringify({...body, name: 'x'.repeat(1_100_000)}))).body, {status: 413, code: 'body_too_large'});
	t.is((await call('POST /api/indexers')).status, 400);
});

test('a compressed body is measured after it is opened', async t => {
	const {url, headersOf} = await serve(t);
	const bomb = gzipSync(JSON.stringify({...body, name: 'x'.repeat(5_000_000)}));
	const response = await fetch(`${url}/api/indexers`, {
		method: 'POST',
		headers: {...(await headersOf('admin')), 'content-type': 'application/json', 'content-encoding': 'gzip'},
		body: bomb,
	});
	t.is(response.status, 413);
});

test('a body that is broken below its JSON is the body’s fault, not the address’s', async t => {
	const {url, headersOf} = await serve(t);
	const headers = {...(await headersOf('admin')), 'content-type': 'application/json'};
	const send = async (bytes: Uint8Array<ArrayBuffer>, encoding: string) => {
		const response = await fetch(`${url}/api/indexers`, {method: 'POST', headers: {...headers, 'content-encoding': encoding}, body: bytes});
		return (await response.json()) as object;
	};
	const whole = gzipSync(JSON.stringify(body));
	for (const [bytes, encoding] of [
		[Buffer.from('notgzip'), 'gzip'],
		[Buffer.from('notdeflate'), 'deflate'],
		[Buffer.from('notbr'), 'br'],
		[whole.subarray(0, -9), 'gzip'],
		[Buffer.from('{"name":"a\xff\xfeb"}', 'latin1'), 'identity'],
		[Buffer.from('{"name":"\xed\xa0\x80"}', 'latin1'), 'identity'],
	] as const) {
		t.like(await send(new Uint8Array(bytes), encoding), {status: 400, code: 'malformed_json'}, encoding);
	}
	t.like(await send(new Uint8Array(Buffer.from('{}')), 'zstd-like'), {status: 415, code: 'unsupported_media_type'});
});

test('what is refused before it is a request is a problem with a request id too', async t => {
	const {url} = await serve(t);
	const {port, hostname} = new URL(url);
	const send = async (text: string) => {
		const socket = connect(Number(port), hostname);
		socket.end(text);
		const reply = (await Array.fromAsync(socket)).join('');
		return {reply, problem: JSON.parse(reply.slice(reply.indexOf('\r\n\r\n'))) as {requestId: string}};
	};
	for (const [text, status, code] of [
		[`GET /api/library/movies?search=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'headers_too_large'],
		[`GET /api/health HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
		['nonsense\r\n\r\n', 400, 'malformed_request'],
		['GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
		['GET /api/health HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
	] as const) {
		const {reply, problem} = await send(text);
		t.true(reply.startsWith(`HTTP/1.1 ${status} `), reply);
		t.true(reply.includes('Content-Type: application/problem+json; charset=utf-8\r\n'));
		t.true(reply.includes(`X-Request-Id: ${problem.requestId}\r\n`));
		t.like(problem, {type: 'about:blank', status, code});
	}
});

test('an expectation that nobody knows is ignored, and a request of HTTP/1.0 needs no host', async t => {
	const {url} = await serve(t);
	const {port, hostname} = new URL(url);
	for (const head of ['1.1\r\nHost: a\r\nExpect: the-unexpected\r\nConnection: close', '1.0']) {
		const socket = connect(Number(port), hostname);
		socket.write(`GET /api/queue HTTP/${head}\r\n\r\n`);
		t.true((await Array.fromAsync(socket)).join('').startsWith('HTTP/1.1 200 '), head);
	}
});

test('a byte order mark before a body is no part of it', async t => {
	const {call} = await serve(t);
	t.is((await call('POST /api/indexers', {body: `\ufeff${JSON.stringify({...body, enabled: false})}`})).status, 201);
	t.like((await call('POST /api/indexers', {body: '\ufeff\ufeff{}'})).body, {status: 400, code: 'malformed_json'});
});

test('nothing is written behind a reply when the rest of its request is broken', async t => {
	const {url} = await serve(t);
	const {port, hostname} = new URL(url);
	const socket = connect(Number(port), hostname);
	socket.write('POST /api/nothing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
	const [reply] = (await once(socket, 'data')) as [Buffer];
	socket.write('no chunk\r\n');
	const rest = await Array.fromAsync(socket).catch(() => []);
	t.true(reply.toString().startsWith('HTTP/1.1 404 '));
	t.is(rest.join(''), '');
});

test('a malformed request behind a whole one is answered as a first one is', async t => {
	const {url} = await serve(t);
	const {port, hostname} = new URL(url);
	const socket = connect(Number(port), hostname);
	socket.write('GET /api/nothing HTTP/1.1\r\nHost: a\r\n\r\n');
	await once(socket, 'data');
	socket.write('nonsense\r\n\r\n');
	t.true((await Array.fromAsync(socket)).join('').startsWith('HTTP/1.1 400 '));
});

test('keys that poison objects, NUL and endless nesting are refused wherever they stand', async t => {
	const {call} = await serve(t);
	const wrong = [
		'{"value": {"__proto__": {"admin": true}}}',
		'{"value": [{"constructor": 1}]}',
		'{"value": {"a": {"prototype": 1}}}',
		'{"__proto__": 1, "value": true}',
		'{"value": "a\\u0000b"}',
		`{"value": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
	];
	for (const text of wrong) {
		const {status, body: problem} = await call('PUT /api/settings/security.queuePublic', {body: text});
		t.is(status, 400, text.slice(0, 60));
		t.is(problem.code, 'validation_failed');
		t.true(problem.errors.length > 0);
	}
	t.is(({} as {admin?: boolean}).admin, undefined);
});

test('credentials are looked at before parameters and body, and those before the record', async t => {
	const {call} = await serve(t);
	t.is((await call('PUT /api/indexers/nope', {as: 'nobody', body: '{'})).status, 401);
	t.is((await call('PUT /api/indexers/nope', {as: 'streaming', body: '{'})).status, 403);
	t.is((await call('PUT /api/indexers/nope', {body: {priority: 99}})).status, 400);
	t.is((await call('PUT /api/indexers/nope', {body: {priority: 9}})).status, 404);
});

test('a badly encoded id is 404, as every id that cannot be one', async t => {
	const {call} = await serve(t);
	t.is((await call('GET /api/library/movies/%E0%A4%A')).status, 404);
});

test('everything lies below the base path, and nothing beside it', async t => {
	const {call} = await serve(t, {http: {basePath: '/media/kino'}});
	t.is((await call('GET /media/kino/api/queue', {as: 'nobody'})).status, 200);
	t.is((await call('GET /api/queue', {as: 'nobody'})).status, 404);
	t.is((await call('GET /media/kinoteka/api/queue', {as: 'nobody'})).status, 404);
	const login = await call('GET /media/kino/api/auth/session', {as: 'user'});
	t.is(login.body.user.username, 'vera');
});

test('replies are not cached, and browsers are told to guard them', async t => {
	const {call} = await serve(t);
	const {headers} = await call('GET /api/settings');
	t.is(headers.get('cache-control'), 'no-store');
	t.is(headers.get('x-content-type-options'), 'nosniff');
	t.is(headers.get('x-powered-by'), null);
	t.is(headers.get('strict-transport-security'), null);
	t.false((headers.get('content-security-policy') ?? '').includes('upgrade-insecure-requests'));
});

test('long replies to reads are compressed for callers that take it, short ones are not', async t => {
	const {url, headersOf} = await serve(t);
	const headers = await headersOf('admin');
	const get = async (path: string, encoding: string) => {
		const response = await fetch(url + path, {headers: {...headers, 'accept-encoding': encoding}});
		return [response.headers.get('content-encoding'), Object.keys((await response.json()) as object).length > 0];
	};
	t.deepEqual(await get('/api/settings', 'gzip'), ['gzip', true]);
	t.deepEqual(await get('/api/settings', 'identity'), [null, true]);
	t.deepEqual(await get('/api/tags', 'gzip'), [null, true]);
});

test('lists are limited for each caller over a sliding window, with the headers that tell', async t => {
	const {call} = await serve(t, {http: {listRequestsPerMinute: 3}});
	const statuses: number[] = [];
	for (let count = 0; count < 5; count += 1) {
		statuses.push((await call('GET /api/library/movies')).status);
	}
	t.deepEqual(statuses, [200, 200, 200, 429, 429]);
	const refused = await call('GET /api/library/movies');
	t.is(refused.body.code, 'too_many_requests');
	t.true(Number(refused.headers.get('retry-after')) >= 1 && Number(refused.headers.get('retry-after')) <= 60);
	t.regex(refused.headers.get('ratelimit') ?? '', /r=0/);
	t.regex(refused.headers.get('ratelimit-policy') ?? '', /q=3; w=60/);
	t.is((await call('GET /api/library/movies', {as: 'streaming'})).status, 200);
});

test('what nobody expected is a bare 500, and its cause is in the log', async t => {
	const lines: unknown[] = [];
	const log = {error: (...args: unknown[]) => lines.push(args), info() {}, debug() {}, warn() {}, isLevelEnabled: () => true};
	const served = await serve(t, {
		log: log as never,
		deps: {history: {page: () => Promise.reject(new Error('secret cause'))} as never},
	});
	const {status, body: problem} = await served.call('GET /api/history');
	t.is(status, 500);
	t.is(problem.code, 'internal_error');
	t.false(JSON.stringify(problem).includes('secret cause'));
	t.true(String(JSON.stringify(lines, (_key, value) => (value instanceof Error ? value.message : value))).includes('secret cause'));
});
