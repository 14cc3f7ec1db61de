import test from 'ava';
import type {SearchReleases} from '#shared/jobs/search.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {serve} from '#test/helpers/serve.ts';
import {until} from '#test/helpers/until.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const results = [{indexerId: 'i1', indexerName: 'One', resultCount: 0, status: 'ok' as const, errorMessage: null}];

test('a started search is read as it goes on, and what the reader knows is left out', async t => {
	const served = await serve(t);
	const asked: SearchReleases[] = [];
	const answer = Promise.withResolvers<void>();
	await answerJobs(t, served, {
		searchReleases: async (payload, {releaseCache, now}, {id}) => {
			asked.push(payload);
			await releaseCache.put(id, {releases: [], indexerResults: results, searchTime: now()});
			await releaseCache.noteSearch(id, {state: 'searching', asking: [{id: 'i2', name: 'Two'}]}, now());
			await answer.promise;
			await releaseCache.noteSearch(id, {state: 'completed'}, now());
			return {searchId: id, total: 0, duration: 1};
		},
	});
	const {id: movieId} = await addMovie(served);
	const indexer = await served.deps.indexers.add(buildIndexer(), new Date());
	const started = await served.call('POST /api/searches', {body: {movieId, indexers: [indexer.id], categories: [2000], limit: 1000}});
	t.is(started.status, 202);
	const {searchId} = started.body;
	const read = (query = '') => served.call(`GET /api/searches/${searchId}${query}`);
	await until(async () => (await read()).body.state === 'searching');
	const first = await read();
	t.like(first.body, {searchId, state: 'searching', message: null, asking: [{indexerId: 'i2', indexerName: 'Two'}], releases: []});
	t.deepEqual(first.body.indexerResults, results);
	t.like((await read(`?after=${first.body.revision}`)).body, {state: 'searching', releases: null, indexerResults: null});
	answer.resolve();
	await until(async () => (await read()).body.state === 'completed');
	t.like((await read(`?after=${first.body.revision}`)).body, {state: 'completed', asking: [], releases: []});
	t.like(asked[0], {subject: {kind: 'movie', movie: {id: movieId}}, indexerIds: [indexer.id], categories: [2000], isStarted: true});
	t.is((await served.call(`GET /api/searches/${searchId}`, {as: 'streaming'})).body.code, 'search_not_found');
});

test('a search can be stopped, and a caller has three at a time', async t => {
	const served = await serve(t);
	const start = () => served.call('POST /api/searches', {body: {query: 'lamp'}});
	const ids = [];
	for (let count = 0; count < 3; count += 1) {
		ids.push((await start()).body.searchId);
	}
	t.is((await start()).status, 429);
	t.is((await served.call(`DELETE /api/searches/${ids[0]}`)).status, 204);
	t.is((await served.call(`GET /api/searches/${ids[0]}`)).body.state, 'cancelled');
	t.is((await served.call(`DELETE /api/searches/${ids[0]}`)).status, 204);
	t.is((await start()).status, 202);
	t.is(await served.deps.jobs.queue('search').getJobCountByTypes('waiting', 'prioritized'), 3);
	t.is((await served.call(`DELETE /api/searches/${unknownId}`)).status, 404);
	t.is((await served.call('POST /api/searches', {body: {query: 'lamp'}, as: 'streaming'})).status, 403);
});

test('a search that no worker goes on with ends with the reason, and what was found stays', async t => {
	const served = await serve(t);
	const longAgo = new Date(Date.now() - 100_000);
	const caller = (await served.call('POST /api/searches', {body: {query: 'lamp'}})).body.searchId as string;
	const {startedBy} = (await served.deps.releaseCache.startedSearch(caller))!;
	const waiting = await served.deps.releaseCache.start(startedBy, longAgo);
	t.like((await served.call(`GET /api/searches/${waiting.id}`)).body, {state: 'failed', asking: []});
	const dead = await served.deps.releaseCache.start(startedBy, longAgo);
	await served.deps.releaseCache.put(dead.id, {releases: [], indexerResults: results, searchTime: longAgo});
	await served.deps.releaseCache.noteSearch(dead.id, {state: 'searching', asking: [{id: 'i2', name: 'Two'}]}, longAgo);
	const {body} = await served.call(`GET /api/searches/${dead.id}`);
	t.like(body, {state: 'failed', asking: []});
	t.regex(body.message, /has died/);
	t.is(body.indexerResults.length, 1);
	t.is((await served.deps.releaseCache.openSearchesOf(startedBy, new Date())).length, 1);
});

test('a search that is unclear is not started', async t => {
	const {call} = await serve(t);
	const faults: [object, string][] = [
		[{}, 'query'],
		[{type: 'movie'}, 'movieId'],
		[{query: 'x', indexers: ['nope']}, 'indexers'],
		[{query: 'x', categories: ['a']}, 'categories[0]'],
		[{query: 'x', libraryId: 'nope'}, 'libraryId'],
	];
	for (const [body, path] of faults) {
		const {status, body: reply} = await call('POST /api/searches', {body});
		t.is(status, 400, path);
		t.is(reply.errors[0].path, path);
	}
	t.is((await call('POST /api/searches', {body: {movieId: unknownId}})).body.code, 'movie_not_found');
});
