import test, {type ExecutionContext} from 'ava';
import {readerOfEpisodes} from '#shared/domain/matching/match-numbered.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import {type FakeSeries, fakeTmdb} from '#test/helpers/fake-tmdb.ts';
import {fakeTvdb} from '#test/helpers/fakes/other-numbers.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {buildMediaFile} from '#test/helpers/world/movie.ts';
import {handleAddSeries} from '#workers/refresh/add-titles.ts';
import {handleListEpisodeOrders, handlePreviewEpisodeOrder, handleRenumberSeries} from '#workers/refresh/episode-orders.ts';
import {handleMapNumbers} from '#workers/refresh/map-numbers.ts';
import {handleRefreshSeries} from '#workers/refresh/refresh-titles.ts';

const dayMs = 86_400_000;
const airDate = (index: number) => new Date(Date.UTC(2020, 0, 5) + index * 7 * dayMs).toISOString().slice(0, 10);
const ids = (from: number, to: number) => Array.from({length: to - from + 1}, (_, index) => 5000 + from + index);

/** One season of 10 at the provider, with groups that have it as two of 5, and in another order without the last one. */
const lantern = (): FakeSeries => ({
	id: 900,
	title: 'Lantern Row',
	tvMetaId: 70_900,
	firstAirDate: airDate(0),
	seasons: [
		{number: 1, episodes: Array.from({length: 10}, (_, index) => ({number: index + 1, airDate: airDate(index), raw: {id: 5001 + index}}))},
	],
	groups: [
		{
			id: 'half',
			name: 'Halves',
			seasons: [
				{name: 'Specials', order: 0, episodes: []},
				{name: 'Season 1', order: 1, episodes: ids(1, 5)},
				{name: 'Season 2', order: 2, episodes: ids(6, 10)},
			],
		},
		// Without the last two, whose numbers the others take or leave.
		{id: 'back', name: 'Backwards', seasons: [{name: 'Season 1', order: 1, episodes: ids(1, 8).reverse()}]},
		{id: 'over', name: 'Overlapping', seasons: [{name: 'Season 1', order: 1, episodes: [...ids(2, 10)]}]},
		{id: 'few', name: 'Few', seasons: [{name: 'Season 1', order: 1, episodes: ids(1, 7)}]},
	],
});

async function withOrders(t: ExecutionContext) {
	const tmdb = await fakeTmdb(t, {series: [lantern()]});
	const tvdb = await fakeTvdb(t);
	const world = await withWorkerDeps(t, {metadataUrl: tmdb.url});
	const {deps, run, library} = world;
	await deps.settings.set('meta.tvdbUrl', tvdb.url, deps.now());
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const choice = {rootFolderPath: library, monitored: true, seasonFolder: true, searchOnAdd: false, qualityProfileId, libraryId: null};
	const {id: seriesId} = await handleAddSeries({metaId: 900, ...choice, seasonOptions: []}, deps, run());
	return {
		...world,
		tmdb,
		tvdb,
		seriesId,
		renumber: (order: string | null) => handleRenumberSeries({seriesId, order}, deps, run()),
		preview: (order: string | null) => handlePreviewEpisodeOrder({seriesId, order}, deps, run()),
		refresh: () => handleRefreshSeries({seriesId}, deps, run()),
		/** The number of each episode, in the order of the provider. */
		async numbers() {
			const all = await deps.episodes.ofSeries(seriesId);
			return all
				.toSorted((a, b) => (a.metaId ?? 0) - (b.metaId ?? 0))
				.map(({seasonNumber, episodeNumber}) => `${seasonNumber}x${episodeNumber}`);
		},
	};
}

const halves = ['1x1', '1x2', '1x3', '1x4', '1x5', '2x1', '2x2', '2x3', '2x4', '2x5'];
const single = Array.from({length: 10}, (_, index) => `1x${index + 1}`);

test('a preview shows what changes, and changes nothing', async t => {
	const {preview, numbers, deps, run, seriesId} = await withOrders(t);
	const {orders} = await handleListEpisodeOrders({seriesId}, deps, run());
	t.deepEqual(
		orders.map(({order}) => order),
		['tmdb:half', 'tmdb:back', 'tmdb:over', 'tmdb:few'],
	);
	const {coverage, unchanged, episodes} = await preview('tmdb:half');
	t.deepEqual([coverage, unchanged, episodes.length], [1, 5, 5]);
	t.like(episodes[0], {from: {seasonNumber: 1, episodeNumber: 6}, to: {seasonNumber: 2, episodeNumber: 1}, isListed: true});
	t.deepEqual(await numbers(), single);
});

test('files stay with their episodes, releases are read as before, and a refresh keeps the order', async t => {
	const {renumber, refresh, numbers, deps, run, seriesId} = await withOrders(t);
	const sixth = (await deps.episodes.ofSeries(seriesId))[5]!; // there are ten
	await deps.episodes.recordFile({seriesId, episodeIds: [sixth.id], file: buildMediaFile({id: 'f6'}), replaces: []}, deps.now());
	await renumber('tmdb:half');
	t.deepEqual(await numbers(), halves);
	const moved = await deps.episodes.get(sixth.id);
	t.like(moved, {seasonNumber: 2, episodeNumber: 1, absoluteEpisodeNumber: 6, monitored: true, file: {id: 'f6'}});
	const series = await deps.series.get(seriesId);
	t.like(series, {episodeOrder: 'tmdb:half', seasonCount: 2, episodeFileCount: 1});
	const held = async (release: string) => {
		const read = readerOfEpisodes(await deps.episodes.ofSeries(seriesId), await deps.series.get(seriesId));
		return read(parseTitle(release, {mode: 'tv'})!).episodes.map(({id}) => id); // it can be read
	};
	t.deepEqual(await held('Lantern.Row.S01E06.1080p.WEB.h264-NOBODY'), [sixth.id]);
	await refresh();
	await handleMapNumbers({seriesId}, deps, run());
	t.deepEqual(await numbers(), halves);
	t.deepEqual(await held('Lantern.Row.S01E06.1080p.WEB.h264-NOBODY'), [sixth.id]);
	await renumber(null);
	await handleMapNumbers({seriesId}, deps, run());
	t.deepEqual(await numbers(), single);
	const back = await deps.episodes.get(sixth.id);
	t.is(back.numbers ?? null, null);
	t.is(back.file?.id, 'f6');
	t.is((await deps.series.get(seriesId)).episodeOrder, null);
});

