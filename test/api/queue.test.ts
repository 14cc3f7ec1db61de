import test from 'ava';
import {removeItem} from '#api/queue/remove-item.ts';
import {untilPerson} from '#shared/domain/downloads/import-progress.ts';
import {queueItem, queueStream} from '#shared/events/queue.ts';
import {createForeignDownloads} from '#shared/store/downloads/foreign-downloads.ts';
import {readEvents} from '#test/helpers/read-events.ts';
import {type Served, serve} from '#test/helpers/serve.ts';
import {buildItem, type ItemFields} from '#test/helpers/world/movie.ts';

function addItem({deps}: Served, overrides: ItemFields = {}) {
	const now = new Date('2026-01-02T03:04:05Z');
	const client = {
		downloadId: 'd1',
		downloadClientId: 'client',
		downloadClient: 'Client',
		state: 'downloading',
		status: 'downloading',
	} as const;
	const site = {indexerId: 'indexer', indexer: 'Indexer', downloadUrl: 'http://indexer.test/get?apikey=secret'};
	const figures = {sizeLeft: 250, secondsLeft: 90_061, seeders: 3, leechers: 4};
	const title = 'The.Lamp.2024.1080p.WEB-DL-NOBODY';
	const {judgement} = buildItem({}).release;
	const dates = {added: now, started: now, ended: null, progressAt: now};
	return deps.downloads.add(
		buildItem({title, ...client, ...site, ...figures, ...dates, judgement: {...judgement, languages: []}, ...overrides}),
	);
}

const unknownId = '00000000-0000-4000-8000-000000000000';

test('without credentials the queue shows no path and no message of a client, with any it does', async t => {
	const served = await serve(t);
	const details = {
		outputPath: '/downloads/lamp',
		errorMessage: 'Tracker https://tracker.example/passkey failed',
		statusMessages: [{title: 'The.Lamp', messages: ['/downloads/lamp is empty']}],
	};
	const {id} = await addItem(served);
	const {outputPath, ...messages} = details;
	await served.deps.downloads.change(id, {...messages, transfer: {outputPath}});
	const shown = {...details, errorMessage: 'Tracker https://tracker.example/… failed'};
	for (const as of ['admin', 'streaming', 'user'] as const) {
		t.like((await served.call(`GET /api/queue/${id}`, {as})).body, shown, as);
		t.like((await served.call('GET /api/queue', {as})).body.items[0], shown, as);
	}
	const nothing = {outputPath: null, errorMessage: null, statusMessages: []};
	for (const headers of [{}, {'x-api-key': 'wrong'}, {cookie: 'sid=wrong'}]) {
		t.like((await served.call(`GET /api/queue/${id}`, {as: 'nobody', headers})).body, nothing);
		t.like((await served.call('GET /api/queue', {as: 'nobody', headers})).body.items[0], nothing);
	}
	t.like((await served.call(`GET /api/queue/${id}`, {as: 'calendar'})).body, nothing);
});

test('events of the queue have no path and no message of a client for callers without credentials', async t => {
	const served = await serve(t);
	const item = await addItem(served, {outputPath: '/downloads/lamp'});
	const anybody = await readEvents(t, `${served.url}/api/queue/events`);
	const known = await readEvents(t, `${served.url}/api/queue/events`, await served.headersOf('streaming'));
	const {events} = served.deps;
	await events.publish(queueStream, 'queueItemAdded', queueItem.present(item));
	const subject = {id: item.id, title: item.release.title, movieId: null, seriesId: null, episodeIds: []};
	await events.publish(queueStream, 'queueFailed', {...subject, error: 'No space in /downloads'});
	t.is((await anybody.next()).data.outputPath, null);
	t.is((await anybody.next()).data.error, null);
	t.is((await known.next()).data.outputPath, '/downloads/lamp');
	const {id, data} = await known.next();
	t.is(data.error, 'No space in /downloads');
	const back = await readEvents(t, `${served.url}/api/queue/events`, {'last-event-id': `${Number(id?.split('-')[0]) - 1}-0`});
	await back.until(text => text.includes('queueFailed') || text.includes('reset'));
	t.false(back.text().includes('/downloads'));
});

test('the queue is public, and an item shows every field of the interface and no secret', async t => {
	const served = await serve(t);
	const {id} = await addItem(served);
	const list = await served.call('GET /api/queue', {as: 'nobody'});
	t.is(list.status, 200);
	t.like(list.body, {totalRecords: 1, page: 1, pageSize: 20});
	const item = await served.call(`GET /api/queue/${id}`, {as: 'nobody'});
	t.deepEqual(item.body, list.body.items[0]);
	t.like(item.body, {
		id,
		trackedDownloadStatus: 'ok',
		trackedDownloadState: 'downloading',
		sizeleft: 250,
		timeleft: '1.01:01:01',
		ended: null,
		quality: 'WEBDL-1080p',
		qualityScore: 70,
		errorMessage: null,
		seeders: 3,
	});
	t.false(JSON.stringify(list.body).includes('secret'));
	t.is((await served.call(`GET /api/queue/${unknownId}`, {as: 'nobody'})).status, 404);
	t.is((await served.call('GET /api/queue/x')).body.code, 'queue_item_not_found');
});

