import test from 'ava';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withFaces, withMovie} from '#test/helpers/faces.ts';

test('a movie is shown with what programs read, without null, and found by its provider id', async t => {
	const served = await withFaces(t);
	const {ask} = served;
	await withMovie(served, {metaId: 603});
	const {body} = await ask('GET /radarr/api/v3/movie');
	t.is(body.length, 1);
	const [movie] = body;
	t.like(movie, {tmdbId: 603, titleSlug: '603', path: '/films/603', rootFolderPath: '/films', hasFile: true, sizeOnDisk: 1000});
	t.is(movie.movieFile.id, movie.movieFileId);
	t.is(movie.movieFile.relativePath, 'a.mkv');
	t.is(typeof movie.movieFile.quality.quality.id, 'number');
	for (const name of [
		'sortTitle',
		'year',
		'runtime',
		'alternateTitles',
		'genres',
		'status',
		'isAvailable',
		'minimumAvailability',
		'monitored',
		'qualityProfileId',
		'added',
		'tags',
		'images',
	]) {
		t.true(name in movie, name);
	}
	t.false((await ask('GET /radarr/api/v3/movie')).text.includes('null'));
	t.deepEqual((await ask(`GET /radarr/api/v3/movie/${movie.id}`)).body, movie);
	t.deepEqual((await ask('GET /radarr/api/v3/movie?TmdbId=603')).body, [movie]);
	t.deepEqual((await ask('GET /radarr/api/v3/movie?tmdbId=4')).body, []);
	t.deepEqual((await ask(`GET /radarr/api/v3/moviefile?movieId=${movie.id}`)).body, [movie.movieFile]);
	t.deepEqual((await ask(`GET /radarr/api/v3/moviefile?movieFileIds=${movie.movieFileId}`)).body, [movie.movieFile]);
});

test('a whole list is kept until something changes, and fails as a whole when it cannot be read', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	const first = await withMovie(served, {metaId: 1});
	const before = await ask('GET /radarr/api/v3/movie');
	const etag = before.headers.get('etag') ?? '';
	t.is((await ask('GET /radarr/api/v3/movie', {headers: {'if-none-match': etag}})).status, 304);
	t.deepEqual((await ask('GET /radarr/api/v3/movie', {headers: {'accept-encoding': 'identity'}})).body, before.body);
	await withMovie(served, {metaId: 2, title: 'Second'});
	t.is((await ask('GET /radarr/api/v3/movie')).body.length, 2);
	await deps.movies.change(first.id, {monitored: false}, deps.now());
	const after = (await ask('GET /radarr/api/v3/movie')).body;
	t.false(after.find(({tmdbId}: {tmdbId: number}) => tmdbId === 1).monitored);
	// A file that nobody can read must not look like a library without it.
	await deps.connection.collection<{_id: string}>('movies').updateOne({_id: first.id}, {$set: {'file.languages': 5}});
	await deps.movies.change(first.id, {monitored: true}, deps.now());
	const broken = await ask('GET /radarr/api/v3/movie');
	t.is(broken.status, 500);
	t.deepEqual(broken.body, {message: 'An internal error occurred.'});
});

test('a record that comes back as it was shown changes nothing, and a move is never said to have happened', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	await deps.rootFolders.add({name: 'Films', path: '/films'}, deps.now());
	await deps.rootFolders.add({name: 'Other', path: '/other'}, deps.now());
	const {id: uuid} = await withMovie(served, {metaId: 7});
	const [shown] = (await ask('GET /radarr/api/v3/movie')).body;
	t.deepEqual(await putBack(shown), shown);
	t.deepEqual(await putBack({...shown, rootFolderPath: '/other'}), shown);
	t.is((await putBack({...shown, monitored: false})).monitored, false);
	const outside = await ask('PUT /radarr/api/v3/movie', {body: {...shown, path: '/etc/7'}});
	t.is(outside.status, 400);
	t.is(outside.body[0].propertyName, 'path');
	const elsewhere = await ask('PUT /radarr/api/v3/movie', {body: {...shown, path: '/other/7'}});
	t.is(elsewhere.status, 400);
	t.is((await deps.movies.get(uuid)).path, '/films/7');
	const moved = await ask(`PUT /radarr/api/v3/movie/${shown.id}?moveFiles=true`, {body: {...shown, path: '/other/7'}});
	t.like(moved, {status: 202, body: {path: '/films/7'}});

	async function putBack(body: object) {
		const answer = await ask('PUT /radarr/api/v3/movie', {body});
		t.is(answer.status, 202, answer.text);
		return answer.body;
	}
});

