import test, {type ExecutionContext} from 'ava';
import mongoose from 'mongoose';
import {recordedFiles} from '#shared/domain/notifications/recorded-file.ts';
import {Conflict} from '#shared/errors.ts';
import {buildEpisodeDetails, buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withStores} from '#test/helpers/stores.ts';
import {buildMediaFile} from '#test/helpers/world/movie.ts';

const now = new Date('2024-01-16T12:00:00Z');
const counts = ({episodeCount, episodeFileCount, totalEpisodeCount}: Record<string, unknown>) => [
	episodeCount,
	episodeFileCount,
	totalEpisodeCount,
];

async function withSeries(t: ExecutionContext) {
	const {stores} = await withStores(t);
	const added = await stores.series.add(buildSeriesDetails(), buildNewSeries(), now);
	const episodes = await stores.episodes.ofSeries(added.id);
	return {
		...stores,
		added,
		byNumber: (season: number, episode: number) => episodes.find(e => e.seasonNumber === season && e.episodeNumber === episode)!,
	}; // the test names episodes that exist
}

test('a new series has all seasons and episodes, specials unmonitored, and true counts', async t => {
	const {series, episodes, added} = await withSeries(t);
	const stored = await series.get(added.id);
	t.deepEqual(stored, added);
	t.deepEqual(counts({...stored}), [2, 0, 4]);
	t.is(stored.seasonCount, 1);
	t.false(stored.downloaded);
	t.deepEqual(stored.nextAiring, new Date('2024-01-22'));
	t.deepEqual(stored.previousAiring, new Date('2024-01-15'));
	t.deepEqual(
		stored.seasons.map(season => [season.seasonNumber, season.monitored, ...counts({...season})]),
		[
			[0, false, 0, 0, 1],
			[1, true, 2, 0, 3],
		],
	);
	t.deepEqual(
		(await episodes.ofSeason(added.id, 1)).map(({episodeNumber, monitored}) => [episodeNumber, monitored]),
		[
			[1, true],
			[2, true],
			[3, true],
		],
	);
});

test('season options decide which seasons are monitored', async t => {
	const {stores} = await withStores(t);
	const seasonOptions = [
		{seasonNumber: 0, monitored: true},
		{seasonNumber: 1, monitored: false},
	];
	const {seasons, id, ...added} = await stores.series.add(buildSeriesDetails(), buildNewSeries({seasonOptions}), now);
	t.deepEqual(
		seasons.map(({monitored}) => monitored),
		[true, false],
	);
	t.deepEqual(counts({...added}), [1, 0, 4]);
	t.true((await stores.episodes.ofSeason(id, 0)).every(({monitored}) => monitored));
});

test('a title is added once, even by two at the same moment, and leaves no half series', async t => {
	const {stores, connection} = await withStores(t);
	const outcomes = await Promise.allSettled([1, 2, 3].map(() => stores.series.add(buildSeriesDetails(), buildNewSeries(), now)));
	t.is(outcomes.filter(({status}) => status === 'fulfilled').length, 1);
	const refused = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []));
	t.true(refused.every(error => error instanceof Conflict && error.code === 'series_exists'));
	t.is(await connection.collection('episodes').countDocuments(), 4);
});

test('monitoring a season sets its episodes, monitoring a series leaves them, and the counts follow at once', async t => {
	const {series, episodes, added} = await withSeries(t);
	t.true(await series.setSeasonMonitored(added.id, {seasonNumber: 1, monitored: false}, now));
	t.deepEqual(counts({...(await series.get(added.id))}), [0, 0, 4]);
	t.true((await episodes.ofSeason(added.id, 1)).every(({monitored}) => !monitored));
	await series.change(added.id, {monitored: false}, now);
	await series.setSeasonMonitored(added.id, {seasonNumber: 1, monitored: true}, now);
	await series.change(added.id, {monitored: true}, now);
	t.deepEqual(counts({...(await series.get(added.id))}), [2, 0, 4]);
	t.false(await series.setSeasonMonitored(added.id, {seasonNumber: 9, monitored: true}, now));
});

