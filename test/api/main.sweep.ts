import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {startApi} from '#test/helpers/api-process.ts';
import {withDatabase} from '#test/helpers/database.ts';
import {withRedis} from '#test/helpers/redis.ts';
import {tcpProxy} from '#test/helpers/tcp-proxy.ts';

async function environment(t: ExecutionContext) {
	const [{uri}, {url, prefix}, DATA_DIR] = await Promise.all([withDatabase(t), withRedis(t), mkdtemp(join(tmpdir(), 'kino-main-'))]);
	t.teardown(() => rm(DATA_DIR, {recursive: true, force: true}));
	return {MONGODB_URI: uri, REDIS_URL: url, REDIS_PREFIX: prefix, DATA_DIR};
}

const sessionOf = async (address: string, key: string | null) => fetch(`${address}/api/auth/session`, {headers: {'x-api-key': key ?? ''}});

test('of several processes that start at once, one makes the first user', async t => {
	const env = await environment(t);
	const processes = [startApi(t, env), startApi(t, env)];
	const messages = await Promise.all(processes.map(({ready}) => ready));
	const [made, ...more] = messages.filter(({firstKey}) => firstKey !== null);
	t.is(more.length, 0);
	for (const {detail} of messages) {
		t.is((await sessionOf(detail, made?.firstKey ?? null)).status, 200);
	}
	const keys = await fetch(`${messages[0]?.detail}/api/settings/system/api-keys`, {headers: {'x-api-key': made?.firstKey ?? ''}});
	t.is(((await keys.json()) as {keys: unknown[]}).keys.length, 1);
});

test('without a parent the first secrets are shown on the console, unless the environment gave them', async t => {
	const env = await environment(t);
	const {output, child, ended} = startApi(t, {...env, API_KEY: 'a-key-of-the-environment'}, {withoutIpc: true});
	while (!output().includes('keep them')) {
		await pause(50);
	}
	t.regex(output(), /The password of the user admin is [\w-]{20}\n/);
	t.false(output().includes('a-key-of-the-environment'));
	child.kill('SIGINT');
	t.is(await ended, 0);
});

test('a stop ends open streams itself, instead of cutting them off when its time is up', async t => {
	const {child, ready, ended} = startApi(t, await environment(t));
	const {detail} = await ready;
	const stream = await fetch(`${detail}/api/queue/events`);
	const reader = stream.body!.getReader(); // an answer to GET has a body
	t.false((await reader.read()).done, 'it is live');
	child.kill('SIGTERM');
	// A reply that is cut off rejects.
	for (let isOver = false; !isOver; isOver = (await reader.read()).done) {}
	t.is(await ended, 0);
});

test('it ends with its parent', async t => {
	const {child, ready, ended} = startApi(t, await environment(t));
	await ready;
	child.disconnect();
	t.is(await ended, 0);
});

test('MongoDB may come later: calls are 503 until then, and the first start is made up for', async t => {
	const env = await environment(t);
	const address = new URL(env.MONGODB_URI);
	const proxy = await tcpProxy(t, {host: address.hostname, port: Number(address.port)});
	await proxy.cut();
	address.host = `127.0.0.1:${proxy.port}`;
	address.searchParams.delete('replicaSet');
	address.searchParams.set('directConnection', 'true');
	const port = String(20_000 + Math.floor(Math.random() * 10_000));
	const {ready} = startApi(t, {...env, MONGODB_URI: address.href, PORT: port});
	const url = `http://127.0.0.1:${port}`;
	let status = 0;
	while (status === 0) {
		status = await fetch(`${url}/api/ready`).then(
			response => response.status,
			() => pause(100).then(() => 0),
		);
	}
	t.is(status, 503);
	t.is((await sessionOf(url, 'some-key')).status, 503);
	await proxy.mend();
	const {firstKey} = await ready;
	t.is((await fetch(`${url}/api/ready`)).status, 200);
	t.is((await sessionOf(url, firstKey)).status, 200);
});
