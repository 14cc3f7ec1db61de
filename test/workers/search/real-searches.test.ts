import {randomUUID} from 'node:crypto';
import test from 'ava';
import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import {TooMany} from '#shared/errors.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {createWorld} from '#test/helpers/world.ts';
import {createIndexerRates} from '#workers/integrations/indexers/indexer-rates.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchEpisodes} from '#workers/search/search-episodes.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';

const hour = 3_600_000;
const executionId = randomUUID();
const row = (status: IndexerResult['status']): IndexerResult => ({
	indexerId: status,
	indexerName: status,
	resultCount: 0,
	status,
	errorMessage: null,
});

/** The same world, whose indexers answer with these rows; notes what they were asked for. */
function answering(deps: WorkerDeps, status: IndexerResult['status'], asked: string[] = []): WorkerDeps {
	const searchIndexers: WorkerDeps['searchIndexers'] = async ({criteria}) => {
		asked.push(criteria.kind);
		return {releases: [], indexerResults: [row(status)]};
	};
	return {...deps, searchIndexers};
}

test('an outage of all indexers lengthens no back-off, and the title comes after others next time', async t => {
	const {addMovies, addSeries, deps, run} = await createWorld(t, {searches: {}});
	const [movie] = await addMovies(1);
	const {id, ids} = await addSeries(['2020-01-01']);
	for (const status of ['error', 'timeout', 'challenge_failed'] as const) {
		await handleSearchMovie({movieId: movie!.id, reason: 'missing', executionId}, answering(deps, status), run());
		const request = {seriesId: id, seasonNumber: null, episodeIds: null, reason: 'missing', executionId} as const;
		await handleSearchEpisodes(request, answering(deps, status), run());
	}
	t.is((await deps.searchBackoff.standings([movie!.id, ...ids], deps.now())).size, 0);
	t.not((await deps.movies.get(movie!.id)).lastSearchTime, null);
	await handleSearchMovie({movieId: movie!.id, reason: 'missing', executionId}, answering(deps, 'ok'), run());
	t.like((await deps.searchBackoff.standings([movie!.id], deps.now())).get(movie!.id), {tries: 1, wasFound: false});
});

test('an episode that has just aired is searched again after an hour, an old one after six', async t => {
	const {addSeries, deps, run} = await createWorld(t, {searches: {}});
	const today = new Date().toISOString().slice(0, 10);
	const {id, ids} = await addSeries(['2020-01-01', today]);
	const request = {seriesId: id, seasonNumber: null, episodeIds: null, reason: 'missing', executionId} as const;
	await handleSearchEpisodes(request, answering(deps, 'ok'), run());
	const resting = await deps.searchBackoff.paused(ids, new Date(Date.now() + 1.1 * hour));
	t.deepEqual([...resting], [ids[0]]);
});

test('after an empty season there is one search for each episode, or for two when the budget is small', async t => {
	const {addSeries, addIndexer, deps, run} = await createWorld(t, {searches: {}});
	await deps.tasks.setEnabled('rssSync', false, deps.now());
	const {id, ids} = await addSeries(['2020-01-01', '2020-01-02', '2020-01-03', '2020-01-04', '2020-01-05']);
	const request = {seriesId: id, seasonNumber: null, episodeIds: null, reason: 'missing', executionId} as const;
	const kinds = async () => {
		const asked: string[] = [];
		await handleSearchEpisodes(request, answering(deps, 'ok', asked), run());
		return asked.join(' ');
	};
	t.is(await kinds(), 'season episode episode episode episode episode');
	await addIndexer({queryLimit: 10});
	t.is(await kinds(), 'season episode episode');
	t.is((await deps.searchBackoff.paused(ids, new Date(Date.now() + 5 * hour))).size, 5);
});

test('the backlog stops at what is kept, without a word about the indexer; new episodes and people go on', async t => {
	const {deps} = await createWorld(t, {searches: {}});
	const indexer = await deps.indexers.add(buildIndexer({queryLimit: 4}), deps.now());
	const indexerRates = createIndexerRates(deps.producer, deps.prefix, deps.budgets);
	const {signal} = new AbortController();
	await indexerRates.query(indexer, signal, 2);
	await indexerRates.query(indexer, signal, 2);
	await t.throwsAsync(indexerRates.query(indexer, signal, 2), {instanceOf: TooMany, code: 'budget_kept'});
	await indexerRates.query(indexer, signal);
	await indexerRates.query(indexer, signal, 0);
	await t.throwsAsync(indexerRates.query(indexer, signal), {code: 'rate_limited'});
	const reading = (await deps.queryBudgets.read([indexer])).get(indexer.id);
	t.is(reading?.hits, 4);
	t.is(reading?.leaving.at(-1), 4);
	const movie = {kind: 'text', query: 'lamp', categories: null, limit: 10, media: 'movie'} as const;
	const reserved = new Map([[indexer.id, 2]]);
	const {indexerResults} = await deps.searchIndexers({criteria: movie, use: 'automatic', indexerIds: null, reserved}, signal);
	t.like(indexerResults[0], {status: 'rate_limited'});
	t.is((await deps.indexers.get(indexer.id)).disabledUntil, null);
});

test('a site that has answered one way of asking was searched, even if its budget allows no other way', async t => {
	const {deps} = await createWorld(t, {searches: {}});
	const site = await fakeIndexer(t, {items: []});
	const indexer = await deps.indexers.add(buildIndexer({url: site.url, queryLimit: 10}), deps.now());
	const film = {
		kind: 'movie',
		title: 'Quiet Film',
		titles: [],
		year: 2019,
		imdbId: 'tt0000001',
		metaId: 1,
		categories: null,
		limit: 10,
	} as const;
	const statusWith = async (left: number) => {
		const used = (await deps.queryBudgets.read([indexer])).get(indexer.id)?.hits ?? 0;
		const request = {
			criteria: {...film, titles: []},
			use: 'automatic' as const,
			indexerIds: null,
			reserved: new Map([[indexer.id, 10 - used - left]]),
		};
		return (await deps.searchIndexers(request, new AbortController().signal)).indexerResults[0]?.status;
	};
	t.is(await statusWith(2), 'ok');
	t.is((await deps.queryBudgets.read([indexer])).get(indexer.id)?.hits, 2);
	t.is(await statusWith(0), 'rate_limited');
});
