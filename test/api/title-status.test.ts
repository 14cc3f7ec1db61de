import test from 'ava';
import {toLastSearch} from '#shared/domain/searches/last-search.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {type Served, serve} from '#test/helpers/serve.ts';
import {until} from '#test/helpers/until.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

const now = new Date('2026-03-01T12:00:00Z');
const served = (t: Parameters<typeof serve>[0]) => serve(t, {deps: {now: () => now}});

const rejection = {reason: 'Release rejected', detail: '1 MB is below 500 MB', temporary: false, code: 'sizeInRange'} as const;
const last = toLastSearch(
	{
		judged: [{approved: false, rejectionDetails: [rejection]}],
		attempts: [],
		indexerResults: [{indexerId: 'i', indexerName: 'Slow', resultCount: 0, status: 'timeout', errorMessage: 'Late.'}],
	},
	{at: now, searchId: 'search', byPerson: true},
);

async function addShow({deps}: Served) {
	const details = buildSeriesDetails({
		seasons: [buildSeason(1, ['2026-02-01', '2026-02-08', '2026-03-08']), buildSeason(2, ['2026-02-20'])],
	});
	await deps.qualityProfiles.ensureDefaults(now);
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	return deps.series.add(details, buildNewSeries({monitored: true, qualityProfileId}), now);
}

test('a movie without its file says what its last search brought, and who did not answer', async t => {
	const world = await served(t);
	const {id} = await addMovie(world, {digitalRelease: new Date('2026-02-01')});
	await world.deps.titleSearches.end([{id, last, waiting: null}], now);
	const {status, body} = await world.call(`GET /api/library/movies/${id}/status`);
	t.is(status, 200);
	t.like(body, {id, state: 'needsYou', until: null, progress: null, queueId: null, nextSearchAt: null});
	t.regex(body.sentence, /No indexer is enabled\. 1 release found, all refused/);
	t.like(body.lastSearch, {at: now.toISOString(), outcome: 'refused', found: 1, refused: 1, byPerson: true, searchId: 'search'});
	t.deepEqual(body.lastSearch.reasons, [{code: 'sizeInRange', reason: '1 MB is below 500 MB', count: 1}]);
	t.deepEqual(body.lastSearch.silent, [{indexer: 'Slow', status: 'timeout', message: 'Late.'}]);
	t.is((await world.call('GET /api/library/movies/unknown/status')).status, 404);
	t.is((await world.call(`GET /api/library/movies/${id}/status`, {as: 'nobody'})).status, 401);
});

test('a movie that is downloading says how far it is, also in its list', async t => {
	const world = await served(t);
	const downloading = await addMovie(world, {metaId: 1, title: 'Amber Night'});
	const there = await addMovie(world, {metaId: 2, title: 'Cold Harbour'});
	const later = await addMovie(world, {metaId: 3, title: 'Later', inCinemas: null, digitalRelease: new Date('2026-04-01')});
	await world.deps.movies.setFile(there.id, buildMediaFile(), now);
	const item = await world.deps.downloads.add(buildItem({movieId: downloading.id, state: 'downloading', size: 1000, sizeLeft: 400}));
	const expected = {state: 'downloading', progress: 60, queueId: item.id};
	t.like((await world.call(`GET /api/library/movies/${downloading.id}/status`)).body, expected);
	const {movies} = (await world.call('GET /api/library/movies?withStanding=true')).body;
	t.deepEqual(
		movies.map(({id, standing: {state}}: {id: string; standing: {state: string}}) => [id, state]),
		[
			[downloading.id, 'downloading'],
			[there.id, 'there'],
			[later.id, 'notAvailableYet'],
		],
	);
	t.like(movies[0].standing, expected);
	t.is(movies[2].standing.until, '2026-04-01T00:00:00.000Z');
	t.false('standing' in (await world.call('GET /api/library/movies')).body.movies[0]);
});