test('one episode can be monitored by itself', async t => {
	const {series, episodes, added, byNumber} = await withSeries(t);
	t.true(await episodes.setMonitored(byNumber(1, 2).id, false, now));
	const stored = await series.get(added.id);
	t.deepEqual(counts({...stored}), [1, 0, 4]);
	t.true(stored.seasons[1]?.monitored);
});

test('counts change when an episode airs, though nobody writes', async t => {
	const {series, added} = await withSeries(t);
	const later = new Date('2024-01-23T00:00:00Z');
	t.deepEqual(counts({...(await series.shown(added.id, later))}), [3, 0, 4]);
	const again = await series.add(buildSeriesDetails({metaId: 816, title: 'Second'}), buildNewSeries(), now);
	const {rows} = await series.page({page: 1, limit: 10, sort: {field: 'title', direction: 'asc'}}, {}, later);
	const listed = rows.map(row => mongoose.mongo.BSON.deserialize(row)).find(({_id}) => _id === again.id)!; // it was just added
	t.deepEqual(counts({...listed}), [3, 0, 4]);
	t.is(listed.nextAiring, null);
	t.deepEqual(listed.previousAiring, new Date('2024-01-22'));
});

test('a file of two episodes stands in both under one id, and makes the series downloaded', async t => {
	const {series, episodes, added, byNumber} = await withSeries(t);
	const ids = [byNumber(1, 1).id, byNumber(1, 2).id];
	const file = buildMediaFile({id: 'f1', path: '/tv/Paper Lanterns (2024)/Season 01/1.mkv'});
	const record = () => episodes.recordFile({seriesId: added.id, episodeIds: ids, file, replaces: []}, now);
	t.is(await record(), 'recorded');
	t.is(await record(), 'recorded');
	const [first, second] = (await episodes.getMany(ids)).map(episode => episode.file);
	t.deepEqual(first, {...file, number: first?.number});
	t.deepEqual(second, first);
	const stored = await series.get(added.id);
	t.deepEqual(counts({...stored}), [2, 2, 4]);
	t.true(stored.downloaded);
	t.deepEqual(
		recordedFiles(await episodes.onDisk(added.id)).map(({path, episodes: held}) => [path, held.length]),
		[[file.path, 2]],
	);
	t.is(await episodes.removeFiles({seriesId: added.id, fileIds: ['f1']}, now), 2);
	t.deepEqual(counts({...(await series.get(added.id))}), [2, 0, 4]);
});

test('a file is not recorded over one that it does not replace, nor for an episode that is gone', async t => {
	const {series, episodes, added, byNumber} = await withSeries(t);
	const episodeIds = [byNumber(1, 1).id];
	const record = (id: string, replaces: string[]) =>
		episodes.recordFile({seriesId: added.id, episodeIds, file: buildMediaFile({id}), replaces}, now);
	await record('f1', []);
	t.is(await record('f2', []), 'changed');
	t.is(await record('f2', ['f1']), 'recorded');
	await series.remove(added.id);
	t.is(await record('f3', ['f2']), 'changed');
});

test('many files are recorded in one step, each with an outcome of its own', async t => {
	const {series, episodes, added, byNumber} = await withSeries(t);
	const row = (id: string, numbers: number[], replaces: string[] = []) => ({
		episodeIds: numbers.map(number => byNumber(1, number).id),
		file: buildMediaFile({id}),
		replaces,
	});
	const rows = [row('f1', [1]), row('f23', [2, 3]), row('late', [3]), row('none', [])];
	t.deepEqual(await episodes.recordFiles(added.id, rows, now), ['recorded', 'recorded', 'changed', 'changed']);
	t.deepEqual(counts({...(await series.get(added.id))}), [3, 3, 4]);
	t.is((await episodes.get(byNumber(1, 3).id)).file?.id, 'f23');
});

test('many writers at once leave true counts', async t => {
	const {series, episodes, added, byNumber} = await withSeries(t);
	await Promise.all([
		...[1, 2, 3].map(number =>
			episodes.recordFile(
				{seriesId: added.id, episodeIds: [byNumber(1, number).id], file: buildMediaFile({id: `f${number}`}), replaces: []},
				now,
			),
		),
		episodes.setMonitored(byNumber(0, 1).id, true, now),
		episodes.setMonitored(byNumber(1, 3).id, false, now),
		series.setSeasonMonitored(added.id, {seasonNumber: 1, monitored: true}, now),
	]);
	t.deepEqual(counts({...(await series.get(added.id))}), [4, 3, 4]);
});

