import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {publishItemUpdated, queueStream} from '#shared/events/queue.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {followUpFailure} from './follow-up-failure.ts';

/** The client reported a failure. The item waits in `failedPending`, where the user can retry it. */
export async function failDownload(item: Pick<QueueItem, 'id'>, error: string, deps: WorkerDeps): Promise<void> {
	const {downloads, events, history, settings, now} = deps;
	const retryAt = new Date(Number(now()) + settings.get('download.failedRetryMinutes') * 60_000);
	const failed = await downloads.move(item.id, 'failedPending', {
		status: 'failed',
		health: 'error',
		errorMessage: error,
		ended: now(),
		retryAt,
	});
	if (!failed) {
		return;
	}
	const {id, title, movieId, seriesId, episodeIds, judgement, indexer, downloadClient, downloadId} = failed;
	const subject = {title, movieId, seriesId, episodeIds};
	await history.add(
		{
			event: 'downloadFailed',
			...subject,
			quality: judgement.quality,
			qualityScore: judgement.qualityScore,
			indexer,
			downloadClient,
			downloadId,
			data: {error},
			timestamp: now(),
		},
		`failed-${id}-${Number(failed.started ?? failed.added)}`,
	);
	await publishItemUpdated(failed, deps);
	await events.publish(queueStream, 'queueFailed', {id, ...subject, error: failed.errorMessage ?? ''});
}

/**
 * Nobody retried the download in time. What follows from that is stored with the move, so that it happens even if this
 * process dies now.
 */
export async function giveUpDownload(item: QueueItem, deps: WorkerDeps): Promise<void> {
	const {downloads, downloadClients, settings, now} = deps;
	const client = await downloadClients.find(item.downloadClientId);
	const removeFromClient = client?.removeFailed === true && settings.get('filters.removeFailedDownloads');
	const followUp = {since: now(), blocklist: true, removeFromClient, search: true};
	const failed = await downloads.move(item.id, 'failed', {retryAt: null, followUp});
	if (failed) {
		await publishItemUpdated(failed, deps);
		await followUpFailure(failed, deps);
	}
}
