import test, {type ExecutionContext} from 'ava';
import {mapNumbers} from '#shared/jobs/refresh.ts';
import {type FakeSeries, fakeTmdb} from '#test/helpers/fake-tmdb.ts';
import {fakeTvdb, fakeXem} from '#test/helpers/fakes/other-numbers.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {handleAddSeries} from '#workers/refresh/add-titles.ts';
import {handleMapDueNumbers, handleMapNumbers} from '#workers/refresh/map-numbers.ts';
import {handleRefreshSeries} from '#workers/refresh/refresh-titles.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2020, 0, 5);
const airDate = (index: number) => new Date(start + index * 7 * dayMs).toISOString().slice(0, 10);

/** One season of 24 at the provider. */
const lantern: FakeSeries = {
	id: 900,
	title: 'Lantern Row',
	tvMetaId: 70_900,
	firstAirDate: airDate(0),
	seasons: [
		{number: 1, episodes: Array.from({length: 24}, (_, index) => ({number: index + 1, airDate: airDate(index), raw: {id: 5000 + index}}))},
	],
	raw: {genres: [{id: 16, name: 'Animation'}], original_language: 'ja', origin_country: ['JP']},
};
/** Two seasons of 12 at TVDB. */
const atTvdb = (count = 24) =>
	Array.from({length: count}, (_, index) => ({
		id: index + 1,
		seasonNumber: index < 12 ? 1 : 2,
		number: (index % 12) + 1,
		absoluteNumber: index + 1,
		aired: airDate(index),
		name: null,
	}));

async function withSources(t: ExecutionContext, {series = lantern, withKey = true} = {}) {
	const tmdb = await fakeTmdb(t, {series: [structuredClone(series)]});
	const [tvdb, xem] = [await fakeTvdb(t), await fakeXem(t)];
	const world = await withWorkerDeps(t, {metadataUrl: tmdb.url});
	const {deps, run, library} = world;
	await deps.settings.set('meta.tvdbUrl', tvdb.url, deps.now());
	await deps.settings.set('meta.sceneMapUrl', xem.url, deps.now());
	await deps.settings.set('meta.tvdbKey', withKey ? 'tvdb-key' : '', deps.now());
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const choice = {rootFolderPath: library, monitored: true, seasonFolder: true, searchOnAdd: false, qualityProfileId, libraryId: null};
	const {id: seriesId} = await handleAddSeries({metaId: series.id, ...choice, seasonOptions: []}, deps, run());
	return {
		...world,
		tmdb,
		tvdb,
		xem,
		seriesId,
		map: () => handleMapNumbers({seriesId}, deps, run()),
		mapDue: () => handleMapDueNumbers({limit: 100}, deps, run()),
		async numbers() {
			return (await deps.episodes.ofSeries(seriesId)).map(({numbers}) => {
				const shown = [numbers?.tvdb ?? null, numbers?.scene ?? null];
				return shown.map(number => (number ? `${number.season}x${number.episode}${number.guessed ? '?' : ''}` : '-')).join(' ');
			});
		},
	};
}

test('a series of one season gets the numbers of its two seasons at TVDB, with one login', async t => {
	const {tvdb, map, numbers, deps, seriesId} = await withSources(t);
	tvdb.series.set(70_900, atTvdb());
	await map();
	const found = await numbers();
	t.deepEqual([found[0], found[11], found[12], found[23]], ['1x1 -', '1x12 -', '2x1 -', '2x12 -']);
	t.is((await deps.episodes.ofSeries(seriesId))[12]?.numbers?.tvdb?.absolute, 13);
	await map();
	t.is(tvdb.logins, 1);
	tvdb.forgetTokens();
	await map();
	t.is(tvdb.logins, 2);
	t.false('numbersDueAt' in (await deps.series.get(seriesId)));
});

test('a list that has too few of the aired episodes is not used, and the stored numbers stay', async t => {
	const {tvdb, map, numbers} = await withSources(t);
	tvdb.series.set(70_900, atTvdb());
	await map();
	tvdb.series.set(70_900, atTvdb(20));
	await map();
	t.is((await numbers())[23], '2x12 -');
});

test('without a key for TVDB a group of the provider is used whose name says TVDB', async t => {
	const ids = Array.from({length: 24}, (_, index) => 5000 + index);
	const groups = [
		{id: 'dvd', name: 'DVD Order', seasons: [{name: 'Season 1', order: 1, episodes: ids}]},
		{
			id: 'tvdb',
			name: 'TVDB Order',
			seasons: [
				{name: 'Specials', order: 0, episodes: []},
				{name: 'Season 1', order: 1, episodes: ids.slice(0, 13)},
				{name: 'Season 2', order: 2, episodes: ids.slice(13)},
			],
		},
	];
	const {map, numbers, tvdb} = await withSources(t, {series: {...lantern, groups}, withKey: false});
	await map();
	const found = await numbers();
	t.deepEqual([found[12], found[13], found[23]], ['1x13 -', '2x1 -', '2x11 -']);
	t.deepEqual(tvdb.asked, []);
});

