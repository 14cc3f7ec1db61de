import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {NotFound} from '#shared/errors.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import {removalOf, removeDownload} from '#shared/jobs/downloads.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {isResent, publishGrab, recordGrab} from './announce-grab.ts';
import {unclear} from './outcome.ts';
import {throughOutage} from './through-outage.ts';

/**
 * Stores that the client has the release under this id, and tells of it. An item that somebody removed in the meantime
 * takes its download with it. Throws NotFound in that case, and Unclear when MongoDB stays away.
 */
export async function confirmSent(
	item: QueueItem,
	downloadId: string,
	{deps, signal}: {deps: WorkerDeps; signal: AbortSignal},
): Promise<QueueItem> {
	const started = deps.now();
	const write = async () => {
		await recordGrab({...item, downloadId}, deps);
		return deps.downloads.confirmSent(item.id, downloadId, started);
	};
	const sent = await throughOutage(write, signal).catch(error => {
		throw unclear(item, error);
	});
	if (!sent) {
		await deps.jobs.enqueue(removeDownload, removalOf({...item, downloadId, started}));
		throw new NotFound('queue_item_not_found', `${item.title} was removed from the queue while it was being sent.`);
	}
	// The grab is done; listeners that miss the event see it at their next read.
	await (isResent(item) ? publishItemUpdated(sent, deps) : publishGrab(sent, deps)).catch(error =>
		deps.log.warn({err: error, queueItemId: item.id}, 'A grab could not be announced'),
	);
	return sent;
}
