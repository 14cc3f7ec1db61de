import test from 'ava';
import {removeItem} from '#api/queue/remove-item.ts';
import {jobName} from '#shared/domain/downloads/client-download.ts';
import {leftoverOf, removalOf, removalOfLeftover} from '#shared/jobs/downloads.ts';
import {later, torrentLine, usenetLine} from '#test/helpers/grab-line.ts';
import {handleRemoveDownload} from '#workers/downloads/remove-download.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleRetryDownload} from '#workers/grab/retry-download.ts';

test('a removal that was queued before a new grab of the same release does not touch the new one', async t => {
	const {deps, run, qbittorrent, request} = await torrentLine(t);
	const old = await deps.downloads.get((await handleGrabRelease(request('good'), deps, run())).queueId);
	await deps.downloads.remove(old.id);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	await handleRemoveDownload(removalOf(old), deps, run());
	t.is(qbittorrent.torrents.length, 1);
	const fresh = await deps.downloads.get(queueId);
	await deps.downloads.remove(queueId);
	await handleRemoveDownload(removalOf(fresh), deps, run());
	t.is(qbittorrent.torrents.length, 0);
});

test('a removal of what failed does not touch it once a person retries it', async t => {
	const {deps, run, qbittorrent, request} = await torrentLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	await deps.downloads.move(queueId, 'failedPending', {status: 'failed'});
	const failed = await deps.downloads.get(queueId);
	await deps.downloads.move(queueId, 'failed', {});
	await handleRetryDownload({queueItemId: queueId}, deps, run());
	await handleRemoveDownload(removalOf(failed), deps, run());
	t.is(qbittorrent.torrents.length, 1);
});

test('a removal that runs before its item is deleted removes the download all the same', async t => {
	const {deps, run, qbittorrent, request} = await torrentLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	await handleRemoveDownload(removalOf(await deps.downloads.get(queueId)), deps, run());
	t.is(qbittorrent.torrents.length, 0);
});

test('a grab waits for a removal of the same torrent that is under way', async t => {
	const {deps, run, qbittorrent, request} = await torrentLine(t);
	const old = await deps.downloads.get((await handleGrabRelease(request('good'), deps, run())).queueId);
	await deps.downloads.remove(old.id);
	let grab: Promise<unknown> = Promise.resolve();
	const openDownloadClient: typeof deps.openDownloadClient = settings => {
		const client = deps.openDownloadClient(settings);
		return {
			...client,
			async remove(...args) {
				grab = handleGrabRelease(request('good'), deps, run());
				while ((await deps.downloads.holdersOf(old.client?.id ?? '', old.transfer?.downloadId ?? '')).length === 0) {
					// The grab has stored its item now, and looks for removals next.
				}
				await client.remove(...args);
			},
		};
	};
	await handleRemoveDownload(removalOf(old), {...deps, openDownloadClient}, run());
	await grab;
	t.is(qbittorrent.torrents.length, 1);
});

test('a usenet job whose id was never told is removed by its name', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	Object.assign(sab, {mood: 'takesSilently', lists: false});
	await t.throwsAsync(handleGrabRelease(request('good'), deps, run()));
	sab.lists = true;
	const [item] = await queue();
	await handleRemoveDownload(removalOf(item!), deps, run()); // the unclear grab stays in the queue
	t.true(sab.deleted.includes('SABnzbd_nzo_1'));
});

test('what a client takes only after its item was removed is removed too', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	sab.mood = 'losesIt';
	await t.throwsAsync(handleGrabRelease(request('good'), deps, run()));
	const [item] = await queue();
	const removal = {removeFromClient: 'now', blocklist: false, reason: 'deleted'} as const;
	await removeItem(item!, removal, deps); // the grab left it in the queue
	const due = async (minutes: number) => (await deps.leftovers.due(later(deps, minutes).now())).map(removalOfLeftover);
	await handleRemoveDownload((await due(0))[0]!, deps, run()); // it was just removed
	t.deepEqual(await due(0), []);

	sab.queue.push({nzo_id: 'late', filename: jobName('Late', item?.id ?? '')});
	const [again] = await due(3);
	await handleRemoveDownload(again!, later(deps, 3), run()); // the client may take it for two minutes
	t.deepEqual(sab.queue, []);
	t.deepEqual(await due(60), []);
});

test('a client that never takes it is looked at until it no longer can', async t => {
	const {deps, run, sab, request, queue} = await usenetLine(t);
	sab.mood = 'losesIt';
	await t.throwsAsync(handleGrabRelease(request('good'), deps, run()));
	const [item] = await queue();
	await deps.leftovers.add([leftoverOf(item!, {whenSeeded: false})]);
	await handleRemoveDownload(removalOf(item!), later(deps, 3), run());
	t.deepEqual(await deps.leftovers.due(later(deps, 60).now()), []);
});