test('scene numbers follow from those of TVDB and continue after the map, and their names find the series', async t => {
	const {tvdb, xem, map, mapDue, numbers, deps, seriesId, run} = await withSources(t);
	tvdb.series.set(70_900, atTvdb());
	xem.maps.set(70_900, [
		...Array.from({length: 12}, (_, index) => ({tvdb: [1, index + 1] as [number, number], scene: [1, index + 1] as [number, number]})),
		{tvdb: [2, 1], scene: [3, 1, 13]},
	]);
	xem.names.set(70_900, [{'Lantern Row': -1}, {'Lantern Row Afterglow': 3}]);
	t.deepEqual(await mapDue(), {series: 1});
	await map();
	const found = await numbers();
	t.deepEqual([found[0], found[12], found[13]], ['1x1 1x1', '2x1 3x1', '2x2 3x2?']);
	t.deepEqual((await deps.series.get(seriesId)).sceneTitles, [{title: 'Lantern Row Afterglow', seasonNumber: 3}]);
	const keys = {names: ['lanternrowafterglow', 'lantern row afterglow'], imdbIds: [], metaIds: [], tvMetaIds: []};
	t.like(await deps.series.byKeys(keys), [{id: seriesId}]);
	// A refresh keeps what the provider does not know.
	await handleRefreshSeries({seriesId}, deps, run());
	t.like(await deps.series.byKeys(keys), [{id: seriesId}]);
	t.is((await numbers())[12], '2x1 3x1');
});

test('the service of scene numbers is asked once a day for its list, once a week for a map, and never twice in two seconds', async t => {
	const {tvdb, xem, map, mapDue} = await withSources(t);
	tvdb.series.set(70_900, atTvdb());
	xem.maps.set(70_900, [{tvdb: [2, 1], scene: [3, 1]}]);
	const begun = performance.now();
	await mapDue();
	await mapDue();
	await map();
	await map();
	t.deepEqual(
		xem.asked.map(({path}) => path),
		['/map/havemap', '/map/allNames', '/map/all'],
	);
	// Any request may be slow to arrive, but none is sent before its turn.
	const waited = (xem.asked.at(-1)?.at ?? 0) - begun;
	t.true(waited > 3900, `${waited} ms`);
});

test('a service that fails, or has nothing, leaves the old map', async t => {
	const {tvdb, xem, map, mapDue, numbers, deps, run, seriesId} = await withSources(t);
	tvdb.series.set(70_900, atTvdb());
	xem.maps.set(70_900, [{tvdb: [2, 1], scene: [3, 1]}]);
	await mapDue();
	await map();
	const later = {...deps, now: () => new Date(Date.now() + 8 * dayMs)};
	for (const answer of [
		{status: 500, body: 'down'},
		{json: {result: 'failure', data: [], message: 'no single connection'}},
		{json: {result: 'success', data: []}},
	]) {
		xem.answer = path => (path === '/map/all' ? answer : null);
		await handleMapNumbers({seriesId}, later, run());
		t.is((await numbers())[12], '2x1 3x1', JSON.stringify(answer));
	}
	xem.answer = () => ({status: 503, body: ''});
	await handleMapDueNumbers({limit: 100}, later, run());
	t.deepEqual(await deps.sceneMaps.mapped(), [70_900]);
});

test('series that are numbered alike everywhere have no other numbers', async t => {
	const {tvdb, map, numbers} = await withSources(t);
	tvdb.series.set(
		70_900,
		atTvdb().map((row, index) => ({...row, seasonNumber: 1, number: index + 1})),
	);
	await map();
	t.true((await numbers()).every(number => number === '- -'));
});

test('a wrong key fails with words that say what to do, and changes nothing', async t => {
	const {deps, map, numbers} = await withSources(t);
	await deps.settings.set('meta.tvdbKey', 'mistyped', deps.now());
	await t.throwsAsync(map, {message: /meta\.tvdbKey/});
	t.is((await numbers())[0], '- -');
});

test('only series that need it are looked at: anime, and those whose releases had unknown episodes twice', async t => {
	const standard = {...lantern, raw: {}};
	const {deps, seriesId, mapDue} = await withSources(t, {series: standard});
	t.deepEqual(await mapDue(), {series: 0});
	const at = deps.now();
	await deps.series.noteUnknownRelease(seriesId, {guid: 'a', at});
	await deps.series.noteUnknownRelease(seriesId, {guid: 'a', at});
	t.deepEqual(await mapDue(), {series: 0});
	await deps.series.noteUnknownRelease(seriesId, {guid: 'b', at: new Date(Number(at) - 40 * dayMs)});
	t.deepEqual(await mapDue(), {series: 0});
	await deps.series.noteUnknownRelease(seriesId, {guid: 'c', at});
	await deps.series.noteUnknownRelease(seriesId, {guid: 'd', at});
	t.deepEqual(await mapDue(), {series: 1});
	t.is((await deps.jobs.queue('refresh').getJobs(['waiting', 'prioritized'])).filter(job => job.name === mapNumbers.name).length, 1);
});
