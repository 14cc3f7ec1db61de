import {mkdir} from 'node:fs/promises';
import test from 'ava';
import {untilPerson} from '#shared/domain/downloads/import-progress.ts';
import type {ImportCandidate, ListImportCandidates} from '#shared/jobs/import.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {withHousehold} from '#test/helpers/apps-household.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildRelease} from '#test/helpers/build-release.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withFaces, withMovie} from '#test/helpers/faces.ts';
import {unjudged} from '#test/helpers/unjudged.ts';
import {until} from '#test/helpers/until.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

const found: ImportCandidate = {
	path: '',
	name: 'film.mkv',
	size: 5,
	movie: null,
	series: null,
	episodes: [],
	quality: 'WEBDL-1080p',
	languages: ['english'],
	releaseGroup: 'NOBODY',
	edition: null,
	rejections: [],
};

test('files are listed, judged anew as another title, and imported by a command that tells how it ends', async t => {
	const served = await withFaces(t);
	const {ask, deps, directory} = served;
	const root = `${directory}/films`;
	await mkdir(root);
	await deps.rootFolders.add({name: 'Films', path: root}, deps.now());
	const movie = await addMovie(served, {metaId: 5, title: 'The Quiet Harbour'}, {rootFolderPath: root, path: `${root}/5`});
	const path = `${root}/new/film.mkv`;
	const asked: ListImportCandidates[] = [];
	await answerJobs(t, served, {
		listImportCandidates: async payload => {
			asked.push(payload);
			const named = {movie: {id: movie.id, title: movie.title, year: movie.year}, formatIds: [], formatScore: 15};
			const rejections = [{reason: 'Its name matches no title of the library. Choose one, or add it first.'}];
			return {folder: root, candidates: [{...found, path, ...(payload.chosen ? named : {rejections})}], total: 1};
		},
	});
	const [{id}] = (await ask('GET /radarr/api/v3/movie')).body;
	const listed = await ask(`GET /radarr/api/v3/manualimport?folder=${root}/new&filterExistingFiles=true`);
	t.is(listed.status, 200, listed.text);
	const [row] = listed.body;
	t.like(row, {path, relativePath: 'film.mkv', folderName: 'new', name: 'film', size: 5, releaseGroup: 'NOBODY', customFormatScore: 0});
	t.like(row.quality.quality, {name: 'WEBDL-1080p'});
	t.is(row.rejections[0].type, 'permanent');
	t.true(Number.isInteger(row.id) && row.id > 0);
	t.false('movie' in row);

	const chosen = await ask('POST /radarr/api/v3/manualimport', {body: [{...row, movieId: id, languages: [{id: 4, name: 'German'}]}]});
	t.is(chosen.status, 200, chosen.text);
	t.like(chosen.body[0], {id: row.id, movieId: id, movie: {tmdbId: 5}, rejections: [], customFormatScore: 15});
	t.like(asked[1]?.chosen, {movieId: movie.id, languages: ['german'], quality: 'WEBDL-1080p'});

	const files = [{path, movieId: id, quality: row.quality, languages: row.languages, releaseGroup: 'NOBODY'}];
	const command = await ask('POST /radarr/api/v3/command', {body: {name: 'manualimport', importMode: 'move', files}});
	t.like(command, {status: 201, body: {name: 'ManualImport', status: 'queued'}}, command.text);
	const [item] = await deps.downloads.inStates(['importPending']);
	t.like(item?.import?.choice, {file: {path, mode: 'move'}, quality: 'WEBDL-1080p'});
	t.is(item?.target.movieId, movie.id);
	await deps.downloads.change(item?.id ?? '', {health: 'error', retryAt: untilPerson}, {states: ['importPending']});
	t.like(await ask(`GET /radarr/api/v3/command/${command.body.id}`), {body: {status: 'failed', result: 'unsuccessful'}});
	const again = await ask('POST /radarr/api/v3/command', {body: {name: 'ManualImport', files: [{...files[0], path: `${root}/b.mkv`}]}});
	t.not(again.body.id, command.body.id, 'other files are another command');

	for (const [line, body, field] of [
		['GET /radarr/api/v3/manualimport', undefined, 'folder'],
		['GET /radarr/api/v3/manualimport?folder=/etc', undefined, 'folder'],
		['POST /radarr/api/v3/manualimport', [{path, quality: {quality: {id: 999}}}], 'Quality'],
		['POST /radarr/api/v3/command', {name: 'ManualImport', files: [{path}]}, 'files[0].movieId'],
	] as const) {
		const refused = await ask(line, {body});
		t.is(refused.status, 400, refused.text);
		t.is(refused.body[0].propertyName, field);
	}
});

