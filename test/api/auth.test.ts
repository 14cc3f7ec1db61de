import test from 'ava';
import {hashOfKey} from '#shared/store/accounts/api-keys.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {addUser, type CallOptions, logIn, serve, testPassword} from '#test/helpers/serve.ts';

test('a session begins with the right password, tells who it is, and ends', async t => {
	const {call, url, headersOf} = await serve(t);
	await headersOf('user');
	const response = await fetch(`${url}/api/auth/login`, {
		method: 'POST',
		headers: {'content-type': 'application/json'},
		body: JSON.stringify({username: 'Vera', password: testPassword}),
	});
	t.is(response.status, 200);
	t.like(await response.json(), {user: {username: 'vera', role: 'user'}});
	const cookie = response.headers.getSetCookie().find(each => each.startsWith('sid=')) ?? '';
	t.regex(cookie, /^sid=.*; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
	const headers = {cookie: cookie.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin'};
	const as = (options: CallOptions = {}): CallOptions => ({as: 'nobody', headers, ...options});

	const session = await call('GET /api/auth/session', as());
	t.like(session.body.user, {username: 'vera', role: 'user'});
	t.deepEqual(Object.keys(session.body.user), ['id', 'username', 'role']);
	t.is((await call('POST /api/auth/logout', as())).status, 204);
	t.is((await call('GET /api/auth/session', as())).status, 401);
});

test('a wrong password and an unknown name answer the same', async t => {
	const {call, headersOf} = await serve(t);
	await headersOf('user');
	const [wrong, unknown] = [
		await call('POST /api/auth/login', {as: 'nobody', body: {username: 'vera', password: 'not the password'}}),
		await call('POST /api/auth/login', {as: 'nobody', body: {username: 'nobody', password: 'not the password'}}),
	];
	t.deepEqual([wrong.status, unknown.status], [401, 401]);
	t.is(wrong.body.detail, unknown.body.detail);
	t.is(wrong.headers.get('set-cookie'), null);
	t.is((await call('POST /api/auth/login', {as: 'nobody', body: {username: 'vera'}})).status, 400);
});

test('tries are limited for a name, whoever tries, even when the last is right', async t => {
	const {call, headersOf} = await serve(t, {http: {loginsPer15Minutes: 4}});
	await headersOf('user');
	const attempt = (password: string) => call('POST /api/auth/login', {as: 'nobody', body: {username: 'VERA', password}});
	const statuses = [];
	for (const password of ['wrong 1', 'wrong 2', 'wrong 3', testPassword]) {
		statuses.push((await attempt(password)).status);
	}
	t.deepEqual(statuses, [401, 401, 401, 429]);
	const refused = await attempt(testPassword);
	t.true(Number(refused.headers.get('retry-after')) > 600);
});

test('a cookie acts only from pages of ours', async t => {
	const {call, headersOf, url} = await serve(t);
	const {cookie = ''} = await headersOf('administrator');
	const post = async (headers: Record<string, string>) =>
		(await call('POST /api/settings/system/api-keys', {as: 'nobody', headers: {cookie, ...headers}, body: {name: 'x', type: 'main'}}))
			.status;
	t.is(await post({}), 403);
	t.is(await post({'sec-fetch-site': 'cross-site'}), 403);
	t.is(await post({'sec-fetch-site': 'same-site', origin: url}), 403);
	t.is(await post({origin: 'http://evil.test'}), 403);
	t.is(await post({origin: 'null'}), 403);
	t.is(await post({origin: url}), 201);
	t.is(await post({'sec-fetch-site': 'same-origin'}), 201);
	t.is((await call('GET /api/users', {as: 'nobody', headers: {cookie}})).status, 200);
	const login = await call('POST /api/auth/login', {
		as: 'nobody',
		headers: {origin: 'http://evil.test'},
		body: {username: 'root', password: testPassword},
	});
	t.is(login.body.code, 'cross_site');
});

test('a new password ends every other session of the user', async t => {
	const {call, headersOf, url} = await serve(t);
	const mine = await headersOf('user');
	const other = {cookie: await logIn(url, 'vera'), 'sec-fetch-site': 'same-origin'};
	const change = (headers: Record<string, string>, body: object) => call('PUT /api/auth/password', {as: 'nobody', headers, body});
	t.is((await call('GET /api/auth/session', {as: 'nobody', headers: other})).status, 200);

	const wrong = await change(mine, {currentPassword: 'not it at all', newPassword: 'another long one'});
	t.is(wrong.status, 400);
	t.deepEqual(wrong.body.errors[0].path, 'currentPassword');
	t.is((await change(mine, {currentPassword: testPassword, newPassword: 'short'})).status, 400);
	const changed = await change(mine, {currentPassword: testPassword, newPassword: 'another long one'});
	t.is(changed.status, 200);
	t.is((await call('GET /api/auth/session', {as: 'nobody', headers: other})).status, 401);
	const fresh = {
		cookie:
			changed.headers
				.getSetCookie()
				.find(each => each.startsWith('sid='))
				?.split(';')[0] ?? '',
	};
	t.is((await call('GET /api/auth/session', {as: 'nobody', headers: fresh})).body.user.username, 'vera');
	t.is(await logIn(url, 'vera'), '');
	t.not(await logIn(url, 'vera', 'another long one'), '');
	t.is((await call('PUT /api/auth/password', {body: {currentPassword: 'a', newPassword: 'another long one'}})).status, 403);
});

test('of three changes of a password at once one wins; the others no longer know the password, or have no session any more', async t => {
	const {call, headersOf, url} = await serve(t);
	const headers = await headersOf('user');
	const passwords = ['the first of three', 'the second of three', 'the third of three'];
	const answers = await Promise.all(
		passwords.map(newPassword =>
			call('PUT /api/auth/password', {as: 'nobody', headers, body: {currentPassword: testPassword, newPassword}}),
		),
	);
	t.is(answers.filter(({status}) => status === 200).length, 1);
	const lost = answers.filter(({status}) => status !== 200);
	t.true(lost.every(({status, body}) => status === 401 || (status === 400 && body.errors[0].path === 'currentPassword')));
	const won = passwords[answers.findIndex(({status}) => status === 200)];
	const cookies = await Promise.all(passwords.map(password => logIn(url, 'vera', password)));
	t.deepEqual(
		passwords.filter((_password, index) => cookies[index] !== ''),
		[won],
	);
});

test('users are made, listed and removed by administrators, the last of whom stays', async t => {
	const {call, headersOf} = await serve(t);
	const body = {username: 'otto', password: 'long enough for all', role: 'user'};
	const made = await call('POST /api/users', {body});
	t.is(made.status, 201);
	t.deepEqual(Object.keys(made.body), ['id', 'username', 'role', 'rights', 'createdAt', 'updatedAt']);
	t.like((await call('POST /api/users', {body: {...body, username: 'OTTO'}})).body, {status: 409, code: 'already_exists'});
	t.is((await call('POST /api/users', {body: {...body, username: 'a b', password: 'short', role: 'king'}})).body.errors.length, 3);
	t.is((await call('GET /api/users', {as: 'streaming'})).status, 403);
	t.is((await call('GET /api/users', {as: 'user'})).status, 403);
	await headersOf('administrator');
	const list = await call('GET /api/users');
	t.deepEqual(
		list.body.users.map(({username}: {username: string}) => username),
		['otto', 'root', 'vera'],
	);
	t.is(list.body.pagination.total, 3);
	const root = list.body.users[1];
	t.like((await call(`DELETE /api/users/${root.id}`)).body, {status: 409, code: 'last_admin'});
	t.is((await call(`DELETE /api/users/${made.body.id}`)).status, 204);
	t.is((await call(`DELETE /api/users/${made.body.id}`)).status, 404);
});

test('an administrator takes rights from a user and gives them back, which counts at once', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const movie = await addMovie(served);
	await served.headersOf('user');
	const {body: before} = await call('GET /api/auth/session', {as: 'user'});
	const all = {addTitles: true, searchReleases: true, deleteTitles: true, deleteFiles: true, editTitles: true, runTasks: true};
	t.deepEqual(before.rights, all);
	const path = `/api/users/${before.user.id}`;
	const set = (rights: object) => call(`PUT ${path}`, {body: {rights}});
	const lines = {
		addTitles: [
			'POST /api/library/movies',
			'POST /api/library/series',
			'PUT /api/collections/none',
			'POST /api/collections/none/add-missing',
		],
		searchReleases: [
			'POST /api/searches',
			'POST /api/download/grab',
			`POST /api/library/movies/${movie.id}/auto-search`,
			'POST /api/library/movies/bulk-search',
			'POST /api/library/series/none/auto-search',
			'POST /api/library/series/none/seasons/1/auto-search',
			'POST /api/library/series/bulk-search',
			'POST /api/library/episodes/none/auto-search',
			'POST /api/library/episodes/bulk-search',
		],
		deleteTitles: [`DELETE /api/library/movies/${movie.id}`, 'DELETE /api/library/series/none', 'DELETE /api/libraries/none'],
		deleteFiles: [`DELETE /api/library/movies/${movie.id}?deleteFiles=true`, 'DELETE /api/libraries/none?removeFiles=true'],
		editTitles: [
			`PUT /api/library/movies/${movie.id}`,
			'PUT /api/library/movies/bulk',
			'PUT /api/library/series/bulk',
			'PUT /api/library/episodes/none',
			'POST /api/libraries',
		],
		runTasks: [
			'POST /api/tasks/rssSync/run',
			'PUT /api/tasks/rssSync/enabled',
			'POST /api/libraries/none/backfill',
			'PUT /api/captcha-solver',
			'DELETE /api/captcha-solver',
			'DELETE /api/captcha-solver/health',
		],
	};
	for (const [right, ofRight] of Object.entries(lines)) {
		t.deepEqual((await set({[right]: false})).body.rights, {...all, [right]: false});
		for (const line of ofRight) {
			const refused = await call(line, {as: 'user', ...(!line.startsWith('DELETE') && {body: {}})});
			t.like(refused.body, {status: 403, code: 'right_required'}, line);
		}
		t.is((await call('GET /api/auth/session', {as: 'user'})).body.rights[right], false);
		t.deepEqual((await set({[right]: true})).body.rights, all);
	}
	await set({deleteFiles: false});
	t.is((await call(`DELETE /api/library/movies/${movie.id}?deleteFiles=perhaps`, {as: 'user'})).status, 403, 'before parameters are read');
	t.is((await call(`PUT /api/library/movies/${movie.id}`, {as: 'user', body: {monitored: false}})).status, 200);
	t.is((await call(`DELETE /api/library/movies/${movie.id}?deleteFiles=false`, {as: 'user'})).status, 204);

	t.like((await call('GET /api/audit')).body.audit[0], {action: 'movies.deleted'});
	t.is((await call(`PUT ${path}`, {as: 'user', body: {rights: all}})).status, 403);
	t.is((await call('PUT /api/users/none', {body: {rights: {}}})).status, 404);
	const {body: shown} = await call('GET /api/users');
	t.is((await call(`PUT ${path}`, {body: shown.users[0]})).status, 200, 'a record may come back as it was shown');
	const {id} = await addUser(deps, 'ada', 'admin');
	t.deepEqual((await call(`PUT /api/users/${id}`, {body: {rights: {runTasks: false}}})).body.errors, [
		{path: 'rights.runTasks', message: 'rights.runTasks cannot be taken from an administrator'},
	]);
	const made = await call('POST /api/users', {
		body: {username: 'kim', password: 'long enough for all', role: 'user', rights: {deleteFiles: false}},
	});
	t.deepEqual(made.body.rights, {...all, deleteFiles: false});
});

test('a removed user’s session is over at once', async t => {
	const {call, headersOf} = await serve(t);
	await headersOf('user');
	const {body} = await call('GET /api/auth/session', {as: 'user'});
	t.is((await call(`DELETE /api/users/${body.user.id}`)).status, 204);
	t.is((await call('GET /api/auth/session', {as: 'user'})).status, 401);
});

test('keys are shown once, used, replaced and deleted', async t => {
	const {call, deps} = await serve(t);
	const made = await call('POST /api/settings/system/api-keys', {body: {name: 'tv', type: 'main'}});
	t.is(made.status, 201);
	t.like(made.body, {success: true, key: {name: 'tv', type: 'main'}});
	const {id, value} = made.body.key;
	t.regex(value, /^[\w-]{43}$/);
	const by = (key: string) => ({as: 'nobody' as const, headers: {'x-api-key': key}});
	t.like((await call('GET /api/auth/session', by(value))).body, {user: null, apiKey: {id, name: 'tv', type: 'main'}});

	const list = await call('GET /api/settings/system/api-keys');
	const listed = list.body.keys.find((key: {id: string}) => key.id === id);
	t.deepEqual(Object.keys(listed), ['id', 'name', 'type', 'expiresAt', 'app', 'createdAt', 'lastUsedAt']);
	t.false(JSON.stringify(list.body).includes(value));
	// The note is written beside the reply.
	let lastUsedAt: Date | null = null;
	for (let tries = 0; tries < 200 && !lastUsedAt; tries += 1) {
		({lastUsedAt} = await deps.apiKeys.get(id));
	}
	t.truthy(lastUsedAt);

	const replaced = await call(`POST /api/settings/system/api-keys/${id}/regenerate`);
	t.is(replaced.status, 200);
	t.deepEqual(Object.keys(replaced.body.key), ['id', 'value', 'updatedAt']);
	t.is((await call('GET /api/auth/session', by(value))).status, 401);
	t.is((await call('GET /api/auth/session', by(replaced.body.key.value))).status, 200);
	t.is((await call(`DELETE /api/settings/system/api-keys/${id}`)).status, 204);
	t.is((await call('GET /api/auth/session', by(replaced.body.key.value))).status, 401);
	t.is((await call(`POST /api/settings/system/api-keys/${id}/regenerate`)).status, 404);
	t.is((await call('POST /api/settings/system/api-keys', {body: {type: 'root'}})).body.errors.length, 2);
});

test('of two who replace a key at once one does, so that nobody is told a value that is not valid', async t => {
	const {call, deps} = await serve(t);
	const {id} = (await call('POST /api/settings/system/api-keys', {body: {name: 'tv', type: 'main'}})).body.key;
	const seen = await deps.apiKeys.get(id);
	const later = new Date(Number(seen.updatedAt) + 1);
	await deps.apiKeys.replace(seen, 'the value of one', later);
	await t.throwsAsync(deps.apiKeys.replace(seen, 'the value of another', later), {code: 'changed_meanwhile'});
	t.is((await deps.apiKeys.findByHash(hashOfKey('the value of one')))?.id, id);
});

test('the last main key is deleted only by a session', async t => {
	const {call} = await serve(t);
	const [{id}] = (await call('GET /api/settings/system/api-keys')).body.keys;
	t.like((await call(`DELETE /api/settings/system/api-keys/${id}`)).body, {status: 409, code: 'last_main_key'});
	t.is((await call(`DELETE /api/settings/system/api-keys/${id}`, {as: 'administrator'})).status, 204);
});

test('a key in the address is believed on streams only', async t => {
	const {call, url, headersOf, deps} = await serve(t);
	const {'x-api-key': key = ''} = await headersOf('admin');
	t.is((await call(`GET /api/library/movies?apikey=${key}`, {as: 'nobody'})).status, 401);
	const stream = await fetch(`${url}/api/settings/logs/stream?apikey=${key}`);
	t.is(stream.status, 200);
	await stream.body?.cancel();
	t.is((await fetch(`${url}/api/settings/logs/stream?apikey=wrong`)).status, 401);
	const {'x-api-key': reader = ''} = await headersOf('streaming');
	t.is((await fetch(`${url}/api/settings/logs/stream?apikey=${reader}`)).status, 403);
	await deps.settings.set('security.queuePublic', false, new Date());
	const queue = await fetch(`${url}/api/queue/events?apikey=${reader}`);
	t.is(queue.status, 200);
	await queue.body?.cancel();
});

test('behind a proxy that is trusted the cookie is for https only, and its page is ours', async t => {
	const {call, headersOf, url} = await serve(t, {http: {trustProxy: ['loopback']}});
	await headersOf('user');
	const proxied = {'x-forwarded-proto': 'https', 'x-forwarded-host': 'kino.test'};
	const body = {username: 'vera', password: testPassword};
	const login = await call('POST /api/auth/login', {as: 'nobody', headers: {...proxied, origin: 'https://kino.test'}, body});
	t.is(login.status, 200);
	t.true(login.headers.getSetCookie().every(cookie => cookie.includes('; Secure')));
	t.is((await call('POST /api/auth/login', {as: 'nobody', headers: {...proxied, origin: url}, body})).status, 403);
});

test('addresses that a stranger writes into the request do not get around the limit', async t => {
	const {call} = await serve(t, {http: {loginsPer15Minutes: 2}});
	const statuses: number[] = [];
	for (const address of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) {
		const body = {username: `user-${address}`, password: 'wrong'};
		statuses.push((await call('POST /api/auth/login', {as: 'nobody', headers: {'x-forwarded-for': address}, body})).status);
	}
	t.deepEqual(statuses, [401, 401, 429]);
});

test('a browser that was logged in before cannot be kept out by the tries of others', async t => {
	const {call, headersOf} = await serve(t, {http: {loginsPer15Minutes: 3}});
	await headersOf('administrator');
	await headersOf('user');
	const attempt = (username: string, {password = 'wrong', cookie = ''} = {}) =>
		call('POST /api/auth/login', {as: 'nobody', headers: {...(cookie && {cookie})}, body: {username, password}});
	const login = await attempt('vera', {password: testPassword});
	const cookie =
		login.headers
			.getSetCookie()
			.find(each => each.startsWith('device='))
			?.split(';')[0] ?? '';
	t.regex(cookie, /^device=[\w-]{43}\.[\w-]{36}\.[\w-]{43}$/);
	for (let tries = 0; tries < 4; tries += 1) {
		await attempt('vera');
	}
	t.is((await attempt('vera', {password: testPassword})).status, 429);
	t.is((await attempt('vera', {password: testPassword, cookie})).status, 200);
	t.is((await attempt('vera', {password: testPassword, cookie: cookie.replace(/.$/, '!')})).status, 429, 'a forged cookie does not count');
	t.is((await attempt('root', {cookie})).status, 429, 'nor does it help to guess the password of somebody else');
	t.deepEqual(
		[(await attempt('vera', {cookie})).status, (await attempt('vera', {cookie})).status],
		[401, 429],
		'a known browser has as many tries as an address',
	);
});

test('a browser that logs in again and again keeps its count', async t => {
	const {call, headersOf} = await serve(t, {http: {loginsPer15Minutes: 3}});
	await headersOf('user');
	let cookie = '';
	const statuses: number[] = [];
	for (let tries = 0; tries < 5; tries += 1) {
		const headers = {...(cookie && {cookie})};
		const login = await call('POST /api/auth/login', {as: 'nobody', headers, body: {username: 'vera', password: testPassword}});
		statuses.push(login.status);
		cookie = login.headers.getSetCookie().find(each => each.startsWith('device=')) ?? cookie;
	}
	t.deepEqual(statuses, [200, 200, 200, 200, 429], 'one without the cookie, and three with it');
});

test('the browsers of a user, and the addresses that try a name, share a count each', async t => {
	const {call, headersOf} = await serve(t, {http: {loginsPer15Minutes: 1, trustProxy: ['loopback']}});
	await headersOf('user');
	const attempt = (address: string, password: string, cookie = '') =>
		call('POST /api/auth/login', {
			as: 'nobody',
			headers: {'x-forwarded-for': address, ...(cookie && {cookie})},
			body: {username: 'vera', password},
		});
	const deviceOf = ({headers}: {headers: Headers}) => headers.getSetCookie().find(each => each.startsWith('device=')) ?? '';
	const devices: string[] = [];
	for (const end of [1, 2, 3, 4]) {
		devices.push(deviceOf(await attempt(`192.0.2.${end}`, testPassword)));
	}
	t.is((await attempt('192.0.2.9', testPassword)).status, 429, 'the first login and four more are five addresses');
	t.deepEqual(await Promise.all(devices.map(async device => (await attempt('192.0.2.10', 'wrong', device)).status)), [401, 401, 401, 401]);
});

test('a try that an address may not make does not count for the name', async t => {
	const {call, headersOf} = await serve(t, {http: {loginsPer15Minutes: 3, trustProxy: ['loopback']}});
	await headersOf('user');
	const attempt = async (address: string, password: string) =>
		(await call('POST /api/auth/login', {as: 'nobody', headers: {'x-forwarded-for': address}, body: {username: 'vera', password}})).status;
	t.is(await attempt('192.0.2.1', 'wrong'), 401);
	for (let tries = 0; tries < 5; tries += 1) {
		await call('POST /api/auth/login', {
			as: 'nobody',
			headers: {'x-forwarded-for': '192.0.2.2'},
			body: {username: `x${tries}`, password: 'x'},
		});
	}
	t.is(await attempt('192.0.2.2', 'wrong'), 429);
	t.is(await attempt('192.0.2.2', 'wrong'), 429);
	t.is(await attempt('192.0.2.3', testPassword), 200);
});

test('of two administrators, or two last main keys, that are deleted at once, one stays', async t => {
	const {call, deps} = await serve(t);
	await call('POST /api/users', {body: {username: 'one', password: 'long enough for all', role: 'admin'}});
	await call('POST /api/users', {body: {username: 'two', password: 'long enough for all', role: 'admin'}});
	const {users} = (await call('GET /api/users')).body;
	const removed = await Promise.all(users.map(({id}: {id: string}) => call(`DELETE /api/users/${id}`)));
	t.deepEqual(removed.map(({status}) => status).sort(), [204, 409]);
	await call('POST /api/settings/system/api-keys', {body: {name: 'second', type: 'main'}});
	const keys = await deps.apiKeys.list();
	const outcomes = await Promise.all(keys.map(({id}) => deps.apiKeys.removeMain(id)));
	t.deepEqual(outcomes.sort(), [false, true]);
});

test('a browser that came by https is held to it, one in the home network is not', async t => {
	const {call, headersOf} = await serve(t);
	await headersOf('user');
	const logIn = async (headers: Record<string, string>) => {
		const answer = await call('POST /api/auth/login', {as: 'nobody', headers, body: {username: 'vera', password: testPassword}});
		const isSecure = answer.headers.getSetCookie().map(cookie => cookie.includes('; Secure'));
		return [answer.status, answer.headers.get('strict-transport-security') !== null, ...isSecure];
	};
	const forwarded = {'x-forwarded-proto': 'https'};
	t.deepEqual(await logIn(forwarded), [200, false, false, false], 'nobody said that there is a proxy');
	await call('PUT /api/settings/externalUrl.useSsl', {body: {value: true}});
	t.deepEqual(await logIn(forwarded), [200, true, true, true]);
	t.deepEqual(await logIn({}), [200, false, false, false]);
});
