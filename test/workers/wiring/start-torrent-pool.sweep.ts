import type {ExecutionContext} from 'ava';
import test from 'ava';
import {wait} from '#shared/coordination/wait.ts';
import {buildDownload} from '#test/helpers/build-download.ts';
import {follow} from '#test/helpers/peers/follow.ts';
import {hashFolder, startSwarm} from '#test/helpers/peers/swarm.ts';
import {type WorkerWorld, withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {startWorker} from '#test/helpers/worker-process.ts';
import {createBuiltin} from '#workers/integrations/download-clients/builtin-client.ts';
import {engineOptions} from '#workers/wiring/start-torrent-pool.ts';

/** The real process of the pool; `dies` ends it as a power cut would. */
function startProcess(t: ExecutionContext, world: WorkerWorld) {
	const {child, ended} = startWorker(t, world, {env: {WORKER_POOLS: 'torrent', TORRENT_HOST: '127.0.0.1'}});
	const end = async (signal: NodeJS.Signals) => {
		child.kill(signal);
		await ended;
	};
	return {dies: () => end('SIGKILL'), stops: () => end('SIGTERM')};
}

test('a torrent is fetched by a process of its own, and a killed process loses nothing', async t => {
	const world = await withWorkerDeps(t);
	const {builtinTorrents, jobs, settings} = world.deps;
	await settings.set('security.allowPrivateNetworks', true, new Date());
	const swarm = await startSwarm(t, {megabytes: 24, uploadLimit: 3 * 1024 * 1024});
	const client = createBuiltin({jobs, builtinTorrents, now: () => new Date()});

	const first = startProcess(t, world);
	const id = await client.add(buildDownload({torrent: swarm.torrent, infoHash: swarm.infoHash}), AbortSignal.timeout(600_000));
	t.is(id, swarm.infoHash);
	const kept = await keptAfterProgress(builtinTorrents, id);
	t.true(kept > 0);
	await first.dies();

	const sentBefore = swarm.seeding.uploaded;
	const second = startProcess(t, world);
	const done = await follow(client, id, {isThere: ({status}) => status === 'completed'});
	t.deepEqual(await hashFolder(done.outputPath ?? ''), swarm.hashes);
	t.true(swarm.seeding.uploaded - sentBefore < swarm.bytes, 'what was there is not fetched again');

	await client.remove(id, {deleteData: true}, AbortSignal.timeout(600_000));
	t.deepEqual(await client.list(AbortSignal.timeout(600_000)), []);
	await second.stops();
});

/** Answers the bytes received, as soon as the store knows of any. */
async function keptAfterProgress(
	torrents: {find(infoHash: string): Promise<{received: number} | null>},
	infoHash: string,
): Promise<number> {
	const signal = AbortSignal.timeout(600_000);
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
