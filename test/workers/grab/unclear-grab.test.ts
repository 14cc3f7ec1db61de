import test from 'ava';
import {jobName} from '#shared/domain/downloads/client-download.ts';
import {newSending} from '#shared/domain/downloads/queue-item.ts';
import {Conflict, NotFound, Unclear, UpstreamFailed} from '#shared/errors.ts';
import {torrentLine, usenetLine} from '#test/helpers/grab-line.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleRetryDownload} from '#workers/grab/retry-download.ts';
import {stopReason} from '#workers/runtime/handler.ts';

test('a usenet job carries the id of its item in its name', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	const [item] = await queue();
	t.like(item, {id: queueId, transfer: {downloadId: 'SABnzbd_nzo_1'}});
	t.is(sab.queue[0]?.filename, jobName(item?.release.title ?? '', queueId));
});

test('a usenet client that takes a release without an answer has it once, and it is tracked', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	sab.mood = 'takesSilently';
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	t.like((await queue())[0], {id: queueId, transfer: {downloadId: 'SABnzbd_nzo_1'}, state: 'downloading'});
	t.is(sab.asked, 1);
});

test('while nobody can tell, the item stays, and a second grab finds what the client has', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	Object.assign(sab, {mood: 'takesSilently', lists: false});
	const error = await t.throwsAsync(handleGrabRelease(request('good'), deps, run()), {instanceOf: Unclear});
	t.is((error as Unclear).code, 'grab_unclear');
	const [item] = await queue();
	t.like(item, {state: 'downloading', transfer: null, health: 'warning', errorMessage: error?.message ?? ''});
	await t.throwsAsync(handleGrabRelease(request('good'), deps, run()), {instanceOf: Conflict});
	sab.lists = true;
	t.is((await handleGrabRelease(request('good'), deps, run())).queueId, item?.id ?? '');
	t.like(await queue(), [{transfer: {downloadId: 'SABnzbd_nzo_1'}, health: 'ok', errorMessage: null}]);
	t.is(sab.asked, 1);
	t.is((await deps.history.page({page: 1, limit: 10})).total, 1);
});

test('a client that refuses in clear words leaves no item', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	sab.mood = 'refuses';
	await t.throwsAsync(handleGrabRelease(request('good'), deps, run()), {instanceOf: UpstreamFailed, message: /disk is full/});
	t.deepEqual(await queue(), []);
});

test('a stop while the client is being called keeps the intent and asks nothing more', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	const stop = new AbortController();
	sab.mood = 'takesSilently';
	let lists = 0;
	sab.onTaken = () => stop.abort(stopReason);
	const openDownloadClient: typeof deps.openDownloadClient = settings => {
		const client = deps.openDownloadClient(settings);
		return {
			...client,
			list(signal) {
				lists += 1;
				return client.list(signal);
			},
		};
	};
	const stopped = {...run(), signal: stop.signal};
	await t.throwsAsync(handleGrabRelease(request('good'), {...deps, openDownloadClient}, stopped), {instanceOf: Unclear});
	t.is(lists, 0);
	const [item] = await queue();
	t.like(item, {state: 'downloading', transfer: null});
});

test('a release whose fetch fails was never sent and leaves no item', async t => {
	const {deps, run, site, sab, request, queue} = await usenetLine(t);
	site.items = [];
	await t.throwsAsync(handleGrabRelease(request('good'), deps, run()), {instanceOf: NotFound});
	t.deepEqual(await queue(), []);
	t.is(sab.asked, 0);
});

test('a worker that died between the answer of the client and its confirmation sends nothing twice', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	await deps.downloads.change(queueId, {transfer: null});
	await handleRetryDownload({queueItemId: queueId}, deps, run());
	t.like(await queue(), [{id: queueId, transfer: {downloadId: 'SABnzbd_nzo_1'}}]);
	t.is(sab.asked, 1);
});

test('an item that was removed while it was sent takes its download with it', async t => {
	const {deps, run, request, queue} = await torrentLine(t);
	const openDownloadClient: typeof deps.openDownloadClient = settings => {
		const client = deps.openDownloadClient(settings);
		return {
			...client,
			async add(download, signal) {
				const id = await client.add(download, signal);
				await deps.downloads.remove((await queue())[0]?.id ?? '');
				return id;
			},
		};
	};
	await t.throwsAsync(handleGrabRelease(request('good'), {...deps, openDownloadClient}, run()), {instanceOf: NotFound});
	const [removal] = await deps.jobs.queue('downloads').getJobs(['waiting', 'prioritized']);
	t.like(removal?.data.payload, {downloadId: 'ab'.repeat(20), deleteData: true});
});

test('a job that runs again after its worker died answers with its own item', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	const job = run();
	const {queueId} = await handleGrabRelease(request('good'), deps, job);
	t.is((await handleGrabRelease(request('good'), deps, job)).queueId, queueId);
	await deps.downloads.change(queueId, {transfer: null});
	t.is((await handleGrabRelease(request('good'), deps, job)).downloadId, 'SABnzbd_nzo_1');
	t.is(sab.asked, 1);

	// It died before it called the client.
	sab.queue = [];
	await deps.downloads.change(queueId, {transfer: null, sending: newSending(null, job.id)});
	t.is((await handleGrabRelease(request('good'), deps, job)).downloadId, 'SABnzbd_nzo_2');

	// It died while it called the client, which may need a moment to show it.
	sab.queue = [];
	await deps.downloads.change(queueId, {transfer: null, sending: {...newSending(null, job.id), until: new Date(Date.now() + 100_000)}});
	await t.throwsAsync(handleGrabRelease(request('good'), deps, job), {instanceOf: Unclear});
	t.is(sab.asked, 2);
	t.is((await queue()).length, 1);
});
