import {mkdir} from 'node:fs/promises';
import test, {type ExecutionContext} from 'ava';
import {NotFound} from '#shared/errors.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {serve} from '#test/helpers/serve.ts';
import {buildMediaFile} from '#test/helpers/world/movie.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const now = new Date('2024-01-16T12:00:00Z');

async function withSeries(t: ExecutionContext) {
	const served = await serve(t, {deps: {now: () => now}});
	const root = `${served.directory}/tv`;
	await mkdir(root);
	await answerDisks(t, served);
	await served.call('POST /api/root-folders', {body: {path: root}});
	await served.deps.qualityProfiles.ensureDefaults(now);
	const added = await served.deps.series.add(
		buildSeriesDetails(),
		buildNewSeries({rootFolderPath: root, path: `${root}/Paper Lanterns (2024)`}),
		now,
	);
	const episodes = await served.deps.episodes.ofSeries(added.id);
	return {...served, served, root, added, episodes};
}

test('a list shows every field of the interface, with counts and airings', async t => {
	const {call, added, root} = await withSeries(t);
	const {status, body} = await call('GET /api/library/series');
	t.is(status, 200);
	t.deepEqual(body.pagination, {page: 1, limit: 20, total: 1, totalPages: 1});
	const {createdAt, updatedAt, addedAt, addedBy, qualityProfileId, lastRefreshTime, ...item} = body.series[0];
	t.deepEqual(item, {
		id: added.id,
		title: 'Paper Lanterns',
		originalTitle: 'Paper Lanterns',
		year: 2024,
		metaId: 815,
		tvMetaId: 42_815,
		imdbId: 'tt0000815',
		overview: 'A street that nobody leaves.',
		network: 'Channel Nine and a Half',
		status: 'continuing',
		type: 'standard',
		runtime: 42,
		genres: ['Drama'],
		certification: 'TV-14',
		metaRating: 8.1,
		metaVoteCount: 99,
		posterUrl: null,
		backdropUrl: null,
		monitored: true,
		seasonFolder: true,
		path: `${root}/Paper Lanterns (2024)`,
		seasonCount: 1,
		episodeCount: 2,
		episodeFileCount: 0,
		totalEpisodeCount: 4,
		sizeOnDisk: 0,
		percentOfEpisodes: 0,
		languageProfileId: null,
		nextAiring: '2024-01-22T00:00:00.000Z',
		previousAiring: '2024-01-15T00:00:00.000Z',
		rootFolderPath: root,
		libraryId: null,
		tags: [],
		ruleTags: [],
		searchOnAdd: false,
		lastSearchTime: null,
	});
	t.deepEqual([createdAt, updatedAt, addedAt, qualityProfileId], [now.toISOString(), now.toISOString(), now.toISOString(), 'profile-1']);
});

test('the detail has the seasons with their statistics and leaves the counts of the list out', async t => {
	const {call, added} = await withSeries(t);
	const {status, body} = await call(`GET /api/library/series/${added.id}`);
	t.is(status, 200);
	t.is(body.type, 'standard');
	t.deepEqual(body.alternativeTitles, ['Lampions']);
	t.deepEqual(body.actors, [{name: 'Ada', character: 'The postman', metaId: 1}]);
	t.false('episodeCount' in body || 'nextAiring' in body || 'seasonCount' in body);
	t.deepEqual(body.seasons[1], {
		id: added.seasons[1]?.id,
		seriesId: added.id,
		seasonNumber: 1,
		monitored: true,
		statistics: {episodeCount: 2, episodeFileCount: 0, totalEpisodeCount: 3, sizeOnDisk: 0, percentOfEpisodes: 0},
		images: [],
	});
});