test('a refresh brings new seasons and episodes, keeps files and flags, and drops what is gone', async t => {
	const {series, episodes, added, byNumber} = await withSeries(t);
	const file = buildMediaFile({id: 'f1'});
	await episodes.recordFile({seriesId: added.id, episodeIds: [byNumber(1, 2).id], file, replaces: []}, now);
	await series.setSeasonMonitored(added.id, {seasonNumber: 1, monitored: false}, now);
	const details = buildSeriesDetails({
		title: 'Paper Lanterns Again',
		seasons: [
			buildSeason(1, [], {
				episodes: [
					buildEpisodeDetails(1, 1, {title: 'Renamed', airDate: '2024-01-08'}),
					buildEpisodeDetails(1, 2, {metaId: 7777, airDate: '2024-01-10'}),
					// The second of old is the third now.
					buildEpisodeDetails(1, 3, {metaId: 1002, airDate: '2024-01-15'}),
				],
			}),
			buildSeason(2, ['2024-06-01']),
		],
	});
	t.deepEqual(await series.refresh(added.id, details, now), {added: 2, removed: 2, left: 0});
	const stored = await series.get(added.id);
	t.like(stored, {title: 'Paper Lanterns Again', path: added.path, seasonCount: 2});
	t.deepEqual(
		stored.seasons.map(({seasonNumber, monitored}) => [seasonNumber, monitored]),
		[
			[1, false],
			[2, true],
		],
	);
	t.deepEqual(
		(await episodes.ofSeries(added.id)).map(e => [e.seasonNumber, e.episodeNumber, e.title, e.monitored, e.file?.id ?? null]),
		[
			[1, 1, 'Renamed', false, null],
			[1, 2, 'Chapter 2', false, null],
			[1, 3, 'Chapter 3', false, 'f1'],
			[2, 1, 'Chapter 1', true, null],
		],
	);
	t.deepEqual(counts({...stored}), [1, 1, 4]);
	t.deepEqual(stored.nextAiring, new Date('2024-06-01'));
});

test('an answer with gaps removes nothing', async t => {
	const {series, episodes, added} = await withSeries(t);
	t.like(await series.refresh(added.id, buildSeriesDetails({seasons: []}), now), {removed: 0, left: 4});
	t.like(await series.refresh(added.id, buildSeriesDetails({seasons: [buildSeason(1, []), buildSeason(0, ['2024-01-01'])]}), now), {
		removed: 0,
		left: 3,
	});
	t.is((await episodes.ofSeries(added.id)).length, 4);
	t.is((await series.get(added.id)).seasons.length, 2);
});

test('airing series are due soon, ended ones rarely', async t => {
	const {stores} = await withStores(t);
	const ended = buildSeriesDetails({metaId: 2, status: 'ended', seasons: [buildSeason(1, ['2001-01-01'])]});
	const airing = await stores.series.add(buildSeriesDetails(), buildNewSeries(), now);
	const over = await stores.series.add(ended, buildNewSeries(), now);
	const after = (days: number) => new Date(Number(now) + days * 86_400_000);
	t.deepEqual(await stores.series.dueForRefresh(after(0), 10), []);
	t.deepEqual(await stores.series.dueForRefresh(after(0.5), 10), [airing.id]);
	t.deepEqual(await stores.series.dueForRefresh(after(31), 10), [airing.id, over.id]);
	await stores.series.refresh(airing.id, buildSeriesDetails(), after(1));
	t.deepEqual(await stores.series.dueForRefresh(after(1), 10), []);
});

test('removing a series removes its episodes and nothing else', async t => {
	const {series, episodes, added} = await withSeries(t);
	const other = await series.add(buildSeriesDetails({metaId: 9}), buildNewSeries(), now);
	t.true(await series.remove(added.id));
	t.false(await series.remove(added.id));
	t.is(await series.find(added.id), null);
	t.deepEqual(await episodes.ofSeries(added.id), []);
	t.is((await episodes.ofSeries(other.id)).length, 4);
});

