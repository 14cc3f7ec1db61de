import type {FollowedItem} from '#shared/domain/downloads/follow-client.ts';
import {publishItemUpdated, queueStream} from '#shared/events/queue.ts';
import {importDownload} from '#shared/jobs/import.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** The client has the whole download: it is imported next, unless the settings leave that to the user. */
export async function completeDownload(item: Pick<FollowedItem, 'id'>, deps: WorkerDeps): Promise<void> {
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
