import test from 'ava';
import {untilPerson} from '#shared/domain/downloads/import-progress.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withFaces, withMovie} from '#test/helpers/faces.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

test('a download of two episodes is two rows of the queue, and any of them removes it', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	const added = await deps.series.add(buildSeriesDetails(), buildNewSeries({rootFolderPath: '/tv', path: '/tv/a'}), deps.now());
	const episodeIds = (await deps.episodes.ofSeries(added.id)).slice(0, 2).map(({id}) => id);
	const item = await deps.downloads.add(
		buildItem({
			seriesId: added.id,
			movieId: null,
			episodeIds,
			state: 'importPending',
			status: 'completed',
			health: 'warning',
			retryAt: untilPerson,
		}),
	);
	const {body} = await ask('GET /sonarr/api/v3/queue?pageSize=1000&includeSeries=true&includeEpisode=true');
	t.is(body.totalRecords, 2);
	const [first, second] = body.records;
	t.is(second.id, first.id + 1);
	t.like(first, {trackedDownloadState: 'importBlocked', trackedDownloadStatus: 'warning', status: 'completed'});
	t.is(first.downloadId, second.downloadId);
	t.is(first.series.id, first.seriesId);
	t.is(first.episode.id, first.episodeId);
	t.is((await ask('GET /radarr/api/v3/queue')).body.totalRecords, 0);
	t.is((await ask(`DELETE /sonarr/api/v3/queue/${second.id + 1}`)).status, 404);
	t.like(await ask(`DELETE /sonarr/api/v3/queue/${second.id}?removeFromClient=false`), {status: 200, body: {}});
	t.is((await ask('GET /sonarr/api/v3/queue')).body.totalRecords, 0);
	t.is((await deps.downloads.find(item.id))?.state ?? 'removed', 'removed');
});

test('the history tells what happened to a title, a row for each episode, in the words of the programs', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	const movie = await withMovie(served, {metaId: 5});
	const [shown] = (await ask('GET /radarr/api/v3/movie')).body;
	const hash = 'abcdef0123456789abcdef0123456789abcdef01';
	const entry = {
		title: 'A.Film-NOBODY',
		movieId: movie.id,
		seriesId: null,
		episodeIds: [],
		quality: 'WEBDL-1080p',
		qualityScore: 70,
		indexer: 'One',
		downloadClient: 'qB',
		downloadId: hash,
		timestamp: deps.now(),
	};
	await deps.history.add({...entry, event: 'grabbed', data: {guid: 'g', size: 10}});
	await deps.history.add({...entry, event: 'imported', data: {source: '/down/a.mkv', path: '/films/5/a.mkv', size: 10}});
	await deps.history.add({...entry, event: 'subtitleDownloaded', data: {}});
	const {body} = await ask('GET /radarr/api/v3/history?pageSize=50');
	t.is(body.totalRecords, 2);
	const imported = body.records.find(({eventType}: {eventType: string}) => eventType === 'downloadFolderImported');
	t.like(imported, {
		movieId: shown.id,
		downloadId: hash.toUpperCase(),
		data: {fileId: String(shown.movieFileId), droppedPath: '/down/a.mkv', importedPath: '/films/5/a.mkv', size: '10'},
	});
	t.is((await ask(`GET /radarr/api/v3/history?eventType=1&movieIds=${shown.id}`)).body.records.length, 1);
	t.is(
		(await ask(`GET /radarr/api/v3/history/movie?movieId=${shown.id}&eventType=grabbed`)).body[0].data.torrentInfoHash,
		hash.toUpperCase(),
	);
	t.deepEqual((await ask('GET /sonarr/api/v3/history')).body.records, []);
	for (const reason of ['missingFromDisk', 'upgrade', 'replacedByPerson', 'deleted', 'MissingFromDisk']) {
		await deps.history.add({...entry, event: 'fileDeleted', data: {reason, path: '/films/5/b.mkv'}, timestamp: deps.now()});
	}
	const deleted = (await ask('GET /radarr/api/v3/history?eventType=6&sortDirection=ascending&pageSize=10')).body.records;
	t.deepEqual(deleted.map(({data}: {data: {reason: string}}) => data.reason).toSorted(), [
		'Manual',
		'MissingFromDisk',
		'MissingFromDisk',
		'Upgrade',
		'Upgrade',
	]);
});

