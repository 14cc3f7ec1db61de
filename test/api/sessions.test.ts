import test from 'ava';
import {logIn, serve, testPassword} from '#test/helpers/serve.ts';

const dayMs = 86_400_000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Row {
	id: string;
	username: string;
	isCurrent: boolean;
}

test('people see and end their own sessions, administrators those of all', async t => {
	const {call, headersOf, url} = await serve(t);
	await headersOf('user');
	await headersOf('administrator');
	const answer = await call('POST /api/auth/login', {
		as: 'nobody',
		headers: {'user-agent': firefox},
		body: {username: 'vera', password: testPassword},
	});
	t.is(answer.status, 200);
	const second = {cookie: await logIn(url, 'vera'), 'sec-fetch-site': 'same-origin'};

	const own = (await call('GET /api/auth/sessions', {as: 'user'})).body;
	t.is(own.pagination.total, 3);
	t.deepEqual(new Set(own.sessions.map(({username}: Row) => username)), new Set(['vera']));
	t.is(own.sessions.filter(({isCurrent}: Row) => isCurrent).length, 1);
	t.true(
		own.sessions.some(({device, address}: {device: string; address: string}) => device === 'Firefox on Linux' && address === '127.0.0.1'),
	);
	const all = (await call('GET /api/auth/sessions', {as: 'administrator'})).body;
	t.is(all.pagination.total, 4);
	t.is((await call('GET /api/auth/sessions')).body.pagination.total, 4);
	t.is((await call('GET /api/auth/sessions', {as: 'streaming'})).body.pagination.total, 0);

	const root = all.sessions.find(({username}: Row) => username === 'root');
	t.is((await call(`DELETE /api/auth/sessions/${root.id}`, {as: 'user'})).status, 404);
	const mine = (await call('GET /api/auth/sessions', {as: 'nobody', headers: second})).body.sessions.find(({isCurrent}: Row) => isCurrent);
	t.is((await call(`DELETE /api/auth/sessions/${mine.id}`, {as: 'user'})).status, 204);
	t.is((await call('GET /api/auth/session', {as: 'nobody', headers: second})).status, 401);
	t.is((await call(`DELETE /api/auth/sessions/${root.id}`)).status, 204);
	t.is((await call('GET /api/auth/session', {as: 'administrator'})).status, 401);
	t.is((await call(`DELETE /api/auth/sessions/${root.id}`)).status, 404);
});

test('a list of sessions has no credential', async t => {
	const {call, headersOf, deps} = await serve(t);
	const {cookie = ''} = await headersOf('user');
	const listed = JSON.stringify((await call('GET /api/auth/sessions')).body);
	const [stored] = await deps.connection.collection('sessions').find().toArray();
	t.false(listed.includes(String(stored?._id)));
	t.false(listed.includes(cookie.slice(4, 20)));
});

test('a session ends after its longest time, however often it is used', async t => {
	const time = {now: new Date()};
	const {call, headersOf, deps} = await serve(t, {deps: {now: () => time.now}});
	await call('PUT /api/settings/security.sessionDays', {body: {value: 3}});
	const start = Number(time.now);
	await headersOf('user');
	t.is((await call('GET /api/auth/sessions')).body.sessions[0].expiresAt, new Date(start + 3 * dayMs).toISOString());
	time.now = new Date(start + 2.9 * dayMs);
	t.is((await call('GET /api/auth/session', {as: 'user'})).status, 200);
	time.now = new Date(start + 3.1 * dayMs);
	t.is((await call('GET /api/auth/sessions')).body.pagination.total, 0);
	t.is((await call('GET /api/auth/session', {as: 'user'})).status, 401);
	t.is(await deps.connection.collection('sessions').countDocuments(), 0);
});

test('a new password and the end of an account end their sessions', async t => {
	const {call, headersOf, deps} = await serve(t);
	const headers = await headersOf('user');
	await call('POST /api/auth/login', {as: 'nobody', body: {username: 'vera', password: testPassword}});
	const body = {currentPassword: testPassword, newPassword: 'another long one'};
	t.is((await call('PUT /api/auth/password', {as: 'nobody', headers, body})).status, 200);
	const {sessions} = (await call('GET /api/auth/sessions')).body;
	t.is(sessions.length, 1);
	const [{id}] = (await call('GET /api/users')).body.users;
	t.is((await call(`DELETE /api/users/${id}`)).status, 204);
	t.is(await deps.connection.collection('sessions').countDocuments(), 0);
});

test('over https the cookie is taken from this host only, and a plain one does not count', async t => {
	const {call, headersOf} = await serve(t);
	const plain = await headersOf('user');
	await call('PUT /api/settings/externalUrl.useSsl', {body: {value: true}});
	const https = {'x-forwarded-proto': 'https'};
	const answer = await call('POST /api/auth/login', {as: 'nobody', headers: https, body: {username: 'vera', password: testPassword}});
	const cookie = answer.headers.getSetCookie().find(each => each.includes('sid=')) ?? '';
	t.regex(cookie, /^__Host-sid=.*; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Lax$/);
	const status = async (headers: Record<string, string>) => (await call('GET /api/auth/session', {as: 'nobody', headers})).status;
	const value = cookie.split(';')[0] ?? '';
	t.is(await status({...https, cookie: value}), 200);
	t.is(await status({...https, cookie: value.replace('__Host-', '')}), 401);
	t.is(await status({...https, ...plain}), 401);
	t.is(await status(plain), 200);
	const out = await call('POST /api/auth/logout', {as: 'nobody', headers: {...https, cookie: value, 'sec-fetch-site': 'same-origin'}});
	t.regex(out.headers.getSetCookie().join(), /^__Host-sid=;.*Secure/);
	t.is(await status({...https, cookie: value}), 401);
});

test('below a base path the cookie is bound to that path', async t => {
	const {call, headersOf} = await serve(t, {http: {basePath: '/kino'}});
	await headersOf('user');
	await call('PUT /kino/api/settings/externalUrl.useSsl', {body: {value: true}});
	const answer = await call('POST /kino/api/auth/login', {
		as: 'nobody',
		headers: {'x-forwarded-proto': 'https'},
		body: {username: 'vera', password: testPassword},
	});
	t.regex(answer.headers.getSetCookie().join('\n'), /^__Secure-sid=.*; Path=\/kino; .*Secure/m);
});

test('a key is refused once it has expired, at once and in every use', async t => {
	const time = {now: new Date('2026-05-04T10:20:30Z')};
	const {call} = await serve(t, {deps: {now: () => time.now}});
	const add = (expiresAt: unknown) => call('POST /api/settings/system/api-keys', {body: {name: 'tv', type: 'main', expiresAt}});
	for (const wrong of ['2026-05-04T10:20:30Z', 'tomorrow', 5]) {
		t.is((await add(wrong)).status, 400);
	}
	const {key} = (await add('2026-05-04T10:20:32Z')).body;
	t.is(key.expiresAt, '2026-05-04T10:20:32.000Z');
	const use = () => call('GET /api/auth/session', {as: 'nobody', headers: {'x-api-key': key.value}});
	t.is((await use()).status, 200);
	time.now = new Date('2026-05-04T10:20:32Z');
	t.is((await use()).status, 401);
	const {keys} = (await call('GET /api/settings/system/api-keys')).body;
	const listed = keys.find(({id}: {id: string}) => id === key.id);
	t.is(listed.lastUsedAt, '2026-05-04T10:00:00.000Z');
	t.like((await call(`POST /api/settings/system/api-keys/${key.id}/regenerate`)).body, {status: 409, code: 'key_expired'});
});
