import test from 'ava';
import {retryItem} from '#api/queue/retry-or-import.ts';
import {newSending} from '#shared/domain/downloads/queue-item.ts';
import {later, torrentLine, usenetLine} from '#test/helpers/grab-line.ts';
import {emptyRedis} from '#test/helpers/redis-clients.ts';
import {giveUpDownload} from '#workers/downloads/fail-download.ts';
import {settleWaitingItems} from '#workers/downloads/follow-items.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleRetryDownload} from '#workers/grab/retry-download.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

/** As a worker leaves it that died while it was fetching the release. */
async function leaveIntent(deps: WorkerDeps, queueId: string) {
	await deps.downloads.change(queueId, {transfer: null, sending: newSending(null, 'a dead worker')});
}

test('what the client does not list is sent again, under the same name', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	const [first] = sab.queue;
	sab.queue = [];
	await leaveIntent(deps, queueId);
	await handleRetryDownload({queueItemId: queueId}, deps, run());
	t.is(sab.queue.length, 1);
	t.is(sab.queue[0]?.filename, first?.filename);
	t.like(await queue(), [{transfer: {downloadId: 'SABnzbd_nzo_2'}, retryAt: null}]);
	t.is((await deps.history.page({page: 1, limit: 10})).total, 1);
});

test('a job that is finished already is found in the history of the client', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	const [job] = sab.queue;
	sab.queue = [];
	sab.history = [{nzo_id: job?.nzo_id, name: job?.filename, category: 'kinoteka', status: 'Completed', bytes: 1, storage: '/d/x'}];
	await leaveIntent(deps, queueId);
	await handleRetryDownload({queueItemId: queueId}, deps, run());
	t.is(sab.asked, 1);
	t.like(await queue(), [{transfer: {downloadId: 'SABnzbd_nzo_1'}}]);
});

test('nothing is sent again before the client had time to show it', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	sab.mood = 'losesIt';
	await t.throwsAsync(handleGrabRelease(request('good'), deps, run()));
	const [item] = await queue();
	sab.mood = 'answers';
	await handleRetryDownload({queueItemId: item?.id ?? ''}, later(deps, 5), run());
	t.is(sab.asked, 1);
	t.like(await queue(), [{state: 'downloading', transfer: null}]);
});

test('while the client does not answer at all, nothing is sent and no try is counted', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	sab.queue = [];
	sab.lists = false;
	await leaveIntent(deps, queueId);
	await t.throwsAsync(handleRetryDownload({queueItemId: queueId}, deps, run()));
	await handleRetryDownload({queueItemId: queueId}, deps, run());
	t.is(sab.asked, 1);
	const [item] = await queue();
	t.is(item?.sending?.tries, 1);
	t.is(item?.health, 'warning');
});

test('a release that its indexer no longer has is fetched once more, then waits in failedPending', async t => {
	const {deps, run, sab, site, request, queue} = await usenetLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	Object.assign(sab, {queue: []});
	site.items = [];
	await leaveIntent(deps, queueId);
	const before = site.requests.length;
	for (let minute = 0; minute < 10; minute += 1) {
		await handleRetryDownload({queueItemId: queueId}, later(deps, minute), run()).catch(() => {});
		if ((await queue())[0]?.state !== 'downloading') {
			break;
		}
	}
	t.is(site.requests.length - before, 1);
	const [item] = await queue();
	t.like(item, {state: 'failedPending', status: 'failed', transfer: null});
	t.regex(item?.errorMessage ?? '', /gone/);
	t.not(item?.retryAt, null);
});

test('a client that refuses again and again is asked ever more rarely, and in the end no more', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	Object.assign(sab, {queue: [], mood: 'refuses'});
	await leaveIntent(deps, queueId);
	const waits: number[] = [];
	let minutes = 0;
	while ((await queue())[0]?.state === 'downloading' && minutes < 1000) {
		const at = later(deps, minutes);
		// The database's clock decides whose turn it is; its turn is over here.
		const [item] = await queue();
		await deps.downloads.change(queueId, {sending: {...newSending(null, 'a dead worker'), tries: item?.sending?.tries ?? 1}});
		await handleRetryDownload({queueItemId: queueId}, at, run());
		const retryAt = (await queue())[0]?.retryAt ?? at.now();
		const wait = Math.round((Number(retryAt) - Number(at.now())) / 60_000);
		waits.push(wait);
		minutes += wait;
	}
	t.deepEqual(waits.slice(0, 5), [2, 4, 8, 16, 32]);
	t.is(sab.asked, 1 + 5);
	t.like(await queue(), [{state: 'failedPending'}]);
});

