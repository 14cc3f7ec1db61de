import {readdirSync, readFileSync} from 'node:fs';
import test from 'ava';
import {MongoClient} from 'mongodb';
import {buildDownload} from '#test/helpers/build-download.ts';
import {ownMongodb} from '#test/helpers/line/own-servers.ts';
import {follow} from '#test/helpers/peers/follow.ts';
import {hashFolder, startSwarm} from '#test/helpers/peers/swarm.ts';
import {emptyRedis} from '#test/helpers/redis-clients.ts';
import {until} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {startWorker} from '#test/helpers/worker-process.ts';
import {createBuiltin} from '#workers/integrations/download-clients/builtin-client.ts';

/** Engines that run now, by the process that started each; one that is stopped or gone does nothing. */
function enginesOf(parents: readonly number[]): {engine: number; parent: number}[] {
	return readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.flatMap(name => {
			try {
				const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
				const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
				const isEngine = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('engine.process');
				return isEngine && parents.includes(Number(parent)) && !/[TZX]/.test(state) ? [{engine: Number(name), parent: Number(parent)}] : [];
			} catch {
				return []; // it ended meanwhile
			}
		});
}

test('of three processes on one folder one has the engine, whatever stops, and nothing is fetched anew', async t => {
	const {url} = await ownMongodb(t);
	const world = await withWorkerDeps(t, {mongodbUri: url});
	const {builtinTorrents, jobs, settings, producer, prefix} = world.deps;
	await settings.set('security.allowPrivateNetworks', true, new Date());
	const swarm = await startSwarm(t, {megabytes: 48, uploadLimit: 1024 * 1024});
	const client = createBuiltin({jobs, builtinTorrents, now: () => new Date()});
	const workers = [1, 2, 3].map(() => startWorker(t, world, {env: {WORKER_POOLS: 'torrent', TORRENT_HOST: '127.0.0.1'}}));
	await Promise.all(workers.map(({ready}) => ready));
	const parents = workers.map(({child}) => child.pid ?? 0);
	let most = 0;
	const watch = setInterval(() => {
		most = Math.max(most, enginesOf(parents).length);
	}, 20);
	t.teardown(() => clearInterval(watch));
	const holder = async (except?: number) => until(() => enginesOf(parents).find(({parent}) => parent !== except) ?? null);
	const id = await client.add(buildDownload({torrent: swarm.torrent, infoHash: swarm.infoHash}), AbortSignal.timeout(600_000));
	await until(async () => ((await builtinTorrents.find(id))?.received ?? 0) > 0);

	const first = await holder();
	const sentBefore = swarm.seeding.uploaded;
	process.kill(first.parent, 'SIGSTOP');
	const second = await holder(first.parent);
	t.not(second.parent, first.parent);
	process.kill(first.parent, 'SIGCONT');

	await emptyRedis(producer, prefix);
	const admin = new MongoClient(url);
	t.teardown(() => admin.close());
	await admin
		.db('admin')
		.command({replSetStepDown: 4, secondaryCatchUpPeriodSecs: 0, force: true})
		.catch(() => {});
	const done = await until(() => follow(client, id, {isThere: ({status}) => status === 'completed'}).catch(() => null));
	t.deepEqual(await hashFolder(done.outputPath ?? ''), swarm.hashes);
	t.is(most, 1, 'there were never two');
	t.true(swarm.seeding.uploaded - sentBefore < swarm.bytes, 'what was there is not fetched again');
});