test('a folder of downloads is imported as far as nothing speaks against it, and a download of ours is tried again', async t => {
	const served = await withFaces(t);
	const {ask, deps, directory} = served;
	const root = `${directory}/films`;
	await mkdir(root);
	await deps.rootFolders.add({name: 'Films', path: root}, deps.now());
	const movie = await addMovie(served, {metaId: 5}, {rootFolderPath: root, path: `${root}/5`});
	const named = {movie: {id: movie.id, title: movie.title, year: movie.year}};
	await answerJobs(t, served, {
		listImportCandidates: async () => ({
			folder: root,
			candidates: [
				{...found, path: `${root}/new/good.mkv`, ...named},
				{...found, path: `${root}/new/bad.mkv`, ...named, rejections: [{reason: 'It is a sample.'}]},
				{...found, path: `${root}/new/unknown.mkv`},
			],
			total: 3,
		}),
	});
	const scan = (body: object) => ask('POST /radarr/api/v3/command', {body: {name: 'DownloadedMoviesScan', ...body}});
	t.like((await scan({path: `${root}/new`, importMode: 'Move'})).body, {status: 'queued', body: {path: `${root}/new`}});
	const begun = await deps.downloads.inStates(['importPending']);
	t.deepEqual(
		begun.map(item => item.import?.choice?.file?.path),
		[`${root}/new/good.mkv`],
	);
	t.is((await scan({path: '/etc'})).status, 400);
	const item = await deps.downloads.add(buildItem({movieId: movie.id, state: 'importPending', status: 'completed', health: 'warning'}));
	const downloadId = item.transfer?.downloadId ?? '';
	t.like(await scan({path: `${root}/new`, downloadClientId: downloadId.toUpperCase()}), {status: 201, body: {status: 'queued'}});
	t.is((await deps.downloads.inStates(['importPending'])).length, 2);
});

test('new names are shown with the numbers of the files, and only the named files of a series are renamed', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	const film = await withMovie(served, {metaId: 5});
	const added = await deps.series.add(buildSeriesDetails(), buildNewSeries({rootFolderPath: '/tv', path: '/tv/a'}), deps.now());
	const episodes = (await deps.episodes.ofSeries(added.id)).filter(({seasonNumber}) => seasonNumber === 1).slice(0, 2);
	for (const {id, episodeNumber} of episodes) {
		const file = buildMediaFile({id: crypto.randomUUID(), path: `/tv/a/${episodeNumber}.mkv`});
		await deps.episodes.recordFile({seriesId: added.id, episodeIds: [id], file, replaces: []}, deps.now());
	}
	const withFiles = (await deps.episodes.ofSeries(added.id)).flatMap(({file, episodeNumber}) => (file ? [{file, episodeNumber}] : []));
	const renamed = (fileId: string, from: string, to: string) => ({fileId, from, to, code: null, companions: []});
	await answerJobs(t, served, {
		previewRename: async ({kind}) => {
			const files =
				kind === 'movie'
					? [renamed(film.file.id, film.file.path, '/films/5/A film.mkv')]
					: withFiles.map(({file, episodeNumber}) => renamed(file.id, file.path, `/tv/a/Season 1/${episodeNumber}.mkv`));
			return {files: [...files, {...renamed('x', '/x', '/y'), code: 'target_exists' as const}], total: files.length + 1};
		},
	});
	const [movie] = (await ask('GET /radarr/api/v3/movie')).body;
	const ofMovie = await ask(`GET /radarr/api/v3/rename?movieId=${movie.id}`);
	t.deepEqual(ofMovie.body, [{movieId: movie.id, movieFileId: movie.movieFileId, existingPath: 'a.mkv', newPath: 'A film.mkv'}]);
	const [series] = (await ask('GET /sonarr/api/v3/series')).body;
	const {body: rows} = await ask(`GET /sonarr/api/v3/rename?seriesId=${series.id}&seasonNumber=1`);
	t.is(rows.length, 2);
	const second = rows.find(({existingPath}: {existingPath: string}) => existingPath === '2.mkv');
	t.like(second, {seriesId: series.id, seasonNumber: 1, episodeNumbers: [2], newPath: 'Season 1/2.mkv'});
	t.is((await ask('GET /radarr/api/v3/rename?movieId=99')).status, 404);

	const files = [second.episodeFileId];
	const command = await ask('POST /sonarr/api/v3/command', {body: {name: 'RenameFiles', seriesId: series.id, files}});
	t.like(command, {status: 201, body: {status: 'queued'}}, command.text);
	const [change] = (await deps.fileChanges.page({page: 1, limit: 10})).changes;
	t.like(change, {
		kind: 'rename',
		start: true,
		selection: {seriesIds: [added.id], fileIds: [withFiles.find(({episodeNumber}) => episodeNumber === 2)?.file.id]},
	});
	await deps.fileChanges.move(change?.id ?? '', ['planning'], {state: 'failed', endedAt: deps.now()}, deps.now());
	t.is((await ask(`GET /sonarr/api/v3/command/${command.body.id}`)).body.status, 'failed');
	t.is((await ask('POST /radarr/api/v3/command', {body: {name: 'RenameFiles', movieId: movie.id, files: [99]}})).body.status, 'completed');
});

