import {jobKeyOf} from '#shared/domain/downloads/job-name.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {queueStream} from '#shared/events/queue.ts';
import {queueItem} from '#shared/presenters/queue-item.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Somebody retried the item after a failure: it was in the queue before. */
export function isResent({sending}: QueueItem): boolean {
	return (sending?.key ?? null) !== null;
}

/**
 * Records a release that its client has accepted. A retry is a grab of its own, with its own outcome. A second call for
 * the same sending leaves the history unchanged.
 */
export async function recordGrab(item: QueueItem, {history, now}: WorkerDeps): Promise<void> {
	const {title, movieId, seriesId, episodeIds, judgement, indexer, downloadClient, downloadId} = item;
	await history.add(
		{
			event: 'grabbed',
			title,
			movieId,
			seriesId,
			episodeIds,
			quality: judgement.quality,
			qualityScore: judgement.qualityScore,
			indexer,
			downloadClient,
			downloadId,
			data: {guid: item.guid, indexerId: item.indexerId, size: item.size, protocol: item.protocol, formatScore: judgement.formatScore},
			timestamp: now(),
		},
		`grabbed-${jobKeyOf(item)}`,
	);
}

export async function publishGrab(item: QueueItem, {events}: WorkerDeps): Promise<void> {
	await events.publish(queueStream, 'queueItemAdded', queueItem.present(item));
}
