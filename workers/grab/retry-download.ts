import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {isExpected} from '#shared/errors.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import type {retryDownload} from '#shared/jobs/grab/retry-download.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {announceGrab} from './announce-grab.ts';
import {sendToClient} from './send-to-client.ts';

/**
 * Sends an item's release again: either one that failed and that the user retries, or an intent that a crash left
 * without the client's answer.
 */
export const handleRetryDownload: Handler<typeof retryDownload> = async ({queueItemId}, deps, {signal}) => {
	const item = await deps.downloads.find(queueItemId);
	if (item?.state === 'failed' || item?.state === 'failedPending') {
		await sendFailed(item, deps, signal);
	}
	if (item?.state === 'downloading' && !item.downloadId) {
		const client = await deps.downloadClients.get(item.downloadClientId);
		await announceGrab(await sendToClient(item, client, deps, signal), deps);
	}
};

/** The item is active again at once. If it cannot be sent, it waits in `failedPending` as after any failure. */
async function sendFailed(failed: QueueItem, deps: WorkerDeps, signal: AbortSignal): Promise<void> {
	const {downloads, downloadClients} = deps;
	const item = await downloads.reactivate(failed.id, {
		status: 'queued',
		health: 'ok',
		downloadId: null,
		errorMessage: null,
		statusMessages: [],
		sizeLeft: failed.size,
		secondsLeft: null,
		ended: null,
		retryAt: null,
		progressAt: deps.now(),
	});
	if (!item) {
		return;
	}
	await publishItemUpdated(item, deps);
	try {
		await publishItemUpdated(await sendToClient(item, await downloadClients.get(item.downloadClientId), deps, signal), deps);
	} catch (error) {
		await fallBack(item, error, deps);
		throw error;
	}
}

async function fallBack({id}: QueueItem, error: unknown, deps: WorkerDeps): Promise<void> {
	const retryAt = new Date(Number(deps.now()) + deps.settings.get('download.failedRetryMinutes') * 60_000);
	const errorMessage = isExpected(error) ? error.message : 'The release could not be sent again.';
	const waiting = await deps.downloads.move(id, 'failedPending', {
		status: 'failed',
		health: 'error',
		errorMessage,
		ended: deps.now(),
		retryAt,
	});
	if (waiting) {
		await publishItemUpdated(waiting, deps);
	}
}