test('programs delete through the recycle bin and as much in an hour as their key allows', async t => {
	const served = await withFaces(t, {filesPerHour: 2});
	const {ask, deps} = served;
	for (const metaId of [1, 2, 3]) {
		await withMovie(served, {metaId});
	}
	const numbers = (await ask('GET /radarr/api/v3/movie')).body.map(({id}: {id: number}) => id);
	t.like(await ask(`DELETE /radarr/api/v3/movie/${numbers[0]}?deleteFiles=True&addImportExclusion=true`), {status: 200, body: {}});
	t.is((await ask(`DELETE /radarr/api/v3/movie/${numbers[0]}`)).status, 404);
	t.is((await ask(`DELETE /radarr/api/v3/movie/${numbers[1]}?deleteFiles=true`)).status, 200);
	const refused = await ask(`DELETE /radarr/api/v3/movie/${numbers[2]}?deleteFiles=true`);
	t.is(refused.status, 429);
	t.true(Number(refused.headers.get('retry-after')) > 0);
	t.true((await ask('GET /radarr/api/v3/health')).body.some(({message}: {message: string}) => message.includes('An app')));
	t.is((await ask('GET /radarr/api/v3/movie')).body.length, 1);
	const {rows} = await deps.deletions.page({page: 1, limit: 10});
	t.deepEqual(
		rows.map(({deletedBy, filesDeleted}) => [deletedBy, filesDeleted]),
		[
			['An app', true],
			['An app', true],
		],
	);
	t.true(await deps.importExclusions.has('movie', (await deps.deletions.page({page: 1, limit: 10})).rows.at(-1)?.metaId ?? 0, null));
	// Without files it is no deletion that the limit is for.
	t.is((await ask(`DELETE /radarr/api/v3/movie/${numbers[2]}`)).status, 200);
});

test('a series is shown with its seasons, and its episodes with their file', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	const added = await deps.series.add(
		buildSeriesDetails({tvMetaId: 81_189}),
		buildNewSeries({rootFolderPath: '/tv', path: '/tv/a'}),
		deps.now(),
	);
	const stored = await deps.episodes.ofSeries(added.id);
	const file = buildMediaFile({id: crypto.randomUUID(), path: '/tv/a/Season 01/1.mkv'});
	await deps.episodes.recordFiles(added.id, [{episodeIds: stored.slice(0, 2).map(({id}) => id), file, replaces: []}], deps.now());
	const [series] = (await ask('GET /sonarr/api/v3/series')).body;
	t.like(series, {tvdbId: 81_189, path: '/tv/a', ended: series.status === 'ended', languageProfileId: 1});
	t.true(series.seasons.every((season: {statistics: object}) => 'percentOfEpisodes' in season.statistics));
	t.deepEqual((await ask('GET /sonarr/api/v3/series?tvdbId=81189')).body, [series]);
	const episodes = (await ask(`GET /sonarr/api/v3/episode?seriesId=${series.id}&includeEpisodeFile=true`)).body;
	t.is(episodes.length, stored.length);
	const having = episodes.filter(({hasFile}: {hasFile: boolean}) => hasFile);
	t.is(having.length, 2);
	t.is(having[0].episodeFileId, having[1].episodeFileId);
	t.is(having[0].episodeFile.path, file.path);
	t.is((await ask(`GET /sonarr/api/v3/episodefile?seriesId=${series.id}`)).body.length, 1);
	const monitored = await ask('PUT /sonarr/api/v3/episode/monitor', {body: {episodeIds: [episodes[0].id], monitored: false}});
	t.like(monitored, {status: 202});
	t.false((await ask(`GET /sonarr/api/v3/episode/${episodes[0].id}`)).body.monitored);
	const changed = {...series, seasons: series.seasons.map((season: object) => ({...season, monitored: false}))};
	const answer = await ask(`PUT /sonarr/api/v3/series/${series.id}`, {body: changed});
	t.is(answer.status, 202, answer.text);
	t.true(answer.body.seasons.every((season: {monitored: boolean}) => !season.monitored));
});

test('a file whose name says no language has those that are spoken in it', async t => {
	const served = await withFaces(t);
	const {deps, ask} = served;
	const {id, file} = await withMovie(served, {metaId: 8});
	const [before] = (await ask('GET /radarr/api/v3/movie')).body;
	t.is(before.movieFile.languages.length > 0, true);
	const spoken = {...file, id: crypto.randomUUID(), languages: [], mediaInfo: {...file.mediaInfo!, audioLanguages: ['fr']}}; // the helper has one
	await deps.movies.replaceFile(id, spoken, {replaces: file.id, at: deps.now()});
	t.deepEqual((await ask(`GET /radarr/api/v3/movie/${before.id}`)).body.movieFile.languages, [{id: 2, name: 'French'}]);
});
