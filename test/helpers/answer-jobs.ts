import type {ExecutionContext} from 'ava';
import {jobs} from '#shared/jobs/index.ts';
import {openConsumer} from '#shared/redis.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import type {Handlers} from '#workers/runtime/handler.ts';
import {startPool} from '#workers/runtime/pool.ts';
import {patientRedis} from './redis.ts';
import type {Served} from './serve.ts';
import {patienceMs} from './until.ts';

/** Jobs that the application enqueues beside those that a test answers. */
const unanswered = Object.fromEntries(Object.keys(jobs).map(name => [name, async () => {}])) as unknown as Handlers; // nobody awaits them

interface Answers extends Partial<Handlers> {
	/** Jobs of each pool that run at a time. */
	concurrency?: number;
}

/** Real workers on the real queues of a served application, with the test's own handlers. */
export async function answerJobs(t: ExecutionContext, {deps}: Served, {concurrency = 2, ...handlers}: Answers): Promise<void> {
	const connection = openConsumer(process.env['TEST_REDIS_URL'] ?? '', patientRedis);
	const pools = new Set(Object.keys(handlers).map(name => jobs[name as keyof Handlers].queue));
	const workers = [...pools].map(pool =>
		startPool(pool, {
			handlers: {...unanswered, ...handlers},
			deps: deps as unknown as WorkerDeps, // the test's handlers use only what the API has too
			connection,
			concurrency,
			lockMs: patienceMs,
		}),
	);
	t.teardown(async () => {
		await Promise.all(workers.map(worker => worker.close(true)));
		connection.disconnect();
	});
	await Promise.all(workers.map(worker => worker.waitUntilReady()));
}
