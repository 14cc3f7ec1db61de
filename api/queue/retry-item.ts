import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {Conflict} from '#shared/errors.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {retryDownload} from '#shared/jobs/grab.ts';
import {importDownload} from '#shared/jobs/import.ts';
import type {Stores} from '#shared/store/database.ts';

interface RetryDeps extends Pick<Stores, 'downloads'> {
	jobs: JobClient;
}

/**
 * Sends a failed download again, or restarts the import of one that waits because its import failed or was refused.
 * Returns what happens now, for people to read. Throws Conflict
 * `queue_item_not_failed` or `release_already_grabbed`.
 */
export async function retryItem(item: QueueItem, {downloads, jobs}: RetryDeps): Promise<string> {
	const {id, state, title, health, indexerId, guid} = item;
	if (state === 'failed' || state === 'failedPending') {
		const holder = await downloads.holderOf(indexerId, guid);
		if (holder && holder.id !== id) {
			throw new Conflict('release_already_grabbed', `${title} was grabbed again in the meantime; see the other item of the queue.`);
		}
		await jobs.enqueue(retryDownload, {queueItemId: id});
		return `${title} will be sent to its download client again.`;
	}
	const waiting =
		state === 'importPending' && health !== 'ok'
			? await downloads.change(id, {retryAt: null, importTries: 0}, {states: ['importPending']})
			: null;
	if (!waiting) {
		throw new Conflict('queue_item_not_failed', `${title} has not failed: its state is ${state}. Only failed downloads can be retried.`);
	}
	await jobs.enqueue(importDownload, {queueItemId: id});
	return `${title} will be imported again.`;
}