test('two workers that settle one intent at once send it once', async t => {
	const {deps, run, qbittorrent, request} = await torrentLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	qbittorrent.torrents = [];
	await leaveIntent(deps, queueId);
	const settle = () => handleRetryDownload({queueItemId: queueId}, deps, run());
	await Promise.all([settle(), settle(), settle()]);
	t.is(qbittorrent.added.length, 2);
});

test('a worker that was replaced while it fetched a release does not send it', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	const fetchRelease: typeof deps.fetchRelease = async (release, signal) => {
		const fetched = await deps.fetchRelease(release, signal);
		const [item] = await queue();
		await deps.downloads.takeIntent(item?.id ?? '', 'another');
		return fetched;
	};
	await t.throwsAsync(handleGrabRelease(request('good'), {...deps, fetchRelease}, run()), {code: 'grab_unclear'});
	t.is(sab.asked, 0);
	t.like(await queue(), [{state: 'downloading', transfer: null}]);
});

test('a retry of a failed usenet download is not mistaken for its old job', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	await deps.downloads.move(queueId, 'failedPending', {status: 'failed'});
	sab.mood = 'takesSilently';
	await handleRetryDownload({queueItemId: queueId}, deps, run());
	t.like(await queue(), [{state: 'downloading', transfer: {downloadId: 'SABnzbd_nzo_2'}, health: 'ok'}]);
});

test('a retry that a person was promised survives an emptied Redis, and is neither given up nor blocklisted', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	const failed = {status: 'failed', errorMessage: 'Broken.', retryAt: new Date(Date.now() + 60_000)} as const;
	await deps.downloads.move(queueId, 'failedPending', failed);
	t.regex(await retryItem(await deps.downloads.get(queueId), deps), /sent to its download client again/);
	await emptyRedis(deps.producer, deps.prefix);
	await settleWaitingItems(later(deps, 60));
	t.like(await queue(), [{state: 'downloading', transfer: null, errorMessage: null}]);
	t.is((await deps.blocklist.page({page: 1, limit: 10})).total, 0);
	const [job] = await deps.jobs.queue('grab').getJobs(['waiting', 'prioritized']);
	t.deepEqual(job?.data.payload, {queueItemId: queueId});
	await handleRetryDownload({queueItemId: queueId}, later(deps, 60), run());
	t.like(await queue(), [{state: 'downloading', transfer: {downloadId: 'SABnzbd_nzo_2'}, sending: {tries: 1}}]);
	t.is(sab.asked, 2);
});

test('a retry that cannot be sent waits as after any failure', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	await deps.downloads.move(queueId, 'failedPending', {status: 'failed'});
	await retryItem(await deps.downloads.get(queueId), deps);
	sab.mood = 'refuses';
	await t.throwsAsync(handleRetryDownload({queueItemId: queueId}, deps, run()));
	const [item] = await queue();
	t.is(item?.state, 'failedPending');
	t.regex(item?.errorMessage ?? '', /disk is full/);
});

test('a late run of a retry that has failed does not send what is blocklisted since', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	await deps.downloads.move(queueId, 'failedPending', {status: 'failed', retryAt: new Date(0)});
	await retryItem(await deps.downloads.get(queueId), deps);
	Object.assign(sab, {queue: [], mood: 'refuses'});
	await t.throwsAsync(handleRetryDownload({queueItemId: queueId}, deps, run()));
	await giveUpDownload(await deps.downloads.get(queueId), deps);
	sab.mood = 'answers';
	const {asked} = sab;
	await handleRetryDownload({queueItemId: queueId}, deps, run());
	t.is(sab.asked, asked);
	t.like(await queue(), [{state: 'failed'}]);
});