test('exclusions, wanted titles, the calendar and commands answer as programs expect', async t => {
	const served = await withFaces(t);
	const {ask} = served;
	await answerDisks(t, served);
	await addMovie(served, {metaId: 9, title: 'Wanted'}, {path: '/films/9'});
	const excluded = await ask('POST /radarr/api/v3/exclusions/bulk', {body: [{tmdbId: 44, movieTitle: 'No', movieYear: 2000}]});
	t.is(excluded.status, 200);
	const again = await ask('POST /radarr/api/v3/exclusions', {body: {tmdbId: 44, movieTitle: 'No', movieYear: 2000}});
	t.is(again.status, 400);
	t.regex(again.body[0].errorMessage, /already been added/);
	const [exclusion] = (await ask('GET /radarr/api/v3/exclusions')).body;
	t.like(exclusion, {tmdbId: 44, movieTitle: 'No', movieYear: 2000});
	t.is((await ask(`DELETE /radarr/api/v3/exclusions/${exclusion.id}`)).status, 200);
	t.is((await ask('GET /radarr/api/v3/exclusions/paged?pageSize=-1&page=0')).body.totalRecords, 0);
	const missing = (await ask('GET /radarr/api/v3/wanted/missing?pageSize=1000')).body;
	t.is(missing.totalRecords, missing.records.length);
	t.is((await ask('GET /radarr/api/v3/calendar?start=2026-01-01&end=2026-02-01T00:00:00')).status, 200);
	const [{id}] = (await ask('GET /radarr/api/v3/movie')).body;
	const command = await ask('POST /radarr/api/v3/command', {body: {name: 'moviessearch', movieIds: [id, 4711]}});
	t.like(command, {status: 201, body: {name: 'MoviesSearch', commandName: 'Movies Search', status: 'queued'}});
	t.like((await ask(`GET /radarr/api/v3/command/${command.body.id}`)).body, {body: {movieIds: [id, 4711]}});
	t.is((await ask('POST /radarr/api/v3/command', {body: {name: 'SeriesSearch'}})).status, 400);
	t.is((await ask('POST /radarr/api/v3/command', {body: {name: 'RssSync'}})).status, 201);
	for (const path of [
		'qualityprofile',
		'rootfolder',
		'language',
		'health',
		'diskspace',
		'tag/detail',
		'queue/status',
		'queue/details',
		'blocklist',
		'wanted/cutoff',
		'history/since',
		'command',
	]) {
		for (const face of ['radarr', 'sonarr']) {
			const answer = await ask(`GET /${face}/api/v3/${path}`);
			t.is(answer.status, 200, `${face} ${path} ${answer.text}`);
			t.false(/:null\b/.test(answer.text), path);
		}
	}
});

test('a command is as far as its jobs are, and the same one that still waits is not sent again', async t => {
	const served = await withFaces(t);
	const {ask, deps} = served;
	for (const metaId of [1, 2]) {
		await addMovie(served, {metaId}, {path: `/films/${metaId}`});
	}
	const movieIds = (await ask('GET /radarr/api/v3/movie')).body.map(({id}: {id: number}) => id);
	const send = (body: object) => ask('POST /radarr/api/v3/command', {body});
	const sent = await send({name: 'MoviesSearch', movieIds});
	const state = async () => (await ask(`GET /radarr/api/v3/command/${sent.body.id}`)).body;
	t.like(await state(), {status: 'queued', result: 'unknown'});
	t.false('started' in (await state()));
	t.is((await send({name: 'moviessearch', movieIds})).body.id, sent.body.id);
	t.not((await send({name: 'MoviesSearch', movieIds: movieIds.slice(1)})).body.id, sent.body.id);
	const promised = (await deps.outbox.list(10)).filter(({job}) => job === 'search-movie').map(({id}) => id);
	t.is(promised.length, 2);
	await deps.outbox.begin(promised[0] ?? '');
	t.like(await state(), {status: 'started'});
	await deps.outbox.done(promised[0] ?? '');
	t.like(await state(), {status: 'started'});
	await deps.outbox.done(promised[1] ?? '');
	const ended = await state();
	t.like(ended, {status: 'completed', result: 'successful', message: 'Completed'});
	t.regex(ended.duration, /^\d\d:\d\d:\d\d$/);
	t.deepEqual(await state(), ended);
	t.not((await send({name: 'MoviesSearch', movieIds})).body.id, sent.body.id);
	const task = (await send({name: 'RssSync'})).body;
	t.is(task.status, 'queued');
	const [{id: execution = ''} = {}] = await deps.taskHistory.active('rssSync');
	const claim = {token: 'token', jobId: 'job', now: deps.now()};
	await deps.taskHistory.claim(execution, claim);
	t.is((await ask(`GET /radarr/api/v3/command/${task.id}`)).body.status, 'started');
	const outcome = {status: 'failed', itemsProcessed: 0, itemsAffected: 0, error: 'No', completedAt: deps.now()} as const;
	await deps.taskHistory.end(execution, 'token', outcome);
	t.like((await ask(`GET /radarr/api/v3/command/${task.id}`)).body, {status: 'failed', result: 'unsuccessful'});
	// Cleaners ask many times in a row, and clients are followed anyway.
	const follow = await send({name: 'RefreshMonitoredDownloads'});
	t.is((await deps.jobs.waiting('downloads', 10)).length, 1);
	t.is((await send({name: 'ProcessMonitoredDownloads'})).body.status, 'completed');
	t.is((await deps.jobs.waiting('downloads', 10)).length, 1);
	t.is(follow.body.status, 'queued');
});