test('the queue is filtered, and refuses what is no status', async t => {
	const served = await serve(t);
	await addItem(served, {status: 'failed', state: 'failed'});
	await addItem(served, {movieId: 'm1'});
	t.is((await served.call('GET /api/queue?status=failed')).body.totalRecords, 1);
	t.is((await served.call('GET /api/queue?movieId=m1')).body.totalRecords, 1);
	t.is((await served.call('GET /api/queue?seriesId=s1')).body.totalRecords, 0);
	t.deepEqual((await served.call('GET /api/queue?limit=1&page=2')).body.items.length, 1);
	await addItem(served, {title: 'A.First.Film', size: 5, added: new Date('2026-01-03')});
	const first = async (sort: string) => (await served.call(`GET /api/queue?sort=${sort}`)).body.items[0].size;
	t.is(await first('title:asc'), 5);
	t.not(await first('title:desc'), 5);
	t.is(await first('size:asc'), 5);
	t.is(await first('added:desc'), 5);
	t.not(await first('added:asc'), 5);
	t.is((await served.call('GET /api/queue?sort=colour:asc')).status, 400);
	t.is((await served.call('GET /api/queue?status=done')).status, 400);
	t.is((await served.call('GET /api/queue?limit=1000')).body.pageSize, 100);
});

test('removing an item removes it at the client, blocklists it on demand, and tells of it', async t => {
	const served = await serve(t);
	const [one, two] = [await addItem(served, {downloadId: 'd1'}), await addItem(served, {downloadId: 'd2', guid: 'g2'})];
	const stream = await readEvents(t, `${served.url}/api/queue/events`);
	t.is((await served.call(`DELETE /api/queue/${one.id}`)).status, 204);
	t.like(await stream.next(), {event: 'queueItemRemoved', data: {id: one.id, reason: 'deleted'}});
	t.is((await served.call(`DELETE /api/queue/${two.id}?removeFromClient=false&blocklist=true`)).status, 204);
	const jobs = await served.deps.jobs.queue('downloads').getJobs();
	t.deepEqual(
		jobs.map(({data}) => data.payload),
		[{downloadClientId: 'client', downloadId: 'd1', deleteData: true, queueItemId: one.id, started: Number(one.transfer?.started)}],
	);
	t.deepEqual(
		(await served.deps.leftovers.due(new Date())).map(({id, downloadId}) => [id, downloadId]),
		[[one.id, 'd1']],
		'it is removed even if Redis loses the job',
	);
	const {entries} = await served.deps.blocklist.page({page: 1, limit: 10});
	t.deepEqual(
		entries.map(({guid}) => guid),
		['g2'],
	);
	t.is((await served.call(`DELETE /api/queue/${one.id}`)).status, 404);
	t.is((await served.call(`DELETE /api/queue/${one.id}?blocklist=maybe`)).status, 400);
	t.is((await served.call(`DELETE /api/queue/${one.id}`, {as: 'nobody'})).status, 401);
	t.is((await served.call(`DELETE /api/queue/${one.id}`, {as: 'user'})).status, 403);
});

test('only a failed item is retried', async t => {
	const served = await serve(t);
	const running = await addItem(served);
	const failed = await addItem(served, {status: 'failed', state: 'failedPending'});
	t.like((await served.call(`POST /api/queue/${running.id}/retry`)).body, {status: 409, code: 'queue_item_not_failed'});
	const retried = await served.call(`POST /api/queue/${failed.id}/retry`);
	t.is(retried.status, 200);
	t.like(retried.body, {success: true});
	const [job] = await served.deps.jobs.queue('grab').getJobs();
	t.deepEqual(job?.data.payload, {queueItemId: failed.id});
	t.like(await served.deps.downloads.get(failed.id), {state: 'downloading', status: 'queued', transfer: null, sending: {tries: 0}});
	await served.deps.downloads.move(failed.id, 'failedPending', {status: 'failed'});
	await served.deps.downloads.move(failed.id, 'failed', {});
	await addItem(served, {guid: failed.release.guid});
	t.like((await served.call(`POST /api/queue/${failed.id}/retry`)).body, {status: 409, code: 'release_already_grabbed'});
	t.is((await served.call(`POST /api/queue/${unknownId}/retry`)).status, 404);
	t.is((await served.call(`POST /api/queue/${failed.id}/retry`, {as: 'streaming'})).status, 403);
});