test('a rename of the files is offered after an order has changed, once, and made again by the next one', async t => {
	const {renumber, deps, seriesId} = await withOrders(t);
	const offered = async () => (await deps.fileChanges.page({page: 1, limit: 10})).changes;
	await renumber('tmdb:half');
	t.deepEqual(await offered(), [], 'there is no file');
	const sixth = (await deps.episodes.ofSeries(seriesId))[5]!; // there are ten
	await deps.episodes.recordFile({seriesId, episodeIds: [sixth.id], file: buildMediaFile({id: 'f6'}), replaces: []}, deps.now());
	await renumber('tmdb:half');
	const [change] = await offered();
	t.like(change, {kind: 'rename', state: 'planning', start: false, requestedBy: null, selection: {seriesIds: [seriesId], movieIds: []}});
	t.like(await deps.outbox.list(10), [{job: 'plan-file-change', payload: {changeId: change?.id}}]);
	await deps.fileChanges.move(change?.id ?? '', ['planning'], {state: 'planned', plannedAt: deps.now()}, deps.now());
	await renumber(null);
	t.like(await offered(), [{id: change?.id, state: 'planning'}]);
	t.is((await offered()).length, 1);
});

test('a series is added in an order of its own, if that has enough of it', async t => {
	const {deps, run, library, seriesId} = await withOrders(t);
	await deps.series.remove(seriesId, async () => {}, deps.now());
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const choice = {rootFolderPath: library, monitored: true, seasonFolder: true, searchOnAdd: false, qualityProfileId, libraryId: null};
	const add = (episodeOrder: string) => handleAddSeries({metaId: 900, ...choice, seasonOptions: [], episodeOrder}, deps, run());
	await t.throwsAsync(add('tmdb:few'), {code: 'order_lacks_episodes'});
	t.is(await deps.series.findOldest(900), null);
	const {id} = await add('tmdb:half');
	t.like(await deps.outbox.list(10), [{job: 'renumber-series', payload: {seriesId: id, order: 'tmdb:half'}}]);
});

test('while nobody tells the order, a refresh leaves the numbers as they are', async t => {
	const {renumber, refresh, numbers, tmdb, seriesId, deps} = await withOrders(t);
	await renumber('tmdb:half');
	tmdb.answer = url => (url.pathname.includes('episode_group') ? {status: 500, body: 'down'} : null);
	tmdb.series[0]?.seasons[0]?.episodes.push({number: 11, airDate: airDate(10), raw: {id: 5011}});
	await refresh();
	t.deepEqual(await numbers(), [...halves, '1x11']);
	t.is((await deps.series.get(seriesId)).episodeOrder, 'tmdb:half');
});

test('what an order lacks keeps its number if that is free, and else becomes an unmonitored special', async t => {
	const {renumber, numbers, deps, seriesId} = await withOrders(t);
	await renumber('tmdb:back');
	t.deepEqual(await numbers(), ['1x8', '1x7', '1x6', '1x5', '1x4', '1x3', '1x2', '1x1', '1x9', '1x10']);
	await renumber('tmdb:over');
	t.deepEqual(await numbers(), ['0x1', ...single.slice(0, 9)]);
	const [first] = await deps.episodes.ofSeason(seriesId, 0);
	t.is(first?.monitored, false);
	t.true((await deps.episodes.ofSeason(seriesId, 1)).every(({monitored}) => monitored));
});

test('an order that lacks more than a fifth of the episodes is refused, and so is one that nobody lists', async t => {
	const {renumber, numbers} = await withOrders(t);
	await t.throwsAsync(renumber('tmdb:few'), {code: 'order_lacks_episodes', message: /70 %/});
	await t.throwsAsync(renumber('tmdb:other'), {code: 'order_unknown'});
	await t.throwsAsync(renumber('tvdb:dvd'), {code: 'order_unknown'});
	t.deepEqual(await numbers(), single);
});

test('an order of TVDB is found by its ids of the episodes', async t => {
	const {renumber, numbers, tvdb, deps} = await withOrders(t);
	await deps.settings.set('meta.tvdbKey', 'tvdb-key', deps.now());
	const rows = Array.from({length: 10}, (_, index) => ({
		id: 70 + index,
		seasonNumber: 1,
		number: index + 1,
		aired: airDate(index),
		name: null,
	}));
	tvdb.series.set(70_900, rows);
	tvdb.orders.set(
		'dvd',
		rows.map((row, index) => ({...row, seasonNumber: index < 5 ? 2 : 1, number: (index % 5) + 1})),
	);
	await renumber('tvdb:dvd');
	t.deepEqual(await numbers(), ['2x1', '2x2', '2x3', '2x4', '2x5', '1x1', '1x2', '1x3', '1x4', '1x5']);
});