test('a series counts the states of its episodes and lists those without a file, of one season on request', async t => {
	const world = await served(t);
	const {deps} = world;
	const series = await addShow(world);
	const [first, second, third] = await deps.episodes.ofSeason(series.id, 1);
	const episodeIds = [second?.id ?? ''];
	await deps.episodes.recordFile({seriesId: series.id, episodeIds: [first?.id ?? ''], file: buildMediaFile(), replaces: []}, now);
	await deps.downloads.add(buildItem({movieId: null, seriesId: series.id, episodeIds, state: 'importPending'}));
	await deps.titleSearches.end([{id: series.id, last, waiting: null}], now);
	const {body} = await world.call(`GET /api/library/series/${series.id}/status`);
	t.like(body, {id: series.id, state: 'importing', lastSearch: {found: 1}});
	t.deepEqual(body.states, [
		{state: 'notAvailableYet', count: 1},
		{state: 'importing', count: 1},
		{state: 'needsYou', count: 1},
		{state: 'there', count: 1},
	]);
	t.deepEqual(
		body.episodes.map((each: Record<string, unknown>) => [each['seasonNumber'], each['episodeNumber'], each['state']]),
		[
			[2, 1, 'needsYou'],
			[1, 3, 'notAvailableYet'],
			[1, 2, 'importing'],
		],
	);
	const season = (await world.call(`GET /api/library/series/${series.id}/status?seasonNumber=2`)).body;
	t.is(season.episodes.length, 1);
	t.is((await world.call(`GET /api/library/series/${series.id}/status?seasonNumber=9`)).status, 404);
	t.is((await world.call(`GET /api/library/series/${series.id}/status?seasonNumber=x`)).status, 400);
	t.like((await world.call(`GET /api/library/episodes/${third?.id}/status`)).body, {state: 'notAvailableYet', lastSearch: null});
	const [row] = (await world.call('GET /api/library/series?withStanding=true')).body.series;
	t.is(row.standing.state, 'importing');
});

test('the states of a page of a hundred movies take a fixed number of queries', async t => {
	const world = await served(t);
	for (let metaId = 1; metaId <= 30; metaId += 1) {
		await addMovie(world, {metaId, title: `Film ${metaId}`});
	}
	const read = async (limit: number) => {
		const db = world.deps.connection.db!; // the application is served
		await db.command({profile: 0});
		await db
			.collection('system.profile')
			.drop()
			.catch(() => {});
		await db.command({profile: 2});
		t.is((await world.call(`GET /api/library/movies?withStanding=true&limit=${limit}`)).body.movies.length, limit);
		await db.command({profile: 0});
		return db
			.collection('system.profile')
			.countDocuments({ns: /\.(?:movies|downloads|titleSearches|searchBackoff)$/, op: {$in: ['query', 'command']}});
	};
	await read(2);
	t.is(await read(30), await read(3));
});

test('titles say that their library, everything or every indexer is paused', async t => {
	const world = await served(t);
	const {deps, call} = world;
	const {id: targetId} = await deps.indexers.add(buildIndexer({name: 'Site', kind: 'torznab'}), now);
	const {id} = await addMovie(world, {digitalRelease: new Date('2026-02-01')});
	const show = await addShow(world);
	const pausedBy = null;
	const status = async (path: string) => (await call(`GET /api/library/${path}/status` as 'GET /')).body;
	t.notRegex((await status(`movies/${id}`)).sentence, /paused/);
	/** The state of tasks and indexers is shown unchanged for a moment. */
	const reported = (path: string, words: RegExp) => until(async () => words.test((await status(path)).sentence));

	await deps.pauses.set({scope: 'indexer', targetId, until: null, pausedBy}, now);
	t.true(await reported(`movies/${id}`, /^Every indexer is paused until somebody resumes it\./));
	t.like(await status(`movies/${id}`), {state: 'needsYou', nextSearchAt: null});
	await deps.pauses.remove(`indexer:${targetId}`);

	await deps.pauses.set({scope: 'all', targetId: null, until: null, pausedBy}, now);
	t.true(await reported(`series/${show.id}`, /Everything is paused until somebody resumes it/));
	const {movies} = (await call('GET /api/library/movies?withStanding=true')).body;
	t.regex(movies[0].standing.sentence, /Everything is paused until somebody resumes it/);
	t.is((await call('GET /api/health')).body.issues.find(({check}: {check: string}) => check === 'pauses').code, 'everything_paused');
});
