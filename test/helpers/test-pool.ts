import type {ExecutionContext} from 'ava';
import {pino} from 'pino';
import type {Pool} from '#shared/jobs/queues.ts';
import {openConsumer} from '#shared/redis.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import type {Handlers} from '#workers/runtime/handler.ts';
import {type PoolOptions, startPool} from '#workers/runtime/pool.ts';
import {patientRedis} from './redis.ts';
import type {withRedisClients} from './redis-clients.ts';
import {patienceMs} from './until.ts';

/** A real worker of one pool with the test's own handlers, on the queues of these connections. */
export async function startTestPool(
	t: ExecutionContext,
	clients: Awaited<ReturnType<typeof withRedisClients>>,
	{
		pool,
		handlers,
		concurrency = 2,
		goesElsewhere,
	}: {pool: Pool; handlers: Partial<Handlers>; concurrency?: number; goesElsewhere?: NonNullable<PoolOptions['goesElsewhere']>},
) {
	const connection = openConsumer(clients.url, patientRedis);
	const deps = {...clients, log: pino({level: 'silent'}), now: () => new Date()} as unknown as WorkerDeps; // the pool itself uses these only
	const worker = startPool(pool, {
		handlers: handlers as Handlers,
		deps,
		connection,
		concurrency,
		lockMs: patienceMs,
		...(goesElsewhere && {goesElsewhere}),
	});
	t.teardown(async () => {
		await worker.close(true);
		connection.disconnect();
	});
	await worker.waitUntilReady();
	return worker;
}
