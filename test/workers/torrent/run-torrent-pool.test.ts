import {once} from 'node:events';
import test from 'ava';
import pino from 'pino';
import {createLeases} from '#shared/coordination/lease.ts';
import {Unavailable} from '#shared/errors.ts';
import {emptyRedis} from '#test/helpers/redis-clients.ts';
import {withStores} from '#test/helpers/stores.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import type {TorrentEngine} from '#workers/integrations/torrent-engine/torrent-engine.ts';
import {noTorrentEngine, runTorrentPool, type TorrentPoolOptions} from '#workers/torrent/run-torrent-pool.ts';

const log = pino({level: 'silent'});

/** Tells by events what happens to the engines of one process. */
function watch(leases: TorrentPoolOptions['leases']) {
	const events = new EventTarget();
	const tell = (name: string) => events.dispatchEvent(new Event(name));
	const state = {open: 0, working: 0, fail: (_error: Error) => {}};
	const options: TorrentPoolOptions = {
		leases,
		// Whoever waits asks every four seconds, and a busy machine has sixteen to renew it.
		leaseMs: 20_000,
		log,
		async openEngine(onFailure) {
			state.open += 1;
			state.fail = onFailure;
			const engine: TorrentEngine = {
				port: 1,
				open: () => {},
				add: () => {},
				list: () => [],
				control: () => Promise.resolve(),
				remove: () => Promise.resolve(),
				async close() {
					state.open -= 1;
				},
			};
			return engine;
		},
		startWorker() {
			state.working += 1;
			tell('works');
			return {
				async close() {
					state.working -= 1;
				},
			};
		},
	};
	return {options, state, works: () => once(events, 'works')};
}

test('one process works, a second one takes over when the first one stops', async t => {
	const {leases} = (await withStores(t)).stores;
	const [one, two] = [watch(leases), watch(leases)];
	const [stopOne, stopTwo] = [new AbortController(), new AbortController()];
	const firstWorks = one.works();
	const first = runTorrentPool(one.options, stopOne.signal);
	await firstWorks;
	const secondWorks = two.works();
	const second = runTorrentPool(two.options, stopTwo.signal);
	t.is(two.state.open, 0);

	stopOne.abort();
	await first;
	t.like(one.state, {open: 0, working: 0});
	await secondWorks;
	t.like(two.state, {open: 1, working: 1});
	stopTwo.abort();
	await second;
	t.like(two.state, {open: 0, working: 0});
});

test('an emptied Redis gives the engine to no second process', async t => {
	const {deps} = await withWorkerDeps(t);
	const [one, two] = [watch(deps.leases), watch(deps.leases)];
	const stop = new AbortController();
	const firstWorks = one.works();
	const pools = [runTorrentPool(one.options, stop.signal)];
	await firstWorks;
	await emptyRedis(deps.producer, deps.prefix);
	pools.push(runTorrentPool(two.options, stop.signal));
	t.is(await deps.leases.try('torrent-engine'), null);
	t.deepEqual([one.state.open, two.state.open], [1, 0]);
	stop.abort();
	await Promise.all(pools);
});

test('a process that loses the lease closes its engine and waits for its turn again', async t => {
	const {connection} = await withStores(t);
	const {options, state, works} = watch(createLeases(connection));
	const stop = new AbortController();
	const firstTime = works();
	const pool = runTorrentPool(options, stop.signal);
	await firstTime;
	const secondTime = works();
	const stolen = {token: 'somebody else', until: new Date(Date.now() + 300)};
	await connection.collection<{_id: string}>('leases').updateOne({_id: 'torrent-engine'}, {$set: stolen});
	await secondTime;
	t.like(state, {open: 1, working: 1});
	stop.abort();
	await pool;
});

test('a process that loses the lease ends its engine at once, and its jobs after that', async t => {
	const {connection} = await withStores(t);
	const {options, works} = watch(createLeases(connection));
	const stop = new AbortController();
	const closings: (number | undefined)[] = [];
	const engineEnded = Promise.withResolvers<void>();
	const pool = runTorrentPool(
		{
			...options,
			async openEngine(onFailure) {
				const engine = await options.openEngine(onFailure);
				return {
					...engine,
					async close(limitMs) {
						closings.push(limitMs);
						engineEnded.resolve();
					},
				};
			},
			startWorker(engine) {
				const worker = options.startWorker(engine);
				// A job that works with the engine goes on as long as that does.
				return {close: () => engineEnded.promise.then(worker.close)};
			},
		},
		stop.signal,
	);
	await works();
	const stolen = {token: 'somebody else', until: new Date(Date.now() + 300)};
	const again = works();
	await connection.collection<{_id: string}>('leases').updateOne({_id: 'torrent-engine'}, {$set: stolen});
	await again;
	t.true((closings[0] ?? Number.POSITIVE_INFINITY) < options.leaseMs / 5);
	stop.abort();
	await pool;
});

test('a process without the engine says so', t => {
	t.is(t.throws(noTorrentEngine, {instanceOf: Unavailable})?.code, 'torrent_engine_elsewhere');
});
