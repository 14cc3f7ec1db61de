import test from 'ava';
import {searchReleases} from '#shared/jobs/search.ts';
import {openConsumer} from '#shared/redis.ts';
import {buildRelease} from '#test/helpers/build-release.ts';
import {patientRedis} from '#test/helpers/redis.ts';
import {patienceMs, until} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import type {FoundSoFar, WorkerDeps} from '#workers/runtime/deps.ts';
import {type Handlers, stopReason} from '#workers/runtime/handler.ts';
import {startPool} from '#workers/runtime/pool.ts';
import {handleSearchReleases} from '#workers/search/search-releases.ts';

const row = (indexerId: string) => ({indexerId, indexerName: indexerId, resultCount: 1, status: 'ok' as const, errorMessage: null});
const quick = buildRelease({guid: 'quick', title: 'Another.Film.2020.720p.WEB-DL.x264-NOBODY', indexerId: 'quick'});
const late = buildRelease({guid: 'late', title: 'Another.Film.2020.1080p.WEB-DL.x264-NOBODY', indexerId: 'late'});
const early: FoundSoFar = {releases: [quick], indexerResults: [row('quick')], asking: [{id: 'late', name: 'Late'}]};

/** A started search of two indexers, of which `late` answers when the test says so. */
async function startedSearch(t: Parameters<typeof withWorkerDeps>[0]) {
	const world = await withWorkerDeps(t);
	const {releaseCache, now} = world.deps;
	const movie = await world.addMovie(movieDetails);
	const {id} = await releaseCache.start('user:1', now());
	const answer = Promise.withResolvers<void>();
	const searchIndexers: WorkerDeps['searchIndexers'] = async ({onAnswer}, signal) => {
		onAnswer?.(() => early);
		signal.addEventListener('abort', () => answer.reject(signal.reason));
		await answer.promise;
		return {releases: [quick, late], indexerResults: [row('quick'), row('late')]};
	};
	const payload = {
		...{subject: {kind: 'movie' as const, movie: {id: movie.id}}, indexerIds: null, categories: null},
		...{minSeeders: null, maxAge: null, limit: 100, isStarted: true},
	};
	const titles = async () => (await releaseCache.readSearch(id))?.releases.map(({release}) => release.title) ?? [];
	const stateOf = async () => (await releaseCache.startedSearch(id))?.state;
	return {...world, deps: {...world.deps, searchIndexers}, id, payload, answer, titles, stateOf};
}

test('the releases of an indexer are there before the others answer, and at the end all of them', async t => {
	const {deps, run, id, payload, answer, titles, stateOf} = await startedSearch(t);
	t.is(await stateOf(), 'queued');
	const searching = handleSearchReleases(payload, deps, {...run(), id});
	await until(async () => (await titles()).length === 1);
	t.is(await stateOf(), 'searching');
	await until(async () => (await deps.releaseCache.startedSearch(id))?.asking.length === 1);
	answer.resolve();
	await searching;
	t.deepEqual((await titles()).toSorted(), [late.title, quick.title]);
	t.like(await deps.releaseCache.startedSearch(id), {state: 'completed', asking: [], message: null});
});

test('a search that fails keeps what was found, and says why', async t => {
	const {deps, run, id, payload, answer, titles} = await startedSearch(t);
	const searching = handleSearchReleases(payload, deps, {...run(), id});
	await until(async () => (await titles()).length === 1);
	answer.reject(new TypeError('apikey=secret is undefined'));
	await t.throwsAsync(searching);
	t.like(await deps.releaseCache.startedSearch(id), {state: 'failed', message: 'The worker failed unexpectedly; its log says why.'});
	t.deepEqual(await titles(), [quick.title]);
});

test('a search whose worker stops is not over, and another worker ends it', async t => {
	const {deps, run, id, payload, answer, titles, stateOf} = await startedSearch(t);
	const stopping = new AbortController();
	const first = handleSearchReleases(payload, deps, {...run(), id, signal: stopping.signal});
	await until(async () => (await titles()).length === 1);
	stopping.abort(stopReason);
	await t.throwsAsync(first, {any: true});
	t.is(await stateOf(), 'searching');
	answer.resolve();
	const searchIndexers: WorkerDeps['searchIndexers'] = async () => ({releases: [late], indexerResults: [row('late')]});
	await handleSearchReleases(payload, {...deps, searchIndexers}, {...run(), id});
	t.is(await stateOf(), 'completed');
	t.deepEqual(await titles(), [late.title]);
});

test('nobody is asked for a search that was stopped, and whoever ends it first is right', async t => {
	const {deps, run, id, payload, stateOf} = await startedSearch(t);
	t.true(await deps.releaseCache.noteSearch(id, {state: 'cancelled'}, deps.now()));
	const searchIndexers: WorkerDeps['searchIndexers'] = async () => t.fail() as never;
	t.like(await handleSearchReleases(payload, {...deps, searchIndexers}, {...run(), id}), {total: 0});
	t.is(await stateOf(), 'cancelled');
	t.false(await deps.releaseCache.noteSearch('unknown', {state: 'completed'}, deps.now()));
});

test('a started search is a job that is tried once, under the id of the search', async t => {
	const {deps, redisUrl, id, payload, answer, stateOf} = await startedSearch(t);
	answer.resolve();
	const connection = openConsumer(redisUrl, patientRedis);
	const handlers = {searchReleases: handleSearchReleases} as Partial<Handlers> as Handlers; // no other job is queued
	const worker = startPool('search', {handlers, deps, connection, concurrency: 1, lockMs: patienceMs});
	t.teardown(async () => {
		await worker.close(true);
		connection.disconnect();
	});
	t.is(await deps.jobs.enqueue(searchReleases, payload, {jobId: id, priority: 1}), id);
	await until(async () => (await stateOf()) === 'completed');
	t.is((await deps.jobs.queue('search').getJob(id))?.opts.attempts, 1);
});

test('however many releases come in however many parts, the caller gets the best of all that are still offered', async t => {
	const {deps, run, payload} = await startedSearch(t);
	const {id} = await deps.releaseCache.start('user:1', deps.now());
	const offer = (n: number, quality: string) =>
		buildRelease({guid: `${quality} ${n}`, title: `Another.Film.2020.${quality}.WEB-DL.x264-NOBODY`, indexerId: 'many'});
	const first = Array.from({length: 2500}, (_none, n) => offer(n, '720p'));
	const [better, withdrawn] = [offer(0, '1080p'), offer(1, '1080p')];
	const searchIndexers: WorkerDeps['searchIndexers'] = async ({onAnswer}) => {
		onAnswer?.(() => ({releases: [...first, withdrawn], indexerResults: [], asking: []}));
		await until(async () => ((await deps.releaseCache.readSearch(id))?.releases.length ?? 0) > 0);
		return {releases: [...first, better], indexerResults: []};
	};
	await handleSearchReleases({...payload, limit: 3}, {...deps, searchIndexers}, {...run(), id});
	const found = (await deps.releaseCache.readSearch(id))?.releases.map(({release}) => release.guid) ?? [];
	t.is(found.length, 3);
	t.is(found[0], better.guid);
	t.false(found.includes(withdrawn.guid));
});
