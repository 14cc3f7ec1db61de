import {mkdir} from 'node:fs/promises';
import test from 'ava';
import {NotFound} from '#shared/errors.ts';
import type {ListImportCandidates} from '#shared/jobs/import.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {readEvents} from '#test/helpers/read-events.ts';
import {type Served, serve} from '#test/helpers/serve.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

const candidate = {
	name: 'film.mkv',
	size: 5,
	movie: null,
	series: null,
	episodes: [],
	quality: 'Unknown',
	languages: [],
	releaseGroup: null,
	edition: null,
	rejections: [{reason: 'It is empty.'}],
};

async function withRoot({deps, directory}: Served): Promise<string> {
	const path = `${directory}/films`;
	await mkdir(path);
	await deps.rootFolders.add({name: 'Films', path}, deps.now());
	return path;
}

test('candidates are asked of a worker, for folders that we know only', async t => {
	const served = await serve(t);
	const root = await withRoot(served);
	const asked: ListImportCandidates[] = [];
	await answerJobs(t, served, {
		listImportCandidates: async payload => {
			asked.push(payload);
			return {folder: `${root}/new`, candidates: [{...candidate, path: `${root}/new/film.mkv`}], total: 3};
		},
	});
	const {status, body} = await served.call(`GET /api/manual-import?path=${root}/new&limit=1`);
	t.is(status, 200);
	t.like(body, {folder: `${root}/new`, pagination: {page: 1, limit: 1, total: 3, totalPages: 3}});
	t.like(body.candidates[0], candidate);
	t.regex(body.candidates[0].id, /^[\da-f]{32}$/);
	const item = await served.deps.downloads.add(buildItem({}));
	t.is((await served.call(`GET /api/manual-import?queueId=${item.id}`)).status, 200);
	t.deepEqual(asked, [
		{from: {path: `${root}/new`, within: root}, page: 1, limit: 1},
		{from: {queueItemId: item.id}, page: 1, limit: 20},
	]);

	const wrong = ['', '?path=/etc', `?path=${root}/../secret`, '?path=films', `?path=${root}&queueId=${item.id}`];
	for (const query of wrong) {
		const reply = await served.call(`GET /api/manual-import${query}`);
		t.deepEqual([reply.status, reply.body.errors?.[0].path], [400, 'path'], query);
	}
	t.is((await served.call('GET /api/manual-import?queueId=nothing')).status, 400);
	t.is((await served.call(`GET /api/manual-import?path=${root}`, {as: 'user'})).status, 403);
});

test('a folder that is not there is a 404', async t => {
	const served = await serve(t);
	const root = await withRoot(served);
	await answerJobs(t, served, {listImportCandidates: async () => Promise.reject(new NotFound('file_missing', 'It is gone.'))});
	t.is((await served.call(`GET /api/manual-import?path=${root}/new`)).status, 404);
});

test('chosen files become items of the queue, each once, which the queue shows', async t => {
	const served = await serve(t);
	const root = await withRoot(served);
	const {id: movieId} = await addMovie(served);
	const file = {path: `${root}/new/The.Quiet.Harbour.2019.1080p.WEB-DL.x265-NOBODY.mkv`, movieId};
	const {status, body} = await served.call('POST /api/manual-import', {body: {files: [file, {...file, quality: 'SDTV'}], mode: 'move'}});
	t.is(status, 202);
	t.like(body, {success: true, message: '1 of 2 files are being imported; follow them in the queue.'});
	t.like(body.imports[1], {path: file.path, queueId: null});
	t.regex(body.imports[1].error, /already/);
	const shown = await served.call(`GET /api/queue/${body.imports[0].queueId}`);
	t.like(shown.body, {movieId, quality: 'WEBDL-1080p', trackedDownloadState: 'importPending', downloadClient: 'Manual import'});
	t.like(await served.deps.downloads.get(body.imports[0].queueId), {
		import: {choice: {file: {path: file.path, within: root, mode: 'move'}, quality: null}},
		release: {judgement: {releaseGroup: 'NOBODY'}},
	});
});

test('each fault of a manual import is named, and nothing is begun', async t => {
	const served = await serve(t);
	const root = await withRoot(served);
	const {id: movieId} = await addMovie(served);
	const files = [
		{path: '/etc/film.mkv', movieId},
		{path: `${root}/film.txt`, movieId},
		{path: `${root}/film.mkv`},
		{path: `${root}/film.mkv`, movieId: 'nobody'},
		{path: `${root}/film.mkv`, seriesId: 'nobody', episodeIds: ['x']},
		{path: `${root}/film.mkv`, movieId},
	];
	const {status, body} = await served.call('POST /api/manual-import', {body: {files}});
	t.is(status, 400);
	t.deepEqual(
		body.errors.map(({path}: {path: string}) => path),
		['files[0].path', 'files[1].path', 'files[2].movieId', 'files[3].movieId', 'files[4].seriesId'],
	);
	t.is((await served.call('GET /api/queue')).body.totalRecords, 0);
	t.is((await served.call('POST /api/manual-import', {as: 'user', body: {files}})).status, 403);
});

