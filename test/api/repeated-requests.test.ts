import test from 'ava';
import {addMovie} from '#test/helpers/build-movie.ts';
import {serve} from '#test/helpers/serve.ts';

const path = '/api/tags';
const key = (value: string) => ({'idempotency-key': value});

test('a request with the same key is answered once, and repeated word for word', async t => {
	const {call} = await serve(t);
	const body = {label: 'night'};
	const first = await call(`POST ${path}`, {body, headers: key('one')});
	t.is(first.status, 201, JSON.stringify(first.body));
	t.is(first.headers.get('idempotency-replayed'), null);
	const again = await call(`POST ${path}`, {body, headers: key('one')});
	t.is(again.status, 201);
	t.deepEqual(again.body, first.body);
	t.is(again.headers.get('idempotency-replayed'), 'true');
	t.is((await call(`GET ${path}`)).body.tags.length, 1);
	const other = await call(`POST ${path}`, {body, headers: key('two')});
	t.is(other.headers.get('idempotency-replayed'), null, 'another key is another request');
});

test('requests with one key at the same time do the work once', async t => {
	const {call} = await serve(t);
	const answers = await Promise.all(Array.from({length: 5}, () => call(`POST ${path}`, {body: {label: 'same'}, headers: key('x')})));
	const statuses = answers.map(({status, body}) => `${status} ${body.code ?? ''}`.trim());
	t.true(statuses.includes('201'));
	t.true(
		statuses.every(each => each === '201' || each === '409 request_in_progress'),
		statuses.join(),
	);
	t.is((await call(`GET ${path}`)).body.tags.length, 1);
});

test('a key with another request is refused, and a request that failed may be repeated', async t => {
	const {call} = await serve(t);
	t.is((await call(`POST ${path}`, {body: {label: ''}, headers: key('k')})).status, 400);
	t.is((await call(`POST ${path}`, {body: {label: 'now'}, headers: key('k')})).status, 201);
	t.like((await call(`POST ${path}`, {body: {label: 'then'}, headers: key('k')})).body, {status: 422, code: 'idempotency_key_reused'});
	t.like((await call(`POST ${path}`, {body: {label: 'then'}, headers: key('two words')})).body, {status: 400, code: 'validation_failed'});
});

test('single titles and settings are sent again only if they have changed', async t => {
	const served = await serve(t);
	const {call} = served;
	const {id} = await addMovie(served);
	for (const each of [`/api/library/movies/${id}`, '/api/settings', '/api/settings/media.importMode']) {
		const first = await call(`GET ${each}`);
		const etag = first.headers.get('etag') ?? '';
		t.regex(etag, /^W\/"[\w-]{22}"$/, each);
		const same = await call(`GET ${each}`, {headers: {'if-none-match': etag}});
		t.is(same.status, 304, each);
		t.is((await call(`GET ${each}`, {headers: {'if-none-match': 'W/"another"'}})).status, 200, each);
	}
	const before = (await call(`GET /api/library/movies/${id}`)).headers.get('etag') ?? '';
	await call(`PUT /api/library/movies/${id}`, {body: {monitored: false}});
	t.is((await call(`GET /api/library/movies/${id}`, {headers: {'if-none-match': before}})).status, 200);
	t.is((await call('GET /api/library/movies')).headers.get('etag'), null);
});

test('pages of named origins may call the API with a key, all others not', async t => {
	const {call, url, deps} = await serve(t);
	const origin = 'https://dash.example.org';
	const ask = (from: string, method: string, headers: Record<string, string> = {}) =>
		fetch(`${url}/api/tags`, {method, headers: {origin: from, ...headers}});
	const preflight = {'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key'};
	t.is((await ask(origin, 'OPTIONS', preflight)).headers.get('access-control-allow-origin'), null);
	t.is((await call('PUT /api/settings/security.corsOrigins', {body: {value: ['https://a b']}})).status, 400);
	await deps.settings.set('security.corsOrigins', [origin], new Date());
	const allowed = await ask(origin, 'OPTIONS', preflight);
	t.is(allowed.status, 204);
	t.is(allowed.headers.get('access-control-allow-origin'), origin);
	t.is(allowed.headers.get('access-control-allow-credentials'), null, 'cookies stay at home');
	t.regex(allowed.headers.get('access-control-allow-headers') ?? '', /X-Api-Key/);
	const read = await ask(origin, 'GET');
	t.is(read.headers.get('access-control-allow-origin'), origin);
	t.regex(read.headers.get('vary') ?? '', /Origin/);
	const stranger = await ask('https://evil.example.org', 'OPTIONS', preflight);
	t.is(stranger.headers.get('access-control-allow-origin'), null);
});

test('/ping answers everybody, in the words that others look for', async t => {
	const {call} = await serve(t);
	t.like(await call('GET /ping', {as: 'nobody'}), {status: 200, body: {status: 'OK'}});
	t.is((await call('GET /ping?apikey=x', {as: 'nobody'})).status, 200);
});
