import {once} from 'node:events';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import {Cancelled, Invalid, NotFound, Unavailable} from '#shared/errors.ts';
import {payloadVersion} from '#shared/jobs/job.ts';
import {jobsOfNewer} from '#shared/jobs/newer-jobs.ts';
import {addMovie, refreshDue, refreshMovie} from '#shared/jobs/refresh.ts';
import {currentTrace, traced} from '#shared/log/log.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {startTestPool} from '#test/helpers/test-pool.ts';
import {patienceMs, until} from '#test/helpers/until.ts';
import {type Handlers, stopReason} from '#workers/runtime/handler.ts';

const newMovie = {
	metaId: 603,
	rootFolderPath: '/films',
	monitored: true,
	minimumAvailability: 'released',
	searchOnAdd: false,
	qualityProfileId: 'some-profile',
	libraryId: null,
} as const;
const movieId = 'c0ffee00-0000-4000-8000-000000000001';

async function withPool(t: ExecutionContext, handlers: Partial<Handlers>) {
	const clients = await withRedisClients(t);
	return {...clients, worker: await startTestPool(t, clients, {pool: 'refresh', handlers})};
}

test('an asked job answers its checked result', async t => {
	const {jobs} = await withPool(t, {addMovie: async ({metaId}) => ({id: movieId, title: `Film ${metaId}`})});
	t.deepEqual(await jobs.ask(addMovie, newMovie, {timeoutMs: patienceMs}), {id: movieId, title: 'Film 603'});
});

test('a failure is thrown to the caller as it was thrown in the worker', async t => {
	const {jobs} = await withPool(t, {
		addMovie: async () => {
			throw new NotFound('title_not_found_at_provider', 'The provider has no such movie.');
		},
	});
	const error = await t.throwsAsync(jobs.ask(addMovie, newMovie, {timeoutMs: patienceMs}), {instanceOf: NotFound});
	t.is((error as NotFound).code, 'title_not_found_at_provider');
});

test('faults of an input travel to the caller', async t => {
	const {jobs} = await withPool(t, {
		addMovie: async () => {
			throw new Invalid('wrong', 'Wrong.', [{path: 'metaId', message: 'must be known'}]);
		},
	});
	const error = await t.throwsAsync(jobs.ask(addMovie, newMovie, {timeoutMs: patienceMs}), {instanceOf: Invalid});
	t.deepEqual((error as Invalid).faults, [{path: 'metaId', message: 'must be known'}]);
});

test('a job that nobody works on is unavailable after the limit', async t => {
	const {jobs} = await withRedisClients(t);
	const error = await t.throwsAsync(jobs.ask(addMovie, newMovie, {timeoutMs: 50}), {instanceOf: Unavailable});
	t.is((error as Unavailable).code, 'no_answer_in_time');
});

test('a wrong payload is refused before the handler sees it, and not tried again', async t => {
	let calls = 0;
	const {jobs, worker} = await withPool(t, {
		refreshMovie: async () => {
			calls += 1;
		},
	});
	const failed = once(worker, 'failed');
	await jobs.enqueue(refreshMovie, {movieId: 'no uuid'});
	const [job] = await failed;
	t.is(calls, 0);
	t.is(job.attemptsMade, 1);
	t.is(await job.getState(), 'failed');
});

for (const [what, name, payload] of [
	['that only a newer process knows', 'tidy-up', {movieId}],
	['with a field that only a newer process knows', refreshMovie.name, {movieId, why: 'asked'}],
] as const) {
	test(`a job ${what} goes back to its queue for a newer worker`, async t => {
		const {jobs} = await withPool(t, {refreshMovie: async () => t.fail()});
		await jobs.enqueue({...refreshMovie, name}, payload as {movieId: string});
		await until(async () => (await jobs.queue('refresh').getJobCountByTypes('delayed')) === 1);
		const [job] = await jobs.queue('refresh').getJobs(['delayed']);
		t.like(job, {name, attemptsMade: 0, failedReason: undefined});
	});
}

test('a payload that is wrong here goes back if a newer process made it', async t => {
	const {jobs, ...clients} = await withPool(t, {refreshMovie: async () => t.fail()});
	await jobs.queue('refresh').add(refreshMovie.name, {payload: {movieId: 'of a new form'}, version: payloadVersion + 1});
	await until(async () => (await jobs.queue('refresh').getJobCountByTypes('delayed')) === 1);
	const waiting = await jobsOfNewer(clients.producer, clients.prefix).list();
	t.deepEqual(waiting, [{pool: 'refresh', job: refreshMovie.name}], 'the status names it');
});

