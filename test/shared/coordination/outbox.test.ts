import {once} from 'node:events';
import test, {type ExecutionContext} from 'ava';
import {UnrecoverableError, Worker} from 'bullmq';
import mongoose from 'mongoose';
import {promiseJob, timeLimitReached, toPromise, unknownField, unknownJob, wrongPayload} from '#shared/coordination/outbox.ts';
import {promiseJobs} from '#shared/coordination/promise-jobs.ts';
import {Invalid, NotFound, TooMany, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import {deleteMovieFiles} from '#shared/jobs/import.ts';
import {jobs} from '#shared/jobs/index.ts';
import {refreshMovie as refreshMovieJob} from '#shared/jobs/refresh.ts';
import {openConsumer} from '#shared/redis.ts';
import {patientRedis} from '#test/helpers/redis.ts';
import {patienceMs, until} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {startPromisedJobs} from '#workers/executions/scheduler.ts';
import type {Handlers} from '#workers/runtime/handler.ts';
import {startPool} from '#workers/runtime/pool.ts';

const movieId = 'c0ffee00-0000-4000-8000-000000000001';

async function withPool(t: ExecutionContext, refreshMovie: Handlers['refreshMovie']) {
	const {deps, redisUrl} = await withWorkerDeps(t);
	const connection = openConsumer(redisUrl, patientRedis);
	const worker = startPool('refresh', {handlers: {refreshMovie} as Handlers, deps, connection, concurrency: 1, lockMs: patienceMs});
	t.teardown(async () => {
		await worker.close(true);
		connection.disconnect();
	});
	await worker.waitUntilReady();
	return {deps, worker, promise: () => promiseJob(refreshMovieJob, {movieId}, deps)};
}

async function withPromises(t: ExecutionContext) {
	const world = await withWorkerDeps(t);
	const connection = await mongoose.createConnection(world.mongodbUri).asPromise();
	t.teardown(() => connection.close());
	return {...world, stores: connection.collection('promisedJobs')};
}

/** The pool drops a promise just after its job. */
function untilDone({outbox}: Awaited<ReturnType<typeof withPool>>['deps']): Promise<true> {
	return until(async () => (await outbox.list(10)).length === 0);
}

test('a promise ends with the success of its job', async t => {
	const {deps, worker, promise} = await withPool(t, async () => {});
	const completed = once(worker, 'completed');
	const id = await promise();
	const [job] = await completed;
	t.is(job.id, id);
	t.true(await untilDone(deps));
});

test('a promise ends with the last failure of its job', async t => {
	const {deps, worker, promise} = await withPool(t, async () => {
		throw new NotFound('movie_not_found', 'It is gone.');
	});
	const failed = once(worker, 'failed');
	await promise();
	await failed;
	t.true(await untilDone(deps));
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
		(await deps.outbox.list(10)).map(each => each.id),
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
	const kept = await deps.outbox.list(10);
	t.is(kept.length, 2);
	const completed = once(worker, 'completed');
	release.resolve();
	await completed;
	await startPromisedJobs(deps);
	t.true(await untilDone(deps));
	t.true(runs >= 2, `after ${first} there was another run`);
});

test('a promise whose end was not written is dropped at the next look', async t => {
	const {deps, worker, promise} = await withPool(t, async () => {});
	const completed = once(worker, 'completed');
	const id = await promise();
	await completed;
	await untilDone(deps);
	await deps.outbox.put({id, job: refreshMovieJob.name, payload: {movieId}, priority: null});
	await startPromisedJobs(deps);
	t.true(await untilDone(deps));
});

const outages: Record<string, unknown> = {
	'MongoDB is away': Object.assign(new Error('Server selection timed out after 15000 ms'), {name: 'MongooseServerSelectionError'}),
	'a disk is away': new Unavailable('disk_unavailable', 'The disk is not there.'),
	'the worker is too old to know the job': new Invalid(unknownJob, 'No handler'),
	'the worker is too old to know a field': new Invalid(unknownField, 'why is not allowed'),
	'the worker takes the payload for wrong': new Invalid(wrongPayload, 'why must be a number'),
	'the metadata provider is away': new UpstreamFailed('connection_refused', 'It does not answer.'),
	'an indexer limits requests': new TooMany('rate_limited', 'Later.', 60),
};
const ownFailures: Record<string, unknown> = {
	'its title is gone': new NotFound('movie_not_found', 'It is gone.'),
	'it has a bug': new TypeError('x is not a function'),
	'it takes too long': new Unavailable(timeLimitReached, 'The job took longer than the 60 s that it may take.'),
	'it was refused': new Invalid('root_folder_missing', 'There is no folder.'),
};

test('promised work ends by its own failure, but not because something else was away or old', async t => {
	const {deps} = await withWorkerDeps(t);
	const ended: string[] = [];
	for (const [title, error] of Object.entries({...outages, ...ownFailures})) {
		const {id} = toPromise(refreshMovieJob, {movieId});
		await deps.outbox.put({id, job: 'refresh-movie', payload: {title}, priority: null});
		await deps.outbox.begin(id);
		const isGivenUp = await deps.outbox.fail(id, error);
		t.is(
			(await deps.outbox.list(100)).some(each => each.id === id),
			!isGivenUp,
		);
		if (isGivenUp) {
			ended.push(title);
		}
	}
	t.deepEqual(ended, Object.keys(ownFailures));
});

test('many jobs are promised and queued together, and the same one once until it begins', async t => {
	const {deps} = await withPromises(t);
	const idOf = (index: number) => `c0ffee00-0000-4000-8000-${String(index).padStart(12, '0')}`;
	const payloads = Array.from({length: 120}, (_none, index) => ({movieId: idOf(index)}));
	const [first = '', begun = ''] = [
		await promiseJob(refreshMovieJob, {movieId: idOf(0)}, deps),
		await promiseJob(refreshMovieJob, {movieId: idOf(1)}, deps),
	];
	await deps.outbox.begin(begun);
	await promiseJobs(refreshMovieJob, payloads, deps);
	const promised = await deps.outbox.list(200);
	t.is(promised.length, 121, 'one that has begun needs another run');
	t.true(promised.some(({id}) => id === first));
	const waiting = (await deps.jobs.waiting('refresh', 200)).map(({payload}) => (payload as {movieId: string}).movieId);
	t.deepEqual(
		waiting.toSorted(),
		payloads.map(({movieId}) => movieId),
		'a job that waits is not queued again',
	);
	const again = payloads.slice(0, 2).map(payload => toPromise(refreshMovieJob, payload));
	t.is((await deps.outbox.putMany(again))[0], first);
});

test('a round that failed for a reason outside is repeated later, and what is asked meanwhile is the same promise', async t => {
	const {deps, stores} = await withPromises(t);
	const wanted = toPromise(refreshMovieJob, {movieId});
	const id = await deps.outbox.put(wanted);
	t.deepEqual(
		(await deps.outbox.takeDue(10)).map(each => each.id),
		[id],
	);
	t.deepEqual(await deps.outbox.takeDue(10), [], 'another process has just taken it');
	await deps.outbox.begin(id);
	t.false(await deps.outbox.fail(id, outages['a disk is away']));
	t.deepEqual(await deps.outbox.takeDue(10), []);
	t.is(await deps.outbox.put(toPromise(refreshMovieJob, {movieId})), id);
	await stores.updateMany({}, {$set: {dueAt: new Date(Date.now() + 3 * 3_600_000)}});
	t.is((await deps.outbox.takeDue(10)).length, 1, 'nothing waits for so long: the clock was ahead');
	await stores.updateMany({}, {$set: {failures: 1000}});
	t.true(await deps.outbox.fail(id, outages['a disk is away']), 'after a month it is given up');
});

test('a job whose workers died, or whose end could not be written, is queued again', async t => {
	const {deps, redisUrl} = await withPromises(t);
	const id = await promiseJob(refreshMovieJob, {movieId}, deps);
	const connection = openConsumer(redisUrl, patientRedis);
	// What BullMQ does with a job that stalled too often.
	const dying = new Worker('refresh', () => Promise.reject(new UnrecoverableError('job stalled more than allowable limit')), {
		connection,
		prefix: deps.prefix,
	});
	await once(dying, 'failed');
	await dying.close();
	connection.disconnect();
	await startPromisedJobs(deps);
	t.is(await deps.jobs.queue('refresh').getJobState(id), 'prioritized');
	t.is((await deps.outbox.list(10)).length, 1);
});

test('a job that kills its workers each time is queued again later and later', async t => {
	const {deps, stores, redisUrl} = await withPromises(t);
	const id = await promiseJob(refreshMovieJob, {movieId}, deps);
	const connection = openConsumer(redisUrl, patientRedis);
	const begin = async () => {
		await deps.outbox.begin(id);
		throw new UnrecoverableError('job stalled more than allowable limit');
	};
	const dying = new Worker('refresh', begin, {connection, prefix: deps.prefix});
	await once(dying, 'failed');
	await startPromisedJobs(deps);
	t.is(await deps.jobs.queue('refresh').getJobState(id), 'unknown');
	t.deepEqual(await deps.outbox.takeDue(10), []);
	t.like(await stores.findOne({}), {failures: 1, begun: false});

	await stores.updateMany({}, {$set: {dueAt: new Date(0)}});
	const failedAgain = once(dying, 'failed');
	await startPromisedJobs(deps);
	await failedAgain;
	await dying.close();
	connection.disconnect();
});

test('a job that an older worker does not know, or not with this field, stays promised', async t => {
	const {deps, worker} = await withPool(t, async () => {});
	for (const [job, payload] of [
		[{...refreshMovieJob, name: 'tidy-up'}, {movieId}],
		[refreshMovieJob, {movieId, why: 'asked'}],
	] as const) {
		const failed = once(worker, 'failed');
		await promiseJob(job, payload as {movieId: string}, deps);
		await failed;
	}
	t.deepEqual((await deps.outbox.list(10)).map(({job}) => job).toSorted(), ['refresh-movie', 'tidy-up']);
});

test('the deletion of files ends only with its success, whatever it fails with and however long that takes', async t => {
	const {deps, stores} = await withPromises(t);
	const wanted = toPromise(deleteMovieFiles, {movieId, title: 'The Quiet Harbour', path: '/films/a.mkv'});
	const id = await deps.outbox.put(wanted);
	await stores.updateMany({}, {$set: {failures: 10_000}});
	for (const error of Object.values({...outages, ...ownFailures})) {
		await deps.outbox.begin(id);
		t.false(await deps.outbox.fail(id, error, deleteMovieFiles));
	}
	t.is((await deps.outbox.list(10)).length, 1);
	await deps.outbox.done(id);
	t.deepEqual(await deps.outbox.list(10), []);
});

test('the jobs that remove files, and a move, are those that are tried until they succeed', t => {
	const lasting = Object.values(jobs).flatMap(({name, ...job}) => ('untilDone' in job ? [name] : []));
	t.deepEqual(lasting.toSorted(), [
		'clear-library',
		'delete-chosen-files',
		'delete-episode-files',
		'delete-movie-files',
		'run-move',
		'take-back-import',
		'take-over-move',
		'undo-deletion',
		'undo-move',
	]);
});

test('what an older process does not know is left to a newer one, however often it looks', async t => {
	const {deps} = await withPromises(t);
	await deps.outbox.put({...toPromise(refreshMovieJob, {movieId}), job: 'tidy-up'});
	await startPromisedJobs(deps);
	t.like(await deps.outbox.takeDue(10), [{job: 'tidy-up'}], 'the look has not taken it from the newer one');
});

test('whoever asks again for what waits for another round does not wait for it', async t => {
	const {deps} = await withPromises(t);
	const id = await deps.outbox.put(toPromise(refreshMovieJob, {movieId}));
	await deps.outbox.begin(id);
	await deps.outbox.fail(id, outages['a disk is away']);
	t.deepEqual(await deps.outbox.takeDue(10), []);
	t.is(await deps.outbox.put(toPromise(refreshMovieJob, {movieId})), id);
	t.like(await deps.outbox.takeDue(10), [{id}]);
});