test('an import that is tried no more is started again by a person, with all its tries', async t => {
	const served = await serve(t);
	const resting = await addItem(served, {state: 'importPending', health: 'error', retryAt: untilPerson});
	await served.deps.downloads.change(resting.id, {import: {tries: 6}});
	t.is((await served.call(`POST /api/queue/${resting.id}/retry`)).status, 200);
	t.like(await served.deps.downloads.get(resting.id), {state: 'importPending', retryAt: null, import: {tries: 0}});
	const [job] = await served.deps.jobs.queue('import').getJobs();
	t.deepEqual(job?.data.payload, {queueItemId: resting.id});
	const waiting = await addItem(served, {state: 'importPending'});
	t.is((await served.call(`POST /api/queue/${waiting.id}/retry`)).status, 409);
});

test('a person names the folder of a download whose client does not say where it is', async t => {
	const served = await serve(t);
	const done = await addItem(served, {status: 'completed', outputPath: null, sizeLeft: 0});
	const waiting = await addItem(served, {state: 'importPending', status: 'completed', outputPath: null, retryAt: untilPerson});
	const running = await addItem(served, {});
	const name = (id: string, path: string) => served.call(`POST /api/queue/${id}/import`, {body: {path}});
	for (const {id} of [done, waiting]) {
		t.is((await name(id, '/downloads/../downloads/film/')).status, 202);
		t.like(await served.deps.downloads.get(id), {state: 'importPending', retryAt: null, transfer: {outputPath: '/downloads/film'}});
	}
	const jobs = await served.deps.jobs.queue('import').getJobs();
	t.deepEqual(jobs.map(({data}) => data.payload.queueItemId).sort(), [done.id, waiting.id].sort());
	t.like((await name(running.id, '/downloads/film')).body, {status: 409, code: 'queue_item_not_waiting'});
	for (const path of ['film', '/etc/film', '/', served.deps.http.dataDir]) {
		t.like((await name(done.id, path)).body, {status: 400, errors: [{path: 'path'}]}, path);
	}
});

test('cleaning up removes what is imported and what has failed for good', async t => {
	const served = await serve(t);
	for (const state of ['downloading', 'imported', 'imported', 'failed', 'failedPending'] as const) {
		await addItem(served, {state, downloadId: state});
	}
	const failedOnly = await served.call('POST /api/queue/cleanup', {body: {removeCompleted: false}});
	t.like(failedOnly.body, {success: true, removedCount: 1});
	const all = await served.call('POST /api/queue/cleanup');
	t.like(all.body, {success: true, removedCount: 2});
	const left = await served.call('GET /api/queue');
	t.deepEqual(left.body.items.map((item: {trackedDownloadState: string}) => item.trackedDownloadState).sort(), [
		'downloading',
		'failedPending',
	]);
	const jobs = await served.deps.jobs.queue('downloads').getJobs();
	t.deepEqual(
		jobs.map(({data}) => data.payload.downloadId),
		['failed'],
	);
	t.is((await served.deps.leftovers.seedingAt('client')).length, 2, 'torrents stay until they have met their seeding goals');
	t.is((await served.call('POST /api/queue/cleanup', {body: {removeAll: true}})).status, 400);
	t.is((await served.call('POST /api/queue/cleanup', {as: 'nobody'})).status, 401);
	t.is((await served.call('POST /api/queue/cleanup', {as: 'user'})).status, 403);
});

test('a failed item that is retried while the queue is cleaned up stays in it', async t => {
	const {deps, ...served} = await serve(t);
	const failed = await addItem({deps, ...served}, {state: 'failed', status: 'failed'});
	await deps.downloads.reactivate(failed.id, {status: 'queued'});
	const removal = {removeFromClient: 'never', blocklist: false} as const;
	t.false(await removeItem(failed, {...removal, reason: 'cleanup'}, deps));
	t.is((await deps.downloads.get(failed.id)).state, 'downloading');
	t.true(await removeItem(failed, {...removal, reason: 'deleted'}, deps));
	t.is(await deps.downloads.find(failed.id), null);
});

test('downloads that another program has added are shown to administrators, with the client that has them', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const client = {name: 'Box', kind: 'qbittorrent', url: 'http://box.test:8080'};
	const {id} = (await call('POST /api/download-clients', {body: client})).body;
	const gone = (await call('POST /api/download-clients', {body: {...client, name: 'Off', url: 'http://off.test', enabled: false}})).body.id;
	const foreign = createForeignDownloads({redis: deps.producer, prefix: deps.prefix});
	const row = {downloadId: 'a'.repeat(40), title: 'The.Lamp.2024-NOBODY', status: 'downloading', size: 700, sizeLeft: 70} as const;
	for (const clientId of [id, gone]) {
		await foreign.put(clientId, [row as never], deps.now()); // its other fields are not kept
	}
	t.deepEqual((await call('GET /api/queue/foreign')).body, {downloads: [{...row, client: {id, name: 'Box'}}]});
	t.is((await call('GET /api/queue')).body.totalRecords, 0, 'they are no items of the queue');
	t.is((await call('GET /api/queue/foreign', {as: 'user'})).status, 403);
});
