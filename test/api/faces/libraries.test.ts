import test, {type ExecutionContext} from 'ava';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withFaces} from '#test/helpers/faces.ts';
import {joinHub} from '#test/helpers/hub-client.ts';

/** A household with films in two qualities, of which the better ones have an address of their own. */
async function withTwo(t: ExecutionContext) {
	const served = await withFaces(t);
	const {deps, call} = served;
	await deps.qualityProfiles.ensureDefaults(deps.now());
	await deps.languageProfiles.ensureDefaults(deps.now());
	const libraryAt = async (name: string, path: string, more: object = {}) => {
		const {id: rootFolderId} = await deps.rootFolders.add({name, path}, deps.now());
		return (await call('POST /api/libraries', {body: {name, type: 'movies', rootFolderId, ...more}})).body.id as string;
	};
	const hd = await libraryAt('HD', '/hd');
	const uhd = await libraryAt('UHD', '/uhd', {appSlug: '4k'});
	await answerDisks(t, served);
	await answerJobs(t, served, {
		addMovie: async ({metaId, rootFolderPath, libraryId, besideOthers}) => {
			const known = await deps.movies.findCopies(metaId);
			t.true(known.length === 0 || (besideOthers === true && known.every(copy => copy.libraryId !== libraryId)));
			const path = `${rootFolderPath}/${metaId}`;
			const {id, title} = await addMovie(served, {metaId}, {rootFolderPath, path, libraryId});
			return {id, title};
		},
		lookUpTitles: async () => ({results: [], isComplete: true}) as never,
	});
	return {...served, hd, uhd};
}

const fileOf = (path: string): MediaFile => buildMediaFile({id: crypto.randomUUID(), path});

test('a program with a second server requests the same film in 4K, and each server shows its own', async t => {
	const {ask, deps, hd, uhd} = await withTwo(t);
	t.like((await ask('GET /radarr/4k/api/v3/system/status')).body, {appName: 'Radarr', instanceName: 'UHD', urlBase: '/radarr/4k'});
	t.like((await ask('GET /radarr/api/v3/system/status')).body, {instanceName: 'Radarr', urlBase: '/radarr'});
	const paths = async (face: string) => (await ask(`GET ${face}/api/v3/rootfolder`)).body.map(({path}: {path: string}) => path);
	t.deepEqual([await paths('/radarr'), await paths('/radarr/4k')], [['/hd'], ['/uhd']]);
	const [{id: qualityProfileId}] = (await ask('GET /radarr/4k/api/v3/qualityprofile')).body;
	const wish = {tmdbId: 603, qualityProfileId, monitored: true, tags: []};
	const better = await ask('POST /radarr/4k/api/v3/movie', {body: {...wish, rootFolderPath: '/uhd'}});
	t.is(better.status, 201, better.text);
	t.is((await deps.movies.findCopies(603))[0]?.libraryId, uhd);
	t.deepEqual((await ask('GET /radarr/api/v3/movie')).body, []);
	t.deepEqual((await ask('GET /radarr/api/v3/movie?tmdbId=603')).body, []);
	const usual = await ask('POST /radarr/api/v3/movie', {body: {...wish, rootFolderPath: '/hd'}});
	t.is(usual.status, 201, usual.text);
	t.is((await deps.movies.findCopies(603))[1]?.libraryId, hd);
	for (const [face, shown] of [
		['/radarr', usual],
		['/radarr/4k', better],
	] as const) {
		t.deepEqual((await ask(`GET ${face}/api/v3/movie`)).body, [shown.body]);
		t.deepEqual((await ask(`GET ${face}/api/v3/movie?tmdbId=603`)).body, [shown.body]);
		const again = await ask(`POST ${face}/api/v3/movie`, {body: {...wish, rootFolderPath: shown.body.rootFolderPath}});
		t.like(again, {status: 400, body: [{errorCode: 'MovieExistsValidator'}]});
	}
	t.not(usual.body.id, better.body.id);
	const other = `/radarr/api/v3/movie/${better.body.id}`;
	for (const line of [`GET ${other}`, `DELETE ${other}`, `GET /radarr/MediaCover/${better.body.id}/poster.jpg`]) {
		t.is((await ask(line)).status, 404, line);
	}
	t.is((await ask(`PUT ${other}`, {body: {...better.body, monitored: false}})).status, 404);
	t.is((await ask('GET /radarr/none/api/v3/movie')).status, 404);
	t.is((await ask('GET /sonarr/4k/api/v3/series')).status, 404);
	t.is((await ask('GET /radarr/4k/ping', {key: null})).status, 200);
});