test('a folder that another series has is reported', async t => {
	const {series, added} = await withSeries(t);
	const at = (path: string, except: string | null = null) => series.titleAtFolder(path, {except});
	t.is(await at('/tv/Paper Lanterns (2024)'), 'Paper Lanterns');
	t.is(await at('/tv/Paper Lanterns (2024)/Season 01'), 'Paper Lanterns');
	t.is(await at('/tv/Paper Lanterns (2024)', added.id), null);
	t.is(await at('/tv/Paper Lanterns'), null);
	t.deepEqual(await series.foldersBelow('/tv', ['Paper Lanterns (2024)', 'Other']), new Set(['Paper Lanterns (2024)']));
	t.deepEqual(await series.foldersBelow('/', ['tv', 'films']), new Set(['tv']));
	t.deepEqual(await series.foldersBelow('/tv/Paper Lanterns (2024)', ['Season 1']), new Set());
});

test('a chosen type survives refreshes, and goes back to that of the provider', async t => {
	const {series, added} = await withSeries(t);
	const typesOf = async () => {
		const {type, chosenType, providerType} = await series.get(added.id);
		return [type, chosenType, providerType];
	};
	t.deepEqual(await typesOf(), ['standard', null, 'standard']);
	await series.change(added.id, {type: 'anime'}, now);
	t.deepEqual(await typesOf(), ['anime', 'anime', 'standard']);
	await series.refresh(added.id, buildSeriesDetails({type: 'daily'}), now);
	t.deepEqual(await typesOf(), ['anime', 'anime', 'daily']);
	await series.change(added.id, {type: null, monitored: false}, now);
	t.deepEqual(await typesOf(), ['daily', null, 'daily']);
	t.false((await series.get(added.id)).monitored);
});

test('a series of an older version keeps the type of its provider when another one is chosen', async t => {
	const {stores, uri} = await withStores(t);
	const {id} = await stores.series.add(
		buildSeriesDetails(),
		buildNewSeries({type: 'daily', monitor: 'none', monitorNewSeasons: false}),
		now,
	);
	t.like(await stores.series.get(id), {type: 'daily', chosenType: 'daily', providerType: 'standard', monitorNewSeasons: false});
	t.true((await stores.episodes.ofSeries(id)).every(({monitored}) => !monitored));
	const connection = await mongoose.createConnection(uri).asPromise();
	t.teardown(() => connection.close());
	await connection.collection('series').updateOne({}, {$unset: {chosenType: 1, providerType: 1}, $set: {type: 'standard'}});
	await stores.series.change(id, {type: 'anime'}, now);
	await stores.series.change(id, {type: null}, now);
	t.like(await stores.series.get(id), {type: 'standard', chosenType: null});
});

test('a new season follows its owner, and an episode that comes late waits for a person', async t => {
	const {series, episodes, added} = await withSeries(t);
	await series.change(added.id, {monitorNewSeasons: false}, now);
	const late = new Date('2024-03-01');
	const seasons = [buildSeason(0, ['2024-01-01', '2024-01-02']), buildSeason(1, ['2024-01-08', '2024-01-15', '2024-01-22', '2024-01-29'])];
	await series.refresh(added.id, buildSeriesDetails({seasons: [...seasons, buildSeason(2, ['2024-02-27'])]}), late);
	t.deepEqual(
		(await series.get(added.id)).seasons.map(({monitored}) => monitored),
		[false, true, false],
	);
	const [episode] = (await episodes.ofSeason(added.id, 1)).slice(3);
	t.like(episode, {monitored: true, appearedLate: true});
	t.deepEqual(
		(await episodes.ofSeries(added.id)).filter(({appearedLate}) => appearedLate).map(({id}) => id),
		[episode?.id],
	);
	const inLine = async () => (await Array.fromAsync(episodes.missingLine(late))).some(({id}) => id === episode?.id);
	t.false(await inLine());
	await episodes.markSearched([episode?.id ?? ''], late);
	t.true(await inLine());
});