test('lists filter, search and sort with nulls last in both directions', async t => {
	const {call, deps} = await withSeries(t);
	const more = (metaId: number, overrides: Parameters<typeof buildSeriesDetails>[0]) =>
		deps.series.add(buildSeriesDetails({metaId, alternativeTitles: [], seasons: [], ...overrides}), buildNewSeries(), now);
	await more(1, {title: 'The Äther 10', network: 'Other', year: null, metaRating: null});
	const quiet = await more(2, {title: 'An Aether 9', originalTitle: 'Öl', network: 'Other', seasons: [buildSeason(1, ['2024-02-01'])]});
	await deps.series.change(quiet.id, {monitored: false}, now);
	const ids = async (query: string) => {
		const {status, body} = await call(`GET /api/library/series?${query}`);
		t.is(status, 200, query);
		t.is(body.pagination.total >= body.series.length, true);
		return body.series.map(({metaId}: {metaId: number}) => metaId);
	};
	t.deepEqual(await ids(''), [2, 1, 815]);
	t.deepEqual(await ids('network=Other&sort=title:desc'), [1, 2]);
	t.deepEqual(await ids('monitored=false'), [2]);
	t.deepEqual(await ids('downloaded=true'), []);
	t.deepEqual(await ids('search=ol'), [2]);
	t.deepEqual(await ids('search=LAMPIONS'), [815]);
	t.deepEqual(await ids('search=.*'), []);
	t.deepEqual(await ids('sort=nextAiring:asc'), [815, 2, 1]);
	t.deepEqual(await ids('sort=nextAiring:desc'), [2, 815, 1]);
	t.deepEqual((await ids('sort=metaRating:asc')).at(-1), 1);
	t.deepEqual(await ids('sort=year:asc&limit=2&page=2'), [1]);
	t.is((await call('GET /api/library/series?sort=weight:asc')).status, 400);
	t.is((await call('GET /api/library/series?monitored=yes')).status, 400);
});

test('a season shows its episodes and a file, an episode all that is known of it', async t => {
	const {call, deps, added, episodes} = await withSeries(t);
	const episode = episodes.find(({seasonNumber, episodeNumber}) => seasonNumber === 1 && episodeNumber === 2)!; // the helper makes it
	const file = buildMediaFile({id: 'f1', languages: ['english'], mediaInfo: null, originalFile: null, formatIds: []});
	await deps.episodes.recordFile({seriesId: added.id, episodeIds: [episode.id], file, replaces: []}, now);
	const season = await call(`GET /api/library/series/${added.id}/seasons/1`);
	t.is(season.status, 200);
	t.like(season.body, {seasonNumber: 1, overview: 'Season 1.', airDate: '2024-01-08', monitored: true});
	t.deepEqual(season.body.statistics, {episodeCount: 2, episodeFileCount: 1, totalEpisodeCount: 3, sizeOnDisk: 10, percentOfEpisodes: 50});
	t.deepEqual(season.body.episodes[1], {
		id: episode.id,
		seriesId: added.id,
		seasonNumber: 1,
		episodeNumber: 2,
		numbers: {tvdb: null, scene: null},
		title: 'Chapter 2',
		overview: null,
		airDate: '2024-01-15',
		runtime: 42,
		monitored: true,
		hasFile: true,
		downloaded: true,
		fileId: 'f1',
		file: {
			id: 'f1',
			path: file.path,
			size: file.size,
			quality: 'HDTV-720p',
			qualityScore: 30,
			dateAdded: file.dateAdded.toISOString(),
		},
	});
	const {body} = await call(`GET /api/library/episodes/${episode.id}`);
	t.like(body, {airDateUtc: '2024-01-15T00:00:00.000Z', absoluteEpisodeNumber: 2, unverifiedSceneNumbering: false, images: []});
	t.deepEqual(body.numbers, {tvdb: null, scene: null});
	t.like(body.file, {releaseTitle: file.releaseTitle, releaseGroup: 'NOBODY', languages: ['english'], mediaInfo: null});
});

