import test from 'ava';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {withStores} from '#test/helpers/stores.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';
import {createSessions} from '#workers/integrations/subtitles/opensubtitles/api.ts';

const {signal} = new AbortController();
const settings = {
	id: 'site',
	name: 'Site',
	url: 'http://site.test',
	apiKey: 'key',
	username: 'vera',
	password: 'secret',
	timeoutSeconds: 5,
};
const session = (token: string) => ({token, url: settings.url});
const nobody = () => Promise.reject(new Error('Nobody should log in.'));

test('of many who need a session one logs in', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const {leases} = (await withStores(t)).stores;
	const sessions = createSessions(settings, {redis, prefix, secrets: testSecrets, leases});
	let logins = 0;
	const login = async () => {
		logins += 1;
		return session('new');
	};
	const got = await Promise.all([1, 2, 3].map(() => sessions.get(login, signal)));
	t.deepEqual(got, [session('new'), session('new'), session('new')]);
	t.is(logins, 1);
});

test('a session that another worker got meanwhile is not forgotten', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const {leases} = (await withStores(t)).stores;
	const sessions = createSessions(settings, {redis, prefix, secrets: testSecrets, leases});
	await sessions.set(session('refused'));
	const overtaken = Object.assign(Object.create(redis) as typeof redis, {
		async get(key: string) {
			const read = await redis.get(key);
			await sessions.set(session('new'));
			return read;
		},
	});
	await createSessions(settings, {redis: overtaken, prefix, secrets: testSecrets, leases}).forget(session('refused'));
	t.deepEqual(await sessions.get(nobody, signal), session('new'));
	await sessions.forget(session('new'));
	await t.throwsAsync(sessions.get(nobody, signal), {message: /Nobody should/});
});
