import {randomUUID} from 'node:crypto';
import test from 'ava';
import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {Unavailable} from '#shared/errors.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildRelease, gigabyte} from '#test/helpers/build-release.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {type WorkerWorld, withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchEpisodes} from '#workers/search/search-episodes.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';

const title = 'The.Quiet.Harbour.2019.1080p.WEB-DL.H.264-NOBODY';
const ok: IndexerResult = {indexerId: 'ok', indexerName: 'Site', resultCount: 0, status: 'ok', errorMessage: null};
const late: IndexerResult = {
	...ok,
	indexerName: 'Slow',
	status: 'timeout',
	errorMessage: 'No answer: http://x.test/?apikey=0123456789abcdef',
};

/** The same world, whose indexers answer this. */
function answering({deps}: WorkerWorld, search: () => Promise<FoundRelease[]>, indexerResults: IndexerResult[] = [ok]): WorkerDeps {
	const jobs = {...deps.jobs, ask: async () => ({})} as unknown as WorkerDeps['jobs']; // searches ask for nothing but grabs
	return {...deps, jobs, searchIndexers: async () => ({releases: await search(), indexerResults})};
}

test('a movie keeps what its last search brought, and is marked while it is searched', async t => {
	const world = await withWorkerDeps(t);
	const {deps, run} = world;
	await deps.downloadClients.add(buildDownloadClient(), new Date());
	const {id} = await world.addMovie(movieDetails);
	const searches = async () => (await deps.titleSearches.of([id])).get(id);
	const tiny = buildRelease({title, size: 1});
	let during: unknown = null;
	const search = async () => {
		during = (await searches())?.searchingSince;
		return [tiny, {...tiny, guid: 'other'}];
	};
	const request = {movieId: id, reason: 'manual'} as const;
	await handleSearchMovie(request, answering(world, search, [ok, late]), run());
	t.true(during instanceof Date);
	const found = await searches();
	t.is(found?.searchingSince, null);
	t.like(found?.last, {byPerson: true, outcome: 'refused', found: 2, refused: 2, indexers: 2});
	t.like(found?.last?.reasons[0], {code: 'sizeInRange', count: 2});
	t.regex(found?.last?.reasons[0]?.reason ?? '', /MB is below/);
	t.like(found?.last?.silent[0], {indexer: 'Slow', status: 'timeout'});
	t.false(JSON.stringify(found).includes('0123456789abcdef'));
	await t.throwsAsync(
		handleSearchMovie(
			request,
			answering(world, () => Promise.reject(new TypeError('broken'))),
			run(),
		),
	);
	t.is((await searches())?.searchingSince, null, 'A search that failed goes on no longer');
	t.is((await searches())?.last?.found, 2);
});

test('the promised search of a new title gets another round as long as no indexer answers, and says who was silent', async t => {
	const world = await withWorkerDeps(t);
	const {deps, run} = world;
	const movie = await world.addMovie(movieDetails);
	await deps.qualityProfiles.ensureDefaults(new Date());
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const series = await deps.series.add(buildSeriesDetails(), buildNewSeries({qualityProfileId}), new Date());
	const promised = {...run(), id: 'promise-1'};
	const search = (results: IndexerResult[], {id, executionId}: {id?: string; executionId?: string} = {}) => {
		const asked = answering(world, async () => [], results);
		const as = {...promised, ...(id && {id})};
		const task = executionId === undefined ? {} : {executionId};
		const everything = {seasonNumber: null, episodeIds: null};
		return Promise.all([
			handleSearchMovie({movieId: movie.id, reason: 'missing', ...task}, asked, as),
			handleSearchEpisodes({seriesId: series.id, reason: 'missing', ...everything, ...task}, asked, as),
		]);
	};
	const paused: IndexerResult = {...late, status: 'disabled', errorMessage: 'The indexer failed recently.'};
	for (const results of [[late], [late, paused], [paused]]) {
		const error = await t.throwsAsync(search(results), {instanceOf: Unavailable});
		t.is(error?.code, 'no_indexer_answered');
	}
	t.like((await deps.titleSearches.of([movie.id])).get(movie.id)?.last?.silent[0], {indexer: 'Slow', status: 'disabled'});
	await t.notThrowsAsync(search([late, ok]), 'one has answered');
	await t.notThrowsAsync(search([]), 'there is no indexer');
	await t.notThrowsAsync(search([late], {id: 'search-1'}), 'nobody has promised it');
	await t.notThrowsAsync(search([late], {executionId: randomUUID()}), 'the next run of the task searches again');
});

test('what a task does not search leaves the last search as it was', async t => {
	const world = await withWorkerDeps(t);
	const {deps, run} = world;
	const {id} = await world.addMovie(movieDetails);
	await deps.movies.change(id, {monitored: false}, new Date());
	await handleSearchMovie(
		{movieId: id, reason: 'missing', executionId: randomUUID()},
		answering(world, async () => []),
		run(),
	);
	t.is((await deps.titleSearches.of([id])).get(id)?.last, null);
});

test('a delayed release says until when it waits', async t => {
	const world = await withWorkerDeps(t);
	const {deps, run} = world;
	await deps.settings.set('download.torrentDelayMinutes', 60, new Date());
	const {id} = await world.addMovie(movieDetails);
	const publishDate = new Date();
	const young = buildRelease({title, size: 6 * gigabyte, publishDate});
	await handleSearchMovie(
		{movieId: id, reason: 'missing', executionId: randomUUID()},
		answering(world, async () => [young]),
		run(),
	);
	const {waiting} = (await deps.titleSearches.of([id])).get(id) ?? {};
	t.is(waiting?.release, title);
	t.deepEqual(waiting?.until, new Date(Number(publishDate) + 3_600_000));
});

test('each episode keeps what was found for it, and the series the whole', async t => {
	const world = await withWorkerDeps(t);
	const {deps, run} = world;
	const details = buildSeriesDetails({seasons: [buildSeason(1, ['2020-01-01', '2020-01-08'])]});
	await deps.qualityProfiles.ensureDefaults(new Date());
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const series = await deps.series.add(details, buildNewSeries({qualityProfileId}), new Date());
	const [first, second] = await deps.episodes.ofSeason(series.id, 1);
	const ids = [series.id, first?.id ?? '', second?.id ?? ''];
	const release = buildRelease({title: 'Paper.Lanterns.S01E01.1080p.WEB-DL.H.264-NOBODY', size: 1});
	const request = {seriesId: series.id, seasonNumber: 1, episodeIds: null, reason: 'manual'} as const;
	await handleSearchEpisodes(
		request,
		answering(world, async () => [release]),
		run(),
	);
	const found = await deps.titleSearches.of(ids);
	t.like(found.get(ids[1] ?? '')?.last, {found: 1, refused: 1, byPerson: true});
	t.true((found.get(series.id)?.last?.found ?? 0) >= 1);
	t.deepEqual(
		[...found.values()].map(({searchingSince}) => searchingSince),
		[null, null, null],
	);
	t.is(new Set([...found.values()].map(({last}) => last?.searchId)).size, 1);
});
