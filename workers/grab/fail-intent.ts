import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {publishItemUpdated, queueStream} from '#shared/events/queue.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** The item waits in `failedPending`, as after any failure: a user may retry it until it is blocklisted. */
export async function failIntent(item: QueueItem, error: string, deps: WorkerDeps): Promise<void> {
	const {downloads, settings, events, now} = deps;
	const failed = await downloads.move(item.id, 'failedPending', {
		status: 'failed',
		health: 'error',
		errorMessage: error,
		ended: now(),
		retryAt: new Date(Number(now()) + settings.get('download.failedRetryMinutes') * 60_000),
	});
	if (!failed) {
		return;
	}
	await publishItemUpdated(failed, deps);
	const {id, title, movieId, seriesId, episodeIds} = failed;
	await events.publish(queueStream, 'queueFailed', {id, title, movieId, seriesId, episodeIds, error: failed.errorMessage ?? ''});
}
