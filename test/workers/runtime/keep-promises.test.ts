import {once} from 'node:events';
import test, {type ExecutionContext} from 'ava';
import {NotFound} from '#shared/errors.ts';
import {promiseJob} from '#shared/jobs/promise-job.ts';
import {refreshMovie as refreshMovieJob} from '#shared/jobs/refresh.ts';
import {openConsumer} from '#shared/redis.ts';
import {until} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {startPromisedJobs} from '#workers/executions/start-promised-jobs.ts';
import type {Handlers} from '#workers/runtime/handler.ts';
import {startPool} from '#workers/runtime/pool.ts';

const movieId = 'c0ffee00-0000-4000-8000-000000000001';

async function withPool(t: ExecutionContext, refreshMovie: Handlers['refreshMovie']) {
	const {deps, redisUrl} = await withWorkerDeps(t);
	const connection = openConsumer(redisUrl);
	const worker = startPool('refresh', {handlers: {refreshMovie} as Handlers, deps, connection, concurrency: 1});
	t.teardown(async () => {
		await worker.close(true);
		connection.disconnect();
	});
	await worker.waitUntilReady();
	return {deps, worker, promise: () => promiseJob(refreshMovieJob, {movieId}, deps)};
}

/** The pool drops a promise just after its job. */
function untilKept({promisedJobs}: Awaited<ReturnType<typeof withPool>>['deps']): Promise<true> {
	return until(async () => (await promisedJobs.look(10)).length === 0);
}

test('a promise ends with the success of its job', async t => {
	const {deps, worker, promise} = await withPool(t, async () => {});
	const completed = once(worker, 'completed');
	const id = await promise();
	const [job] = await completed;
	t.is(job.id, id);
	t.true(await untilKept(deps));
});

test('a promise ends with the last failure of its job', async t => {
	const {deps, worker, promise} = await withPool(t, async () => {
		throw new NotFound('movie_not_found', 'It is gone.');
	});
	const failed = once(worker, 'failed');
	await promise();
	await failed;
	t.true(await untilKept(deps));
});

test('a job that is tried again is still promised', async t => {
	const {deps, worker, promise} = await withPool(t, async () => {
		throw new Error('The provider does not answer.');
	});
	const failed = once(worker, 'failed');
	const id = await promise();
	const [job] = await failed;
	t.is(await job.getState(), 'delayed');
	await startPromisedJobs(deps);
	t.deepEqual(
		(await deps.promisedJobs.look(10)).map(each => each.id),
		[id],
	);
});

test('what is asked while its job runs gets a run of its own', async t => {
	const started = Promise.withResolvers<void>();
	const release = Promise.withResolvers<void>();
	let runs = 0;
	const {deps, worker, promise} = await withPool(t, async () => {
		runs += 1;
		started.resolve();
		await release.promise;
	});
	const first = await promise();
	await started.promise;
	await promise();
	const kept = await deps.promisedJobs.look(10);
	t.is(kept.length, 2);
	const completed = once(worker, 'completed');
	release.resolve();
	await completed;
	await startPromisedJobs(deps);
	t.true(await untilKept(deps));
	t.true(runs >= 2, `after ${first} there was another run`);
});

test('a promise whose end was not written is dropped at the next look', async t => {
	const {deps, worker, promise} = await withPool(t, async () => {});
	const completed = once(worker, 'completed');
	const id = await promise();
	await completed;
	await untilKept(deps);
	await deps.promisedJobs.put({id, job: refreshMovieJob.name, payload: {movieId}, priority: null});
	await startPromisedJobs(deps);
	t.true(await untilKept(deps));
});
