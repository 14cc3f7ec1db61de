import test, {type ExecutionContext} from 'ava';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withStores} from '#test/helpers/stores.ts';
import {buildMediaFile, movieDetails} from '#test/helpers/world/movie.ts';

const now = new Date('2024-01-20T12:00:00Z');
const dates = ['2024-01-01', '2024-01-08', '2024-01-15', '2024-01-22', '2024-01-29', null];

async function world(t: ExecutionContext) {
	const {stores, connection} = await withStores(t);
	const series = await stores.series.add(buildSeriesDetails({seasons: [buildSeason(1, dates)]}), buildNewSeries(), now);
	const ids = (await stores.episodes.ofSeries(series.id)).map(({id}) => id);
	return {...stores, database: connection.db!, series, ids}; // withStores has connected
}

test('the line of missing episodes begins with those that never were searched, and goes on with the longest unsearched', async t => {
	const {episodes, ids} = await world(t);
	const line = async () => (await Array.fromAsync(episodes.missingLine(now))).map(({id}) => ids.indexOf(id) + 1);
	t.deepEqual(await line(), [1, 2, 3]);
	await episodes.markSearched([ids[0]!], new Date('2024-01-19'));
	await episodes.markSearched([ids[1]!], new Date('2024-01-18'));
	t.deepEqual(await line(), [3, 2, 1]);
	await episodes.setMonitored(ids[2]!, false, now);
	t.deepEqual(await line(), [2, 1]);
});

test('episodes that aired lately or air soon are found, counted up to a limit', async t => {
	const {episodes, ids, series} = await world(t);
	const aired = async () => (await episodes.airedBetween(new Date('2024-01-08'), now)).map(({id}) => ids.indexOf(id) + 1);
	t.deepEqual(await aired(), [2, 3]);
	await episodes.recordFile({seriesId: series.id, episodeIds: [ids[1]!], file: buildMediaFile({}), replaces: []}, now);
	t.deepEqual(await aired(), [3]);
	t.is(await episodes.countAiring(now, new Date('2024-02-01'), 100), 2);
	t.is(await episodes.countAiring(now, new Date('2024-02-01'), 1), 1);
	t.deepEqual(await episodes.nextAiring(now), new Date('2024-01-22'));
	t.is(await episodes.nextAiring(new Date('2024-01-29')), null);
});

test('planning reads only what is missing, in the order of an index', async t => {
	const {episodes, movies, database, series, ids} = await world(t);
	const places = {rootFolderPath: '/films', path: '/films/Film', qualityProfileId: 'x', libraryId: null, searchOnAdd: false};
	await movies.add(movieDetails, {...places, monitored: true, minimumAvailability: 'announced'}, now);
	await episodes.recordFile({seriesId: series.id, episodeIds: [ids[0]!], file: buildMediaFile({}), replaces: []}, now);
	await database.command({profile: 2});
	await Array.fromAsync(episodes.missingLine(now));
	await episodes.airedBetween(new Date('2024-01-08'), now);
	await episodes.countAiring(now, new Date('2024-02-01'), 100);
	await episodes.nextAiring(now);
	await Array.fromAsync(movies.missing());
	await database.command({profile: 0});
	const seen = await database
		.collection('system.profile')
		.find({ns: /\.(episodes|movies)$/, op: {$in: ['query', 'command']}})
		.toArray();
	t.is(seen.length, 6);
	for (const {planSummary, docsExamined, hasSortStage, command} of seen) {
		t.regex(planSummary, /IXSCAN/, JSON.stringify(command));
		t.not(hasSortStage, true, JSON.stringify(command));
		t.true(docsExamined <= 2, `${docsExamined} ${planSummary} ${JSON.stringify(command)}`);
	}
});