test('an episode shows its numbers in other lists, and a person says which of them releases bear', async t => {
	const {call, deps, added, episodes} = await withSeries(t);
	const episode = episodes.find(({seasonNumber}) => seasonNumber === 1)!; // the helper makes it
	const tvdb = {season: 2, episode: 1, absolute: 13, guessed: false};
	const numbers = {tvdb, scene: {...tvdb, season: 3, guessed: true}};
	await deps.series.setNumbers(added.id, {numbers: new Map([[episode.id, numbers]]), sceneTitles: null, dueAt: now});
	const {body} = await call(`GET /api/library/episodes/${episode.id}`);
	t.like(body, {numbers, unverifiedSceneNumbering: true});
	t.deepEqual((await call(`GET /api/library/series/${added.id}/seasons/1`)).body.episodes[0].numbers, numbers);
	const path = `series/${added.id}`;
	t.is((await call(`GET /api/library/${path}`)).body.releaseNumbering, 'auto');
	t.is((await call(`PUT /api/library/${path}`, {body: {releaseNumbering: 'tvdb'}})).status, 200);
	t.is((await call(`GET /api/library/${path}`)).body.releaseNumbering, 'tvdb');
	// The numbers are looked for at once.
	t.deepEqual(
		(await deps.jobs.queue('refresh').getJobs()).map(({name}) => name),
		['map-numbers'],
	);
	t.is((await call(`PUT /api/library/${path}`, {body: {releaseNumbering: 'imdb'}})).status, 400);
});

test('seasons and episodes are monitored, and the counts follow', async t => {
	const {call, added, episodes} = await withSeries(t);
	const season = await call(`PUT /api/library/series/${added.id}/seasons/1`, {body: {monitored: false}});
	t.deepEqual(season.body, {success: true, id: added.seasons[1]?.id, updatedAt: now.toISOString()});
	const count = async () => (await call('GET /api/library/series')).body.series[0].episodeCount;
	t.is(await count(), 0);
	const episode = await call(`PUT /api/library/episodes/${episodes[1]?.id}`, {body: {monitored: true}});
	t.deepEqual(episode.body, {success: true, id: episodes[1]?.id, updatedAt: now.toISOString()});
	t.is(await count(), 1);
	t.is((await call(`PUT /api/library/episodes/${episodes[1]?.id}`, {body: {}})).status, 400);
	t.is((await call(`PUT /api/library/series/${added.id}/seasons/1`, {body: {monitored: 'no'}})).status, 400);
});

test('what does not exist is 404, whatever it looks like', async t => {
	const {call, added} = await withSeries(t);
	for (const path of [
		`series/${unknownId}`,
		'series/not-an-id',
		`series/${unknownId}/seasons/1`,
		`series/${added.id}/seasons/7`,
		`series/${added.id}/seasons/one`,
		`episodes/${unknownId}`,
		'episodes/%24ne',
	]) {
		const {status, body} = await call(`GET /api/library/${path}`);
		t.is(status, 404, path);
		t.is(typeof body.code, 'string');
	}
	t.is((await call(`DELETE /api/library/series/${unknownId}`)).status, 404);
	t.is((await call(`POST /api/library/series/${unknownId}/refresh`)).status, 404);
	t.is((await call(`PUT /api/library/series/${unknownId}`, {body: {}})).status, 404);
	t.is((await call('GET /api/library/series', {as: 'nobody'})).status, 401);
	t.like((await call(`GET /api/search?seriesId=${unknownId}`)).body, {status: 404, code: 'series_not_found'});
	const grab = {guid: 'g', indexerId: 'i', seriesId: unknownId};
	t.like((await call('POST /api/download/grab', {body: grab})).body, {status: 404, code: 'series_not_found'});
	const both = {guid: 'g', indexerId: 'i', movieId: unknownId, seasonNumber: 1};
	t.is((await call('POST /api/download/grab', {body: both})).status, 400);
});

