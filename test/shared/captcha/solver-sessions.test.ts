import test, {type ExecutionContext} from 'ava';
import {createSolverSessions, type SolverSession} from '#shared/captcha/solver-sessions.ts';
import {createSecrets} from '#shared/secrets.ts';
import {buildCookie} from '#test/helpers/build-clearance.ts';
import {readAllKeys} from '#test/helpers/read-all-keys.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';

const now = new Date('2026-01-01T00:00:00Z');

function buildSession(overrides: Partial<SolverSession> = {}): SolverSession {
	return {name: 'mine', createdAt: now.toISOString(), proxy: null, cookies: [], ...overrides};
}

async function withSessions(t: ExecutionContext) {
	const {producer: redis, prefix} = await withRedisClients(t);
	return {sessions: createSolverSessions({redis, prefix, secrets: testSecrets}), redis, prefix};
}

test('a session is made once, changed, listed and destroyed', async t => {
	const {sessions} = await withSessions(t);
	t.true(await sessions.create(buildSession(), now));
	t.false(await sessions.create(buildSession({cookies: [buildCookie()]}), now));
	t.deepEqual(await sessions.find('mine'), buildSession());
	t.true(await sessions.save(buildSession({cookies: [buildCookie()]}), now));
	t.is((await sessions.find('mine'))?.cookies[0]?.value, 'let-me-in');
	t.deepEqual(await sessions.names(now), ['mine']);
	t.true(await sessions.destroy('mine'));
	t.false(await sessions.destroy('mine'));
	t.is(await sessions.find('mine'), null);
	t.deepEqual(await sessions.names(now), []);
});

test('a session that was destroyed while a page was open does not come back', async t => {
	const {sessions} = await withSessions(t);
	await sessions.create(buildSession(), now);
	await sessions.destroy('mine');
	t.false(await sessions.save(buildSession(), now));
	t.is(await sessions.find('mine'), null);
	t.deepEqual(await sessions.names(now), []);
});

test('names of every spelling are told apart and come back as they were', async t => {
	const {sessions} = await withSessions(t);
	const names = ['a b', 'a:b', 'ä', '*', '[x]', 'A', 'a'];
	for (const name of names) {
		await sessions.create(buildSession({name}), now);
	}
	t.deepEqual((await sessions.names(now)).toSorted(), names.toSorted());
});

test('there are at most a hundred sessions, also when many ask at once', async t => {
	const {sessions} = await withSessions(t);
	const made = await Promise.allSettled(Array.from({length: 120}, (_, n) => sessions.create(buildSession({name: `s${n}`}), now)));
	t.is(made.filter(({status}) => status === 'fulfilled').length, 100);
	await t.throwsAsync(sessions.create(buildSession({name: 'one more'}), now), {message: /There are 100 sessions already/});
	t.false(await sessions.create(buildSession({name: (await sessions.names(now))[0] ?? ''}), now));
	await sessions.destroy((await sessions.names(now))[0] ?? '');
	t.true(await sessions.create(buildSession({name: 'one more'}), now));
});

test('of many that make the same session at once one does', async t => {
	const {sessions} = await withSessions(t);
	const made = await Promise.all(Array.from({length: 10}, () => sessions.create(buildSession(), now)));
	t.is(made.filter(Boolean).length, 1);
});

test('a session that nobody used for a day is forgotten, and frees its place', async t => {
	const {sessions, redis, prefix} = await withSessions(t);
	await sessions.create(buildSession(), now);
	const [key] = await redis.keys(`${prefix}:solver-session:*`);
	const seconds = await redis.ttl(key ?? '');
	t.true(seconds > 86_000 && seconds <= 86_400);
	t.deepEqual(await sessions.names(new Date('2026-01-02T00:00:01Z')), []);
});

test('neither cookies nor the proxy’s password can be read in Redis, and another key finds nothing', async t => {
	const {sessions, redis, prefix} = await withSessions(t);
	const proxy = {url: 'http://proxy.test:3128', username: 'me', password: 'tell-nobody'};
	await sessions.create(buildSession({proxy, cookies: [buildCookie()]}), now);
	const all = await readAllKeys(redis, prefix);
	for (const secret of ['let-me-in', 'tell-nobody', 'proxy.test']) {
		t.false(all.includes(secret), secret);
	}
	const stranger = createSolverSessions({redis, prefix, secrets: createSecrets('b2'.repeat(32))});
	t.is(await stranger.find('mine'), null);
	t.true(await stranger.create(buildSession(), now));
});
