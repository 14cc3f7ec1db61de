import test, {type ExecutionContext} from 'ava';
import {createSolverSessions, type SolverSession} from '#shared/captcha/solver-sessions.ts';
import {createSecrets} from '#shared/secrets.ts';
import {buildCookie} from '#test/helpers/build-clearance.ts';
import {readAllKeys} from '#test/helpers/read-all-keys.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';

function buildSession(overrides: Partial<SolverSession> = {}): SolverSession {
	return {name: 'mine', createdAt: '2026-01-01T00:00:00.000Z', proxy: null, cookies: [], ...overrides};
}

async function withSessions(t: ExecutionContext) {
	const {producer: redis, prefix} = await withRedisClients(t);
	return {sessions: createSolverSessions({redis, prefix, secrets: testSecrets}).of(null), redis, prefix};
}

test('a session is made once, changed, listed and destroyed', async t => {
	const {sessions} = await withSessions(t);
	t.true(await sessions.create(buildSession()));
	t.false(await sessions.create(buildSession({cookies: [buildCookie()]})));
	t.deepEqual(await sessions.find('mine'), buildSession());
	t.true(await sessions.save(buildSession({cookies: [buildCookie()]})));
	t.is((await sessions.find('mine'))?.cookies[0]?.value, 'let-me-in');
	t.deepEqual(await sessions.names(), ['mine']);
	t.true(await sessions.destroy('mine'));
	t.false(await sessions.destroy('mine'));
	t.is(await sessions.find('mine'), null);
	t.deepEqual(await sessions.names(), []);
});

test('a session that was destroyed while a page was open does not come back', async t => {
	const {sessions} = await withSessions(t);
	await sessions.create(buildSession());
	await sessions.destroy('mine');
	t.false(await sessions.save(buildSession()));
	t.is(await sessions.find('mine'), null);
	t.deepEqual(await sessions.names(), []);
});

test('names of every spelling are told apart and come back as they were', async t => {
	const {sessions} = await withSessions(t);
	const names = ['a b', 'a:b', 'ä', '*', '[x]', 'A', 'a'];
	for (const name of names) {
		await sessions.create(buildSession({name}));
	}
	t.deepEqual((await sessions.names()).toSorted(), names.toSorted());
});

test('there are at most a hundred sessions, also when many ask at once', async t => {
	const {sessions} = await withSessions(t);
	const made = await Promise.allSettled(Array.from({length: 120}, (_, n) => sessions.create(buildSession({name: `s${n}`}))));
	t.is(made.filter(({status}) => status === 'fulfilled').length, 100);
	await t.throwsAsync(sessions.create(buildSession({name: 'one more'})), {message: /There are 100 sessions already/});
	t.false(await sessions.create(buildSession({name: (await sessions.names())[0] ?? ''})));
	await sessions.destroy((await sessions.names())[0] ?? '');
	t.true(await sessions.create(buildSession({name: 'one more'})));
});

test('of many that make the same session at once one does', async t => {
	const {sessions} = await withSessions(t);
	const made = await Promise.all(Array.from({length: 10}, () => sessions.create(buildSession())));
	t.is(made.filter(Boolean).length, 1);
});

test('a session that nobody used for a day is forgotten, and frees its place', async t => {
	const {sessions, redis, prefix} = await withSessions(t);
	await sessions.create(buildSession());
	const [key] = await redis.keys(`${prefix}:solver-session:*`);
	const seconds = await redis.ttl(key ?? '');
	t.true(seconds > 86_000 && seconds <= 86_400);
	const [id] = await redis.zrange(`${prefix}:solver-session`, '0', '0');
	await redis.zadd(`${prefix}:solver-session`, String(Date.now() - 1), id ?? '');
	t.deepEqual(await sessions.names(), []);
});

test('neither cookies nor the proxy’s password can be read in Redis, and another key finds nothing', async t => {
	const {sessions, redis, prefix} = await withSessions(t);
	const proxy = {url: 'http://proxy.test:3128', username: 'me', password: 'tell-nobody'};
	await sessions.create(buildSession({proxy, cookies: [buildCookie()]}));
	const all = await readAllKeys(redis, prefix);
	for (const secret of ['let-me-in', 'tell-nobody', 'proxy.test']) {
		t.false(all.includes(secret), secret);
	}
	const stranger = createSolverSessions({redis, prefix, secrets: createSecrets('b2'.repeat(32))}).of(null);
	t.is(await stranger.find('mine'), null);
	t.true(await stranger.create(buildSession()));
});

test('a session that another process makes just after it was looked for stays', async t => {
	const {sessions, redis, prefix} = await withSessions(t);
	const proxied = buildSession({proxy: {url: 'http://proxy.test:8080', username: null, password: null}});
	const slow = Object.create(redis, {
		get: {
			value: async (key: string) => {
				const found = await redis.get(key);
				await sessions.create(proxied);
				return found;
			},
		},
	}) as typeof redis;
	t.is(await createSolverSessions({redis: slow, prefix, secrets: testSecrets}).of(null).find('mine'), null);
	t.deepEqual(await sessions.find('mine'), proxied);
});

test('each solver key has sessions of its own, and those of the administrators are none of them', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const all = createSolverSessions({redis, prefix, secrets: testSecrets});
	await all.of(null).create(buildSession({cookies: [buildCookie()]}));
	for (const stranger of [all.of('key-1'), all.of('key-2')]) {
		t.is(await stranger.find('mine'), null);
		t.deepEqual(await stranger.names(), []);
		t.false(await stranger.destroy('mine'));
		t.true(await stranger.create(buildSession()));
	}
	t.is((await all.of(null).find('mine'))?.cookies.length, 1);
	await all.of('key-1').destroy('mine');
	t.deepEqual([await all.of(null).names(), await all.of('key-2').names()], [['mine'], ['mine']]);
});
