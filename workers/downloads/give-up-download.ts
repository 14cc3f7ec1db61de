import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import {recordFailure} from '../library/fail-item.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {followUpFailure} from './follow-up-failure.ts';

/**
 * Nobody retried the download in time. What follows from that is stored with the move, so that it happens even if this
 * process dies now.
 */
export async function giveUpDownload(item: QueueItem, deps: WorkerDeps): Promise<void> {
	const {downloads, downloadClients, settings, now} = deps;
	// The process that failed it may have died before recording that.
	await recordFailure(item, deps);
	const client = item.client && (await downloadClients.find(item.client.id));
	const removeFromClient = client?.removeFailed === true && settings.get('filters.removeFailedDownloads');
	const followUp = {since: now(), blocklist: true, removeFromClient, search: true};
	const failed = await downloads.move(item.id, 'failed', {retryAt: null, followUp});
	if (failed) {
		await publishItemUpdated(failed, deps);
		await followUpFailure(failed, deps);
	}
}