test('a series is edited, and its folder stays in a root folder of its own', async t => {
	const {call, deps, root, added} = await withSeries(t);
	const put = (body: object) => call(`PUT /api/library/series/${added.id}`, {body});
	t.deepEqual((await put({monitored: false, seasonFolder: false})).body, {success: true, id: added.id, updatedAt: now.toISOString()});
	t.like(await deps.series.get(added.id), {monitored: false, seasonFolder: false, path: added.path});
	t.is((await put({path: `${root}/Elsewhere/../Lanterns/`})).status, 200);
	t.is((await deps.series.get(added.id)).path, `${root}/Lanterns`);
	await put({rootFolderPath: `${root}/children`});
	t.like(await deps.series.get(added.id), {path: `${root}/children/Lanterns`, rootFolderPath: `${root}/children`});
	const second = await deps.series.add(buildSeriesDetails({metaId: 2}), buildNewSeries({path: `${root}/Second`}), now);
	for (const path of ['relative', root, '/etc', `${root}/../x`, `${root}/Second`, `${root}/Second/deeper`]) {
		const {status, body} = await put({path});
		t.is(status, 400, path);
		t.is(body.errors[0].path, 'path');
	}
	t.is((await put({rootFolderPath: '/etc'})).body.errors[0].path, 'rootFolderPath');
	t.is((await put({qualityProfileId: 'none'})).body.errors[0].path, 'qualityProfileId');
	const pathsOf = async (body: object) => (await put(body)).body.errors.map(({path}: {path: string}) => path).sort();
	t.deepEqual(await pathsOf({monitored: 1, path: '/etc', qualityProfileId: 'none'}), ['monitored', 'path', 'qualityProfileId']);
	t.deepEqual(await pathsOf({monitored: 1, path: 'relative', rootFolderPath: '/etc'}), ['monitored', 'path', 'rootFolderPath']);
	t.is((await put({title: 'x'})).status, 400);
	t.is((await deps.series.get(second.id)).path, `${root}/Second`);
});

test('adding asks a worker and answers as the interface says', async t => {
	const {served, call, root} = await withSeries(t);
	const asked: object[] = [];
	await answerJobs(t, served, {
		async addSeries(payload) {
			if (payload.metaId === 404) {
				throw new NotFound('title_not_found_at_provider', 'No such title.');
			}
			asked.push(payload);
			return {id: unknownId, title: 'New'};
		},
	});
	const body = {metaId: 5, rootFolderPath: `${root}/`, seasonOptions: [{seasonNumber: 0, monitored: true}]};
	const {status, body: reply} = await call('POST /api/library/series', {body});
	t.is(status, 201);
	t.deepEqual(reply, {success: true, id: unknownId, message: 'New is in the library now.'});
	const profile = await served.deps.qualityProfiles.getDefault();
	const [{addedBy, ...first}] = asked as [{addedBy: object}];
	t.like(addedBy, {kind: 'app'});
	t.deepEqual(
		[first],
		[
			{
				metaId: 5,
				rootFolderPath: root,
				monitored: true,
				seasonFolder: true,
				searchOnAdd: false,
				qualityProfileId: profile.id,
				libraryId: null,
				tags: [],
				seasonOptions: [{seasonNumber: 0, monitored: true}],
				monitor: 'all',
				monitorNewSeasons: true,
			},
		],
	);
	t.is((await call('POST /api/library/series', {body: {...body, searchOnAdd: true}})).status, 201);
	t.like(asked[1], {searchOnAdd: true});
	t.is((await call('POST /api/library/series', {body: {...body, metaId: 404}})).status, 404);
	const wrong = await call('POST /api/library/series', {
		body: {metaId: '5', searchOnAdd: 'yes', seasonOptions: [{seasonNumber: -1}], extra: 1},
	});
	t.is(wrong.status, 400);
	t.deepEqual(wrong.body.errors.map(({path}: {path: string}) => path).sort(), [
		'extra',
		'metaId',
		'rootFolderPath',
		'searchOnAdd',
		'seasonOptions[0].monitored',
		'seasonOptions[0].seasonNumber',
	]);
});

test('a refresh is queued', async t => {
	const {call, deps, added} = await withSeries(t);
	const {status, body} = await call(`POST /api/library/series/${added.id}/refresh`);
	t.is(status, 202);
	t.like(body, {success: true, message: 'The refresh of Paper Lanterns is queued.'});
	const job = await deps.jobs.queue('refresh').getJob(body.taskId);
	t.deepEqual(job?.data.payload, {seriesId: added.id});
});