test('an asked job of a newer process is answered by a newer worker', async t => {
	const clients = await withRedisClients(t);
	const job = {...addMovie, name: 'add-film'};
	await startTestPool(t, clients, {pool: 'refresh', handlers: {}});
	const asked = clients.jobs.ask(job, newMovie, {timeoutMs: 500});
	await t.throwsAsync(asked, {instanceOf: Unavailable}, 'nobody has refused it');
});

test('while a job with its key waits or runs, a second one is not added', async t => {
	const started = Promise.withResolvers<void>();
	const release = Promise.withResolvers<void>();
	let calls = 0;
	const {jobs, worker} = await withPool(t, {
		refreshDue: async () => {
			calls += 1;
			started.resolve();
			await release.promise;
			return {movies: 0, series: 0};
		},
	});
	const completed = once(worker, 'completed');
	const first = await jobs.enqueue(refreshDue, {limit: 1});
	await started.promise;
	t.is(await jobs.enqueue(refreshDue, {limit: 1}), first);
	release.resolve();
	await completed;
	t.is(calls, 1);
	t.not(await jobs.enqueue(refreshDue, {limit: 1}), first);
});

test('a refresh that is asked for while one runs comes after it, once, whether the first succeeds or not', async t => {
	const started = Promise.withResolvers<void>();
	const release = Promise.withResolvers<void>();
	const seen: (string | undefined)[] = [];
	const {jobs} = await withPool(t, {
		refreshMovie: async () => {
			seen.push(currentTrace().requestId);
			if (seen.length === 1) {
				started.resolve();
				await release.promise;
				throw new NotFound('movie_not_found', 'It is gone.');
			}
			last.resolve();
		},
	});
	const last = Promise.withResolvers<void>();
	const enqueue = (requestId: string) => traced({requestId}, () => jobs.enqueue(refreshMovie, {movieId}));
	await enqueue('first');
	await started.promise;
	await enqueue('second');
	await enqueue('third');
	release.resolve();
	await last.promise;
	t.deepEqual(seen, ['first', 'third']);
	t.is(await jobs.queue('refresh').getJobCountByTypes('waiting', 'prioritized', 'delayed'), 0);
});

test('a job carries the id of the request that it came from', async t => {
	const seen = Promise.withResolvers<string | undefined>();
	const {jobs} = await withPool(t, {
		refreshMovie: async () => {
			seen.resolve(currentTrace().requestId);
		},
	});
	await traced({requestId: 'request-7'}, () => jobs.enqueue(refreshMovie, {movieId}));
	t.is(await seen.promise, 'request-7');
});

test('a job is cancelled from another process, and not tried again', async t => {
	const started = Promise.withResolvers<string>();
	const {jobs, events, worker} = await withPool(t, {
		refreshMovie: (_payload, _deps, {id, signal}) =>
			new Promise<void>((_resolve, reject) => {
				signal.addEventListener('abort', () => reject(signal.reason));
				started.resolve(id);
			}),
	});
	const failed = once(worker, 'failed');
	await jobs.enqueue(refreshMovie, {movieId});
	const {controlStream} = await import('#shared/events/control.ts');
	await events.publish(controlStream, 'cancelJob', {jobId: await started.promise, reason: 'the user asked'});
	const [job] = await failed;
	t.is(await job.getState(), 'failed');
});

test('a stop puts a job in front of its queue without counting an attempt, however often', async t => {
	const clients = await withRedisClients(t);
	const {jobs} = clients;
	const id = await jobs.enqueue(refreshMovie, {movieId});
	const attempts: number[] = [];
	for (let stops = 0; stops < 8; stops += 1) {
		const started = Promise.withResolvers<void>();
		const worker = await startTestPool(t, clients, {
			pool: 'refresh',
			handlers: {
				refreshMovie: async (_payload, _deps, {attempt, signal}) => {
					attempts.push(attempt);
					started.resolve();
					await once(signal, 'abort');
					throw new Cancelled();
				},
			},
		});
		await started.promise;
		worker.cancelAllJobs(stopReason);
		await worker.close();
	}
	t.deepEqual(new Set(attempts), new Set([1]));
	t.like(await jobs.queue('refresh').getJob(id), {attemptsMade: 0});
	t.is(await jobs.queue('refresh').getJobCountByTypes('prioritized'), 1);
});
