import type {FollowedItem} from '#shared/domain/downloads/follow-client.ts';
import {publishItemUpdated, queueStream} from '#shared/events/queue.ts';
import {importDownload} from '#shared/jobs/import/import-download.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** The client has the whole download: it is imported next, unless the settings leave that to the user. */
export async function completeDownload(item: Pick<FollowedItem, 'id'>, deps: WorkerDeps): Promise<void> {
	const {downloads, events, jobs, settings, now} = deps;
	if (!settings.get('filters.enableCompletedDownloadHandling')) {
		return;
	}
	const completed = await downloads.complete(item.id, now());
	if (!completed) {
		return;
	}
	await publishItemUpdated(completed, deps);
	const {id, release, target} = completed;
	await events.publish(queueStream, 'queueCompleted', {id, title: release.title, ...target});
	await jobs.enqueue(importDownload, {queueItemId: id});
}
