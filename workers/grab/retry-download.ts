import {randomUUID} from 'node:crypto';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {newSending} from '#shared/domain/downloads/queue-item.ts';
import {isExpected, Unclear} from '#shared/errors.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import type {retryDownload} from '#shared/jobs/grab.ts';
import {failItem} from '../library/fail-item.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {confirmSent} from './confirm-sent.ts';
import {checkAgainMs, showWaiting} from './outcome.ts';
import {sendToClient} from './send-to-client.ts';
import {settleIntent} from './settle-intent.ts';

type Deps = Pick<
	WorkerDeps,
	| 'blocklist'
	| 'downloadClients'
	| 'downloads'
	| 'events'
	| 'fetchRelease'
	| 'history'
	| 'indexers'
	| 'jobs'
	| 'leases'
	| 'log'
	| 'now'
	| 'openDownloadClient'
	| 'settings'
>;

/**
 * Sends an item's release again: either one that failed and that the user retries, or an intent that has no answer of
 * its client.
 */
export const handleRetryDownload: Handler<typeof retryDownload, keyof Deps> = async ({queueItemId}, deps, {signal}) => {
	const item = await deps.downloads.find(queueItemId);
	if (item?.state === 'failed' || item?.state === 'failedPending') {
		await sendFailed(item, deps, signal);
	}
	if (item?.state === 'downloading' && !item.transfer) {
		await settleIntent(item, deps, signal);
	}
};

/** The item is active again at once. If it cannot be sent, it waits in `failedPending` as after any failure. */
async function sendFailed(failed: QueueItem, deps: Deps, signal: AbortSignal): Promise<void> {
	const {downloads, downloadClients} = deps;
	const item = await downloads.reactivate(failed.id, {
		status: 'queued',
		health: 'ok',
		errorMessage: null,
		statusMessages: [],
		ended: null,
		retryAt: null,
		transfer: null,
		// A new key: the job of the failed download is still in its client's history under the old one.
		sending: newSending(randomUUID(), randomUUID()),
	});
	if (!item) {
		return;
	}
	await publishItemUpdated(item, deps);
	try {
		const downloadId = await sendToClient(item, await downloadClients.get(item.client?.id ?? ''), deps, signal);
		await confirmSent(item, downloadId, {deps, signal});
	} catch (error) {
		if (error instanceof Unclear) {
			await showWaiting(item, {message: error.message, waitMs: checkAgainMs}, deps);
			return;
		}
		await failItem(item, isExpected(error) ? error.message : 'The release could not be sent again.', deps);
		throw error;
	}
}