test('a release that waits is a row of the queue for each episode, and is grabbed or removed by any of them', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	const added = await deps.series.add(buildSeriesDetails(), buildNewSeries({rootFolderPath: '/tv', path: '/tv/a'}), deps.now());
	const episodeIds = (await deps.episodes.ofSeries(added.id)).slice(0, 2).map(({id}) => id);
	const {id: indexerId} = await deps.indexers.add(buildIndexer({name: 'Tracker'}), deps.now());
	const ends = new Date(Number(deps.now()) + 3_600_000);
	const keep = async (guid: string) => {
		const release = buildRelease({indexerId, guid, title: `A.Series.${guid}-NOBODY`});
		const delay = {reason: 'Release rejected' as const, detail: 'It waits.', temporary: true, until: ends};
		const mappedSeries = {id: added.id, title: added.title};
		await deps.pendingReleases.keep([release], deps.now(), undefined, [
			{...unjudged(release), mappedSeries, episodeIds, rejectionDetails: [delay]},
		]);
	};
	const guid = `rel_${'a'.repeat(32)}`;
	await keep(guid);
	await keep(guid);
	await keep(`rel_${'b'.repeat(32)}`);
	const grabbed: object[] = [];
	await answerJobs(t, served, {
		grabRelease: async payload => {
			grabbed.push(payload);
			return {downloadId: 'd', queueId: 'q', title: 'A'};
		},
	});
	const {body} = await ask('GET /sonarr/api/v3/queue?pageSize=100&includeEpisode=true');
	t.is(body.totalRecords, 4);
	const [first, second, third] = body.records;
	t.like(first, {status: 'delay', protocol: 'torrent', title: `A.Series.${guid}-NOBODY`, estimatedCompletionTime: ends.toISOString()});
	t.is(second.id, first.id + 1);
	for (const name of ['downloadId', 'trackedDownloadState', 'downloadClient']) {
		t.false(name in first, name);
	}
	t.is((await ask(`POST /sonarr/api/v3/queue/grab/${second.id}`)).status, 200);
	t.like(grabbed, [{guid, indexerId, seriesId: added.id, episodeIds}]);
	t.is((await ask('GET /sonarr/api/v3/queue')).body.totalRecords, 2);
	t.is((await ask(`POST /sonarr/api/v3/queue/grab/${second.id}`)).status, 404);
	t.is((await ask('POST /sonarr/api/v3/queue/grab/bulk', {body: {ids: [third.id, second.id]}})).status, 404, 'all of them or none');
	t.is(grabbed.length, 1);
	t.like(await ask(`DELETE /sonarr/api/v3/queue/${third.id + 1}?blocklist=true`), {status: 200, body: {}});
	t.is((await ask('GET /sonarr/api/v3/queue')).body.totalRecords, 0);
	t.is(await until(async () => (await ask('GET /sonarr/api/v3/blocklist')).body.totalRecords), 1);
});

test('the files of a title in the library are listed by its number alone', async t => {
	const {ask} = await withHousehold(t);
	const [series] = (await ask('GET /sonarr/api/v3/series')).body;
	const {body, status, text} = await ask(`GET /sonarr/api/v3/manualimport?seriesId=${series.id}&seasonNumber=1`);
	t.is(status, 200, text);
	const [file] = (await ask(`GET /sonarr/api/v3/episodefile?seriesId=${series.id}`)).body;
	t.is(body.length, 1);
	t.like(body[0], {
		path: file.path,
		relativePath: file.relativePath,
		episodeFileId: file.id,
		seriesId: series.id,
		seasonNumber: 1,
		rejections: [],
	});
	t.deepEqual([body[0].series.title, body[0].episodes.length, body[0].quality], [series.title, 1, file.quality]);
	t.deepEqual((await ask(`GET /sonarr/api/v3/manualimport?seriesId=${series.id}&seasonNumber=9`)).body, []);
	const movies = (await ask('GET /radarr/api/v3/movie')).body as {id: number; tmdbId: number; movieFileId: number}[];
	const of = async (tmdbId: number) =>
		(await ask(`GET /radarr/api/v3/manualimport?movieId=${movies.find(each => each.tmdbId === tmdbId)?.id}`)).body;
	t.like((await of(603))[0], {movieFileId: movies.find(({tmdbId}) => tmdbId === 603)?.movieFileId, rejections: []});
	t.deepEqual(await of(604), []);
	t.is((await ask('GET /sonarr/api/v3/manualimport?seriesId=999')).status, 404);
});
