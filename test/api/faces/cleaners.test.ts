import test from 'ava';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withFaces, withMovie} from '#test/helpers/faces.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

const found = {title: 'Night Ferry', year: 2011, overview: null, posterUrl: null};

test('an id without a value names no title, since programs take the first of the answer', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	await withMovie(served, {metaId: 5});
	await deps.series.add(buildSeriesDetails(), buildNewSeries({rootFolderPath: '/tv', path: '/tv/a'}), deps.now());
	for (const [line, count] of [
		['radarr/api/v3/movie', 1],
		['radarr/api/v3/movie?tmdbId=', 0],
		['radarr/api/v3/movie?tmdbId=undefined', 0],
		['sonarr/api/v3/series', 1],
		['sonarr/api/v3/series?tvdbId=', 0],
		['sonarr/api/v3/series?TvdbId=0', 0],
	] as const) {
		t.is((await ask(`GET /${line}`)).body.length, count, line);
	}
});

test('only a download that nobody sends has the words by which cleaners delete it', async t => {
	const {ask, deps} = await withFaces(t);
	const long = new Date(Date.now() - 3_600_000);
	const add = (number: number, {waitsSince = null, ...fields}: {waitsSince?: Date | null; progressAt?: Date; errorMessage?: string}) =>
		deps.downloads
			.add(buildItem({state: 'downloading', status: 'warning', title: `Film ${number}`, downloadId: `${number}`, ...fields}))
			.then(({id}) => deps.downloads.change(id, {transfer: {waitsSince}}));
	await add(1, {progressAt: long});
	await add(2, {progressAt: long, waitsSince: long, errorMessage: 'Its disk is full.'});
	await add(3, {progressAt: new Date(), errorMessage: 'A tracker warns.'});
	const {records} = (await ask('GET /radarr/api/v3/queue?pageSize=10&includeUnknownMovieItems=true')).body;
	const words = Object.fromEntries(records.map((row: {title: string; errorMessage?: string}) => [row.title, row.errorMessage]));
	t.deepEqual(words, {
		'Film 1': 'The download is stalled with no connections',
		'Film 2': 'Its disk is full.',
		'Film 3': 'A tracker warns.',
	});
});

test('a series that a program excludes by its number at TVDB is excluded, and no other', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	await answerJobs(t, served, {
		lookUpTitles: async ({subject}) => ({titles: JSON.stringify(subject).includes('77') ? [{...found, metaId: 501}] : []}),
		lookUpTitle: async () => ({
			facts: {
				...{metaId: 501, imdbId: null, tvMetaId: 77, runtime: null, genres: [], certification: null, metaRating: null, metaVoteCount: null},
				...{studios: [], network: null, status: 'ended' as const, type: 'standard' as const, seasons: [], monitoring: []},
			},
		}),
	});
	const line = 'sonarr/api/v3/importlistexclusion';
	t.like(await ask(`POST /${line}`, {body: {tvdbId: 77, title: 'Night Ferry'}}), {status: 201, body: {tvdbId: 77, title: 'Night Ferry'}});
	t.deepEqual(await Promise.all([501, 77].map(metaId => deps.importExclusions.has('series', metaId, null))), [true, false]);
	t.like((await ask(`GET /${line}`)).body, [{tvdbId: 77}]);
	t.is((await ask(`POST /${line}`, {body: {tvdbId: 77, title: 'Night Ferry'}})).status, 400);
	t.is((await ask(`POST /${line}`, {body: {tvdbId: 78, title: 'Nobody'}})).status, 400);
});

test('a download leaves the queue with the category of imported ones, and stays where its client has none', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	const {id} = await withMovie(served, {metaId: 7});
	const asked: string[] = [];
	let error: string | null = 'Seedbox has no category for imported downloads.';
	await answerJobs(t, served, {
		categorizeDownload: async ({queueItemId}) => {
			asked.push(queueItemId);
			return {error};
		},
	});
	const item = await deps.downloads.add(buildItem({movieId: id, state: 'downloading', downloadId: 'ab'.repeat(20)}));
	const [row] = (await ask('GET /radarr/api/v3/queue')).body.records;
	const removal = `DELETE /radarr/api/v3/queue/${row.id}?removeFromClient=true&changeCategory=true`;
	t.like(await ask(removal), {status: 400, body: [{propertyName: 'changeCategory', errorMessage: error}]});
	t.truthy(await deps.downloads.find(item.id));
	error = null;
	t.is((await ask(removal)).status, 200);
	t.deepEqual(asked, [item.id, item.id]);
	t.is(await deps.downloads.find(item.id), null);
	t.deepEqual(await deps.connection.collection('leftovers').find().toArray(), [], 'its client keeps it');
});
