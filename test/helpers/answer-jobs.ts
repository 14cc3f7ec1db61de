import type {ExecutionContext} from 'ava';
import {jobs} from '#shared/jobs/index.ts';
import {openConsumer} from '#shared/redis.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import type {Handlers} from '#workers/runtime/handler.ts';
import {startPool} from '#workers/runtime/pool.ts';
import type {Served} from './serve.ts';

/** Real workers on the real queues of a served application, with the test's own handlers. */
export async function answerJobs(t: ExecutionContext, {deps}: Served, handlers: Partial<Handlers>): Promise<void> {
	const connection = openConsumer(process.env['TEST_REDIS_URL'] ?? '');
	const pools = new Set(Object.keys(handlers).map(name => jobs[name as keyof Handlers].queue));
	const workers = [...pools].map(pool =>
		startPool(pool, {
			handlers: handlers as Handlers, // a job without a handler is not asked for in the test
			deps: deps as unknown as WorkerDeps, // the test's handlers use only what the API has too
			connection,
			concurrency: 2,
		}),
	);
	t.teardown(async () => {
		await Promise.all(workers.map(worker => worker.close(true)));
		connection.disconnect();
	});
	await Promise.all(workers.map(worker => worker.waitUntilReady()));
}