test('what belongs to a library alone is nowhere else: files, history, wanted titles and messages', async t => {
	const served = await withTwo(t);
	const {ask, deps, hd, uhd} = served;
	const hub = await joinHub(t, {...served, face: 'radarr/4k'});
	await hub.hears(({name}) => name === 'version');
	const usual = await addMovie(served, {metaId: 1}, {rootFolderPath: '/hd', path: '/hd/1', libraryId: hd});
	const better = await addMovie(
		served,
		{metaId: 2, posterUrl: 'https://image.example/a.jpg'},
		{rootFolderPath: '/uhd', path: '/uhd/2', libraryId: uhd},
	);
	const at = deps.now();
	for (const {id, path} of [usual, better]) {
		await deps.movies.replaceFile(id, fileOf(`${path}/a.mkv`), {replaces: null, at});
	}
	const told = await hub.hears(({body}) => body.resource?.hasFile === true);
	t.like(told.body.resource, {tmdbId: 2, path: '/uhd/2'});
	t.regex(told.body.resource.images[0].url, /^\/radarr\/4k\/MediaCover\//);
	t.false(hub.messages('movie').some(({body}) => body.resource?.tmdbId === 1));
	const [shown] = (await ask('GET /radarr/4k/api/v3/movie')).body;
	const [plain] = (await ask('GET /radarr/api/v3/movie')).body;
	t.deepEqual([shown.tmdbId, plain.tmdbId], [2, 1]);
	const files = async (face: string, query: string) => (await ask(`GET ${face}/api/v3/moviefile?${query}`)).body.length;
	t.is(await files('/radarr/4k', `movieId=${shown.id}`), 1);
	t.is(await files('/radarr', `movieId=${shown.id}`), 0);
	t.is(await files('/radarr', `movieFileIds=${shown.movieFileId}`), 0);
	t.is((await ask(`DELETE /radarr/api/v3/moviefile/${shown.movieFileId}`)).status, 404);
	for (const id of [usual.id, better.id]) {
		await deps.history.add({
			...{event: 'imported', title: id, movieId: id, seriesId: null, episodeIds: [], quality: 'WEBDL-1080p', qualityScore: 1},
			...{indexer: null, downloadClient: null, downloadId: null, data: {}, timestamp: at},
		});
	}
	const titles = async (face: string) =>
		(await ask(`GET ${face}/api/v3/history?eventType=3`)).body.records.map(({movieId}: {movieId: number}) => movieId);
	t.deepEqual([await titles('/radarr'), await titles('/radarr/4k')], [[plain.id], [shown.id]]);
	await addMovie(served, {metaId: 3}, {rootFolderPath: '/uhd', path: '/uhd/3', libraryId: uhd});
	const wanted = async (face: string) => (await ask(`GET ${face}/api/v3/wanted/missing`)).body;
	t.like(await wanted('/radarr/4k'), {totalRecords: 1});
	t.like(await wanted('/radarr'), {totalRecords: 0, records: []});
	// Series have addresses of their own kind.
	await deps.series.add(buildSeriesDetails({}), buildNewSeries({rootFolderPath: '/tv', path: '/tv/a', libraryId: uhd}), at);
	t.is((await ask('GET /sonarr/api/v3/series')).body.length, 1);
});

test('an address of a library is its own, and without it the titles are among all others, each work once', async t => {
	const served = await withTwo(t);
	const {ask, call, hd, uhd} = served;
	for (const appSlug of ['api', 'MediaCover', 'a/b', '-', 'ü', '4k']) {
		const refused = await call(`PUT /api/libraries/${hd}`, {body: {appSlug}});
		t.is(refused.status, 400, appSlug);
	}
	await addMovie(served, {metaId: 5}, {rootFolderPath: '/uhd', path: '/uhd/5', libraryId: uhd});
	await addMovie(served, {metaId: 5}, {rootFolderPath: '/hd', path: '/hd/5', libraryId: hd});
	const shown = async () => (await ask('GET /radarr/api/v3/movie')).body.map(({path}: {path: string}) => path);
	t.deepEqual(await shown(), ['/hd/5']);
	t.is((await call(`PUT /api/libraries/${uhd}`, {body: {appSlug: null}})).status, 200);
	t.deepEqual(await shown(), ['/uhd/5']);
	t.is((await ask('GET /radarr/4k/api/v3/movie')).status, 404);
});
