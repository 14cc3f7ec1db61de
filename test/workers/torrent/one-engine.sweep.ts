import {readdirSync, readFileSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {startThreeNodes} from '#test/chaos/stage/three-nodes.ts';
import {buildDownload} from '#test/helpers/build-download.ts';
import {hashFolder, startSwarm} from '#test/helpers/peers/swarm.ts';
import {emptyRedis} from '#test/helpers/redis-clients.ts';
import {listeningReporter} from '#test/helpers/reporter.ts';
import {tcpProxy} from '#test/helpers/tcp-proxy.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {longSignal, until} from '#test/helpers/until.ts';
import {type WorkerWorld, withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {startWorker} from '#test/helpers/worker-process.ts';
import {createBuiltin} from '#workers/integrations/download-clients/builtin-client.ts';

/** The engines that live, and the processes of the pool that they belong to. */
function enginesOf(holders: ReadonlySet<number>): {engine: number; holder: number}[] {
	return readdirSync('/proc').flatMap(name => {
		const read = (file: string) => {
			try {
				return readFileSync(`/proc/${name}/${file}`, 'utf8');
			} catch {
				return '';
			}
		};
		if (!/^\d+$/.test(name) || !read('cmdline').includes('engine.process.ts')) {
			return [];
		}
		const [state, parent] = read('stat').split(') ').at(-1)?.split(' ') ?? [];
		return state !== 'Z' && holders.has(Number(parent)) ? [{engine: Number(name), holder: Number(parent)}] : [];
	});
}

/** Processes of the pool on one folder, all of whose engines are counted. */
function watchedPool(t: ExecutionContext, world: WorkerWorld) {
	const holders = new Set<number>();
	let most = 0;
	const looking = setInterval(() => {
		most = Math.max(most, enginesOf(holders).length);
	}, 20);
	t.teardown(() => clearInterval(looking));
	return {
		/** How many lived at once at most. */
		most: () => most,
		async start(mongodbUri = world.mongodbUri) {
			const env = {WORKER_POOLS: 'torrent', TORRENT_HOST: '127.0.0.1'};
			const {child, ready} = startWorker(t, {...world, mongodbUri}, {env});
			holders.add(child.pid!); // it was started
			await ready;
		},
		/** Waits for an engine whose holder is another one. */
		engine: (not?: number) => until(() => enginesOf(holders).find(({holder}) => holder !== not)),
	};
}

async function fetching(t: ExecutionContext, world: WorkerWorld, megabytes: number) {
	const {builtinTorrents, jobs, settings} = world.deps;
	await settings.set('security.allowPrivateNetworks', true, new Date());
	const swarm = await startSwarm(t, {megabytes, uploadLimit: 512 * 1024});
	const client = createBuiltin({jobs, builtinTorrents, now: () => new Date()});
	const add = () => client.add(buildDownload({torrent: swarm.torrent, infoHash: swarm.infoHash}), longSignal());
	const received = async () => (await builtinTorrents.find(swarm.infoHash).catch(() => null))?.received ?? 0;
	return {
		add,
		received,
		/** Waits until more has come. */
		async goesOn() {
			const before = await received();
			await until(async () => (await received()) > before);
		},
		async comesWhole() {
			const done = await until(async () => {
				const [row] = await client.list(longSignal()).catch(() => []);
				return row?.status === 'completed' && row;
			});
			t.deepEqual(await hashFolder(done.outputPath ?? ''), swarm.hashes);
			const again = (swarm.seeding.uploaded - swarm.bytes) / swarm.bytes;
			t.true(again < 0.5, `what was there is not fetched again: ${Math.round(100 * again)} % were`);
		},
	};
}

const stoppedMs = 60_000;

test('of three processes on one folder never two have an engine, whatever is stopped, emptied or killed', async t => {
	const nodes = await startThreeNodes(tempFolder(t), listeningReporter());
	t.teardown(nodes.close);
	const world = await withWorkerDeps(t, {mongodbUri: nodes.uri});
	const {producer, prefix} = world.deps;
	const pool = watchedPool(t, world);
	await Promise.all([pool.start(), pool.start(), pool.start()]);
	const torrent = await fetching(t, world, 80);
	await torrent.add();
	const first = await pool.engine();
	await torrent.goesOn();

	process.kill(first.holder, 'SIGSTOP');
	const second = await pool.engine(first.holder);
	t.not(second.engine, first.engine);
	await torrent.goesOn();
	await pause(stoppedMs);
	process.kill(first.holder, 'SIGCONT');
	await torrent.goesOn();

	await emptyRedis(producer, prefix);
	await torrent.goesOn();
	t.true(await nodes.killPrimary());
	await pool.engine();
	await torrent.comesWhole();
	t.is(pool.most(), 1);
});

test('a holder that reaches MongoDB no more has no engine when another one opens its own', async t => {
	const world = await withWorkerDeps(t);
	const address = new URL(world.mongodbUri);
	const proxy = await tcpProxy(t, {host: address.hostname, port: Number(address.port)});
	address.host = `127.0.0.1:${proxy.port}`;
	address.searchParams.delete('replicaSet');
	address.searchParams.set('directConnection', 'true');
	const torrent = await fetching(t, world, 16);
	const pool = watchedPool(t, world);
	await pool.start(address.href);
	await torrent.add();
	const first = await pool.engine();
	await torrent.goesOn();
	await pool.start();
	proxy.freeze();
	await pool.engine(first.holder);
	await torrent.goesOn();
	await proxy.mend();
	await torrent.comesWhole();
	t.is(pool.most(), 1);
});
