import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {applyClientRow, type ClientRow, isVisibleChange} from '#shared/domain/downloads/follow-client.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {publishItemUpdated, queueStream} from '#shared/events/queue.ts';
import {removalOf, removeDownload} from '#shared/jobs/downloads/remove-download.ts';
import {importDownload} from '#shared/jobs/import/import-download.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {failDownload} from './fail-download.ts';

/** Milliseconds a client may take to list a new download, or to find it again after a restart of the client. */
const graceMs = 120_000;

/**
 * Stores what the client reports about one download and takes the next step. An unchanged item is
 * neither written nor published.
 */
export async function trackItem(item: QueueItem, row: ClientRow, client: DownloadClientRecord, deps: WorkerDeps): Promise<void> {
	if (item.state === 'imported') {
		await removeWhenSeeded(item, row, client, deps);
		return;
	}
	if (item.state !== 'downloading') {
		return;
	}
	const {change, next} = applyClientRow(item, row, {stalledMinutes: deps.settings.get('download.stalledMinutes'), now: deps.now()});
	const changed = change ? await deps.downloads.change(item.id, change, {states: ['downloading']}) : item;
	if (changed && isVisibleChange(item, changed)) {
		await publishItemUpdated(changed, deps);
	}
	if (changed && next === 'complete') {
		await completeDownload(changed, deps);
	}
	if (changed && next === 'fail') {
		await failDownload(changed, row.message ?? changed.errorMessage ?? 'The download client reports a failure.', deps);
	}
}

async function completeDownload(item: QueueItem, deps: WorkerDeps): Promise<void> {
	const {downloads, events, jobs, settings, now} = deps;
	if (!settings.get('filters.enableCompletedDownloadHandling')) {
		return;
	}
	const completed = await downloads.move(item.id, 'importPending', {status: 'completed', sizeLeft: 0, secondsLeft: null, ended: now()});
	if (!completed) {
		return;
	}
	await publishItemUpdated(completed, deps);
	const {id, title, movieId, seriesId, episodeIds} = completed;
	await events.publish(queueStream, 'queueCompleted', {id, title, movieId, seriesId, episodeIds});
	await jobs.enqueue(importDownload, {queueItemId: id});
}

/** The client decides when the seeding goals are met, and then reports `removable`. */
async function removeWhenSeeded(
	item: QueueItem,
	row: ClientRow,
	client: DownloadClientRecord,
	{downloads, jobs, settings}: WorkerDeps,
): Promise<void> {
	const wanted = client.removeCompleted && settings.get('filters.removeCompletedDownloads');
	if (!wanted || !row.removable || item.removedFromClient || !item.downloadId) {
		return;
	}
	await jobs.enqueue(removeDownload, removalOf(item));
	await downloads.change(item.id, {removedFromClient: true});
}

/** Somebody removed the download in the client, so it is no longer wanted. An imported one is simply done. */
export async function trackMissingItem(item: QueueItem, deps: WorkerDeps): Promise<void> {
	const {downloads, now} = deps;
	if (item.state === 'imported') {
		await downloads.change(item.id, {removedFromClient: true});
		return;
	}
	const since = Number(now()) - Number(item.started ?? item.added);
	const unseenFor = Number(now()) - Number(item.updatedAt);
	if (item.state !== 'downloading' || !item.downloadId || since < graceMs || unseenFor < graceMs) {
		return;
	}
	const ignored = await downloads.move(item.id, 'ignored', {
		status: 'warning',
		health: 'warning',
		errorMessage: 'The download is no longer in its client.',
		ended: now(),
	});
	if (ignored) {
		await publishItemUpdated(ignored, deps);
	}
}
