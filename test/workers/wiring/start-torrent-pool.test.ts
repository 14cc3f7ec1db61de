import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {wait} from '#shared/wait.ts';
import {buildDownload} from '#test/helpers/build-download.ts';
import {follow} from '#test/helpers/peers/follow.ts';
import {scratchFolder} from '#test/helpers/peers/program.ts';
import {hashFolder, startSwarm} from '#test/helpers/peers/swarm.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {withStores} from '#test/helpers/stores.ts';
import {createBuiltin} from '#workers/integrations/download-clients/builtin/builtin-client.ts';
import {engineOptions} from '#workers/wiring/start-torrent-pool.ts';

const main = fileURLToPath(new URL('../../../workers/main.ts', import.meta.url));

interface World {
	uri: string;
	url: string;
	prefix: string;
	dataDir: string;
}

/** The real process of the pool; `dies` ends it as a power cut would. */
function startProcess(t: ExecutionContext, {uri, url, prefix, dataDir}: World) {
	const env = {
		...process.env,
		MONGODB_URI: uri,
		REDIS_URL: url,
		REDIS_PREFIX: prefix,
		DATA_DIR: dataDir,
		WORKER_POOLS: 'torrent',
		TORRENT_HOST: '127.0.0.1',
		SECRET_KEY: 'a1'.repeat(32), // that of the test's stores, which seal the torrent
	};
	const child: ChildProcess = spawn(process.execPath, [main], {env, stdio: 'ignore'});
	const ended = once(child, 'exit');
	const end = async (signal: NodeJS.Signals) => {
		child.kill(signal);
		await ended;
	};
	t.teardown(() => end('SIGKILL'));
	return {dies: () => end('SIGKILL'), stops: () => end('SIGTERM')};
}

test('a torrent is fetched by a process of its own, and a killed process loses nothing', async t => {
	t.timeout(90_000);
	const {uri, stores} = await withStores(t);
	const {url, prefix, jobs} = await withRedisClients(t);
	await stores.settingStore.set('security.allowPrivateNetworks', true, new Date());
	const world = {uri, url, prefix, dataDir: await scratchFolder(t)};
	const swarm = await startSwarm(t, {megabytes: 24, uploadLimit: 3 * 1024 * 1024});
	const client = createBuiltin({jobs, builtinTorrents: stores.builtinTorrents, now: () => new Date()});

	const first = startProcess(t, world);
	const id = await client.add(buildDownload({torrent: swarm.torrent, infoHash: swarm.infoHash}), AbortSignal.timeout(20_000));
	t.is(id, swarm.infoHash);
	const kept = await keptAfterProgress(stores.builtinTorrents, id);
	t.true(kept > 0);
	await first.dies();

	const sentBefore = swarm.seeding.uploaded;
	const second = startProcess(t, world);
	const done = await follow(client, id, {isThere: ({status}) => status === 'completed'});
	t.deepEqual(await hashFolder(done.outputPath ?? ''), swarm.hashes);
	t.true(swarm.seeding.uploaded - sentBefore < swarm.bytes, 'what was there is not fetched again');

	await client.remove(id, {deleteData: true}, AbortSignal.timeout(20_000));
	t.deepEqual(await client.list(AbortSignal.timeout(20_000)), []);
	await second.stops();
});

/** Answers the bytes received, as soon as the store knows of any. */
async function keptAfterProgress(
	torrents: {find(infoHash: string): Promise<{received: number} | null>},
	infoHash: string,
): Promise<number> {
	const signal = AbortSignal.timeout(30_000);
	for (;;) {
		const received = (await torrents.find(infoHash))?.received ?? 0;
		if (received > 0) {
			return received;
		}

		await wait(50, signal);
	}
}

test('who listens on the loopback asks nobody but trackers', t => {
	t.is(engineOptions({host: '127.0.0.1', port: 0}, '/data').peers, 'trackers');
	t.is(engineOptions({host: '0.0.0.0', port: 0}, '/data').peers, 'everywhere');
});
