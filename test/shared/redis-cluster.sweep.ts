import {mkdtempSync, writeFileSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {pino} from 'pino';
import {findProgram} from '#scripts/embedded/find-program.ts';
import {freePort} from '#scripts/embedded/free-port.ts';
import {cacheFolder} from '#scripts/embedded/program-cache.ts';
import {wantedRedis} from '#scripts/embedded/programs.ts';
import {spawnServer} from '#scripts/embedded/server-process.ts';
import {createSharedSlots} from '#shared/coordination/shared-slots.ts';
import {createEventBus} from '#shared/events/stream.ts';
import {tasksStream} from '#shared/events/tasks.ts';
import {readHeartbeats, startHeartbeat} from '#shared/heartbeat.ts';
import {createJobClient} from '#shared/jobs/client.ts';
import {refreshMovie} from '#shared/jobs/refresh.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {checkRedis} from '#shared/start/check-redis.ts';
import {patientRedis} from '#test/helpers/redis.ts';
import {listeningReporter} from '#test/helpers/reporter.ts';
import {longSignal, patienceMs, until} from '#test/helpers/until.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import type {Handlers} from '#workers/runtime/handler.ts';
import {startPool} from '#workers/runtime/pool.ts';

const prefix = '{kinoteka}';
const last = 16_383;
const slots = [
	[0, 5460],
	[5461, 10_922],
	[10_923, last],
] as const;

/** Three masters that know each other and have no slots yet. */
async function openCluster(t: ExecutionContext) {
	const {env} = process;
	const {path} = await findProgram(wantedRedis(env['REDIS_BINARY'] ?? null), {
		prefersCached: true,
		cache: cacheFolder(env),
		env,
		reporter: listeningReporter(),
	});
	const ports: number[] = [];
	const clients: ReturnType<typeof openConsumer>[] = [];
	for (let node = 0; node < slots.length; node += 1) {
		const [port, bus] = [await freePort(), await freePort()];
		const folder = mkdtempSync(join(tmpdir(), 'kino-cluster-'));
		const lines = [`dir ${folder}`, 'bind 127.0.0.1', 'save ""', `port ${port}`, 'cluster-enabled yes', `cluster-port ${bus}`];
		writeFileSync(join(folder, 'server.conf'), [...lines, 'cluster-node-timeout 5000', ''].join('\n'));
		const server = spawnServer(path, [join(folder, 'server.conf')], folder);
		t.teardown(async () => {
			await server.stop(10_000);
			await rm(folder, {recursive: true, force: true});
		});
		ports.push(port);
		const client = openConsumer(`redis://127.0.0.1:${port}`);
		client.on('error', () => {});
		t.teardown(() => client.disconnect());
		await client.call('CLUSTER', 'SET-CONFIG-EPOCH', node + 1);
		await (node > 0 && clients[0]?.call('CLUSTER', 'MEET', '127.0.0.1', port, bus));
		clients.push(client);
	}
	return {
		url: `redis+cluster://${ports.map(port => `127.0.0.1:${port}`).join(',')}`,
		ports,
		give: (node: number) => clients[node]!.call('CLUSTER', 'ADDSLOTSRANGE', ...slots[node]!), // one for each node
		isWhole: async () => {
			const infos = await Promise.all(clients.map(async client => String(await client.call('CLUSTER', 'INFO'))));
			return infos.every(info => /cluster_state:ok/.test(info) && /cluster_known_nodes:3/.test(info));
		},
	};
}
test('a cluster of three masters carries jobs, answers, events and slots, and the start says what it lacks', async t => {
	const {url, ports, give, isWhole} = await openCluster(t);
	const check = async (address: string) => {
		const {problems} = await checkRedis({url: address, prefix, limitMs: patienceMs});
		return problems.map(({message}) => message).join();
	};
	await give(0);
	await give(1);
	await until(async () => /5461 of 16384 slots of the cluster have no node/.test(await check(url)));
	await give(2);
	await until(isWhole);
	t.is(await check(url), '');
	t.regex(await check(`redis://127.0.0.1:${ports[0]}`), /it is part of a cluster. Name its nodes: REDIS_URL=redis\+cluster:/);

	const [producer, subscriber, connection] = [
		openProducer(url, patientRedis),
		openConsumer(url, patientRedis),
		openConsumer(url, patientRedis),
	];
	const jobs = createJobClient({producer, subscriber, prefix});
	const events = createEventBus({producer, subscriber, prefix});
	const deps = {producer, prefix, jobs, events, log: pino({level: 'silent'}), now: () => new Date()} as unknown as WorkerDeps; // the pool itself uses these only
	const handlers = {refreshMovie: async () => {}} as unknown as Handlers;
	const worker = startPool('refresh', {handlers, deps, connection, concurrency: 2, lockMs: patienceMs});
	t.teardown(async () => {
		await worker.close(true);
		await jobs.close();
		for (const each of [producer, subscriber, connection]) {
			each.disconnect();
		}
	});
	const completed = new Promise(resolve => worker.once('completed', resolve));
	await jobs.enqueueMany(refreshMovie, [{payload: {movieId: '6b0c54bc-2dd5-4f1c-9b5b-0d3a8a4e1f11'}}]);
	await completed;
	t.is((await jobs.queue('refresh').getJobCounts())['failed'], 0);
	t.deepEqual(await jobs.idlePools(['refresh']), []);

	const heard: unknown[] = [];
	events.subscribe(tasksStream, ({event}) => heard.push(event));
	await events.listening(tasksStream);
	// Nodes that have just met may lose a message between them. Whoever listens looks then for what is stored.
	await until(async () => {
		await events.publish(tasksStream, 'task:started', {taskId: 'backup', executionId: 'x', timestamp: new Date().toISOString()});
		return heard.length > 0;
	});
	t.true((await events.storedFrom(tasksStream, null)).length > 0);

	const heartbeat = startHeartbeat({redis: producer, prefix, services: ['api']});
	await until(async () => (await readHeartbeats(producer, prefix)).length === 1);
	await heartbeat.stop();
	t.deepEqual(await readHeartbeats(producer, prefix), []);
	const held: string[] = [];
	await createSharedSlots(producer, prefix).within({name: 'one', max: () => 1}, async () => void held.push('one'), longSignal());
	t.deepEqual(held, ['one']);
});