test('deleting removes the series, and if asked its files and its chance to come back', async t => {
	const {call, deps, added, episodes} = await withSeries(t);
	const file = buildMediaFile({id: 'f1', path: `${added.path}/1.mkv`});
	await deps.episodes.recordFile({seriesId: added.id, episodeIds: [episodes[1]?.id ?? ''], file, replaces: []}, now);
	const query = 'deleteFiles=true&deleteAddImportListExclusion=true';
	const {status} = await call(`DELETE /api/library/series/${added.id}?${query}`);
	t.is(status, 204);
	t.is((await call(`GET /api/library/series/${added.id}`)).status, 404);
	t.is((await call(`GET /api/library/episodes/${episodes[1]?.id}`)).status, 404);
	const jobs = await deps.jobs.queue('import').getJobs(['waiting', 'prioritized']);
	t.is(jobs.length, 1);
	const {files, ...payload} = jobs[0]?.data.payload ?? {};
	const removal = {seriesId: added.id, title: 'Paper Lanterns', folder: added.path, paths: [file.path]};
	t.like(payload, {...removal, media: {type: 'series', id: added.id, title: 'Paper Lanterns', year: 2024, tmdbId: 815}});
	t.like(files[0], {path: file.path, quality: 'HDTV-720p'});
	t.is(files[0]?.episodes[0]?.id, episodes[1]?.id);
	const {body} = await call('GET /api/import-exclusions');
	t.like(body.importExclusions[0], {type: 'series', metaId: 815, title: 'Paper Lanterns', year: 2024});
});

test('deleting leaves files and exclusions alone unless asked', async t => {
	const {call, deps, added} = await withSeries(t);
	t.is((await call(`DELETE /api/library/series/${added.id}`)).status, 204);
	t.is(await deps.jobs.queue('import').getJobCountByTypes('waiting', 'prioritized'), 0);
	t.is((await call('GET /api/import-exclusions')).body.pagination.total, 0);
});

test('a root folder or profile that a series needs does not go', async t => {
	const {call, deps, added} = await withSeries(t);
	const profile = await deps.qualityProfiles.getDefault();
	await deps.series.change(added.id, {qualityProfileId: profile.id}, now);
	const folder = (await call('GET /api/root-folders')).body.rootFolders[0];
	for (const path of [`root-folders/${folder.id}`, `quality-profiles/${profile.id}`]) {
		const {status, body} = await call(`DELETE /api/${path}`);
		t.is(status, 409, path);
		t.is(body.code, 'in_use');
		t.regex(body.detail, /Paper Lanterns/);
	}
});

test('the owner of a series chooses its type, its language profile, and whether new seasons are monitored', async t => {
	const {call, added, deps} = await withSeries(t);
	const path = `/api/library/series/${added.id}` as const;
	await deps.languageProfiles.ensureDefaults(now);
	const {id: languageProfileId} = await deps.languageProfiles.getDefault();
	const shown = async () => (await call(`GET ${path}`)).body;
	t.like(await shown(), {type: 'standard', chosenType: null, monitorNewSeasons: true, languageProfileId: null});
	const wanted = {type: 'anime', monitorNewSeasons: false, languageProfileId};
	t.is((await call(`PUT ${path}`, {body: wanted})).status, 200);
	t.like(await shown(), {...wanted, chosenType: 'anime'});
	const waiting = await deps.jobs.queue('subtitles').getJobs(['waiting', 'prioritized']);
	t.deepEqual(
		waiting.map(({name, data}) => [name, data.payload]),
		[['rejudge-subtitles', {libraryId: null, titleIds: [added.id], search: true}]],
	);
	t.like((await call(`DELETE /api/language-profiles/${languageProfileId}`)).body, {status: 409, code: 'in_use'});
	t.is((await call(`PUT ${path}`, {body: {type: null, languageProfileId: null}})).status, 200);
	t.like(await shown(), {type: 'standard', chosenType: null, languageProfileId: null});
	for (const body of [{type: 'weekly'}, {languageProfileId: unknownId}, {monitorNewSeasons: null}]) {
		t.is((await call(`PUT ${path}`, {body})).body.errors?.[0]?.path, Object.keys(body)[0]);
	}
});

test('a series that is deleted by several requests at once is deleted once', async t => {
	const {call, served, added} = await withSeries(t);
	const many = await Promise.all(Array.from({length: 5}, async () => (await call(`DELETE /api/library/series/${added.id}`)).status));
	t.deepEqual(many.toSorted(), [204, 404, 404, 404, 404]);
	t.is((await served.call('GET /api/deletions')).body.pagination.total, 1, 'one deletion has all that an undo needs');
});