test('a waiting download is imported as the title that a person chose', async t => {
	const served = await serve(t);
	const {deps, call} = served;
	const {id: movieId} = await addMovie(served);
	const health = {health: 'warning' as const, statusMessages: [{title: 'x', messages: ['no']}], retryAt: new Date('2100-01-01')};
	const waiting = await deps.downloads.add(buildItem({...health, movieId: 'other'}));
	const stream = await readEvents(t, `${served.url}/api/queue/events`);
	const {status, body} = await call(`POST /api/queue/${waiting.id}/import`, {body: {movieId}});
	t.is(status, 202, JSON.stringify(body));
	t.like(await deps.downloads.get(waiting.id), {
		target: {movieId, seriesId: null},
		health: 'ok',
		retryAt: null,
		statusMessages: [],
		import: {choice: {file: null, quality: null}},
	});
	t.like(await stream.next(), {event: 'queueItemUpdated', data: {id: waiting.id}});
	await stream.close();

	const running = await deps.downloads.add(buildItem({state: 'downloading'}));
	const refused = await call(`POST /api/queue/${running.id}/import`, {body: {movieId}});
	t.deepEqual([refused.status, refused.body.code], [409, 'queue_item_not_waiting']);
	const nothing = await call(`POST /api/queue/${waiting.id}/import`, {body: {}});
	t.deepEqual([nothing.status, nothing.body.errors[0].path], [400, 'movieId']);
	t.is((await call(`POST /api/queue/${waiting.id}/import`, {as: 'user', body: {movieId}})).status, 403);
	t.is((await call('POST /api/queue/none/import', {body: {movieId}})).status, 404);
});

test('a file is imported again once its earlier import is over', async t => {
	const served = await serve(t);
	const {deps, call} = served;
	const path = `${await withRoot(served)}/film.mkv`;
	const {id: movieId} = await addMovie(served);
	const begin = async (asked = path) => (await call('POST /api/manual-import', {body: {files: [{path: asked, movieId}]}})).body.imports[0];
	const first = await begin();
	t.is((await begin(path.replace('/film', '//./film'))).queueId, null, 'it is under way');
	await deps.downloads.move(first.queueId, 'importing', {});
	await deps.downloads.move(first.queueId, 'imported', {});
	const both = await Promise.all([begin(), begin()]);
	t.is(both.filter(({queueId}) => queueId !== null).length, 1, 'one of two callers');
});

test('a file whose import was refused is imported as a person decides next', async t => {
	const served = await serve(t);
	const {deps, call} = served;
	const path = `${await withRoot(served)}/film.mkv`;
	const {id: movieId} = await addMovie(served);
	const begin = async () => (await call('POST /api/manual-import', {body: {files: [{path, movieId}]}})).body.imports[0];
	const first = await begin();
	const refused = {health: 'warning' as const, statusMessages: [{title: 'film.mkv', messages: ['It cannot be read.']}]};
	await deps.downloads.change(first.queueId, refused, {states: ['importPending']});
	const second = await begin();
	t.is(second.error, null);
	t.is(await deps.downloads.find(first.queueId), null);
	t.like(await deps.downloads.get(second.queueId), {health: 'ok', statusMessages: [], target: {movieId}});
	await deps.downloads.change(second.queueId, refused, {states: ['importPending']});
	await deps.downloads.move(second.queueId, 'importing', {});
	t.is((await begin()).queueId, null, 'it is tried at this moment');
});

test('another title for a chosen file keeps what was said of its folder and mode', async t => {
	const served = await serve(t);
	const {deps, call} = served;
	const root = await withRoot(served);
	const {id: movieId} = await addMovie(served);
	const files = [{path: `${root}/film.mkv`, movieId, quality: 'SDTV'}];
	const {queueId} = (await call('POST /api/manual-import', {body: {files, mode: 'move'}})).body.imports[0];
	t.is((await call(`POST /api/queue/${queueId}/import`, {body: {movieId}})).status, 202);
	t.deepEqual((await deps.downloads.get(queueId)).import?.choice, {
		file: {path: `${root}/film.mkv`, within: root, mode: 'move'},
		quality: 'SDTV',
	});
});

test('a chosen file that is removed from the queue is not blocklisted', async t => {
	const served = await serve(t);
	const {deps, call} = served;
	const path = `${await withRoot(served)}/film.mkv`;
	const {id: movieId} = await addMovie(served);
	const {queueId} = (await call('POST /api/manual-import', {body: {files: [{path, movieId}]}})).body.imports[0];
	t.is((await call(`DELETE /api/queue/${queueId}?blocklist=true&removeFromClient=true`)).status, 204);
	t.is((await deps.blocklist.page({page: 1, limit: 10})).total, 0);
});
