import {mkdtempSync, writeFileSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {findProgram} from '#scripts/embedded/find-program.ts';
import {freePort} from '#scripts/embedded/free-port.ts';
import {cacheFolder} from '#scripts/embedded/program-cache.ts';
import {wantedRedis} from '#scripts/embedded/programs.ts';
import {type ServerProcess, spawnServer} from '#scripts/embedded/server-process.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {checkRedis} from '#shared/start/check-redis.ts';
import {patientRedis} from '#test/helpers/redis.ts';
import {listeningReporter} from '#test/helpers/reporter.ts';
import {patienceMs, until} from '#test/helpers/until.ts';

/** A primary, a replica, and three Sentinels that watch them. */
async function watchedRedis(t: ExecutionContext) {
	const {env} = process;
	const {path} = await findProgram(wantedRedis(env['REDIS_BINARY'] ?? null), {
		prefersCached: true,
		cache: cacheFolder(env),
		env,
		reporter: listeningReporter(),
	});
	const start = (lines: readonly string[], options: readonly string[] = []): ServerProcess => {
		const folder = mkdtempSync(join(tmpdir(), 'kino-watched-'));
		const file = join(folder, 'server.conf');
		writeFileSync(file, [`dir ${folder}`, 'bind 127.0.0.1', 'save ""', ...lines, ''].join('\n'));
		const server = spawnServer(path, [file, ...options], folder);
		t.teardown(async () => {
			await server.stop(10_000);
			await rm(folder, {recursive: true, force: true});
		});
		return server;
	};
	const [primaryPort, replicaPort, ...sentinelPorts] = await Promise.all([1, 2, 3, 4, 5].map(freePort));
	const primary = start([`port ${primaryPort}`]);
	start([`port ${replicaPort}`, `replicaof 127.0.0.1 ${primaryPort}`]);
	const watch = [`sentinel monitor kino 127.0.0.1 ${primaryPort} 2`, 'sentinel down-after-milliseconds kino 1000'];
	for (const port of sentinelPorts) {
		start([`port ${port}`, ...watch, 'sentinel failover-timeout kino 5000'], ['--sentinel']);
	}
	const hosts = sentinelPorts.map(port => `127.0.0.1:${port}`).join(',');
	return {primary, replicaPort, sentinelPorts, hosts, url: `redis+sentinel://${hosts}/kino/0`};
}

test('where Sentinels watch over Redis, its new primary is found, and who listens goes on listening', async t => {
	const {primary, replicaPort, sentinelPorts, hosts, url} = await watchedRedis(t);
	const check = async (address: string) => {
		const {problems} = await checkRedis({url: address, prefix: 'kinoteka', limitMs: patienceMs});
		return problems.map(({message}) => message).join();
	};
	await until(async () => (await check(url)) === '');
	t.regex(await check(`redis+sentinel://${hosts}/other`), /no Sentinel of REDIS_URL answers and knows a primary of that name/);

	const [producer, consumer] = [openProducer(url, patientRedis), openConsumer(url, patientRedis)];
	for (const redis of [producer, consumer]) {
		redis.on('error', () => {});
		t.teardown(() => redis.disconnect());
	}
	const heard: string[] = [];
	consumer.on('message', (_channel, text) => heard.push(text));
	await consumer.subscribe('news');
	await producer.set('kept', 'before');
	const replica = openProducer(`redis://127.0.0.1:${replicaPort}`, patientRedis);
	replica.on('error', () => {});
	t.teardown(() => replica.disconnect());
	await until(async () => (await replica.get('kept')) === 'before');
	await producer.publish('news', 'before');
	await until(() => heard.includes('before'));

	// Sentinels that do not know the replica, or each other, yet would never name another primary.
	for (const port of sentinelPorts) {
		const sentinel = openProducer(`redis://127.0.0.1:${port}`, patientRedis);
		sentinel.on('error', () => {});
		t.teardown(() => sentinel.disconnect());
		await until(async () => {
			const told = ((await sentinel.call('SENTINEL', 'MASTER', 'kino').catch(() => [])) as string[]).join(' ');
			return told.includes('num-slaves 1') && told.includes('num-other-sentinels 2');
		});
	}
	process.kill(primary.pid, 'SIGKILL');
	await until(async () => producer.set('written', 'after').catch(() => null));
	t.is(await replica.get('written'), 'after', 'the replica is the primary now');
	t.is(await producer.get('kept'), 'before');
	await until(async () => {
		await producer.publish('news', 'after').catch(() => {});
		return heard.includes('after');
	});
});
