import {randomUUID} from 'node:crypto';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {sentAnew, sizeOf} from '#shared/domain/downloads/queue-item.ts';
import {isExpected, Unclear} from '#shared/errors.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import type {retryDownload} from '#shared/jobs/grab.ts';
import {asSeen} from '#shared/store/downloads/download-schema.ts';
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
	| 'leftovers'
	| 'log'
	| 'now'
	| 'openDownloadClient'
	| 'settings'
>;

/**
 * Sends an item's release again: either one that failed and that the user retries, or an intent that has no answer of
 * its client. The item of a retry is an intent already; one that still shows its failure was not sent before either.
 */
export const handleRetryDownload: Handler<typeof retryDownload, keyof Deps> = async ({queueItemId}, deps, {signal}) => {
	const found = await deps.downloads.find(queueItemId);
	const mayRetry = found?.state === 'failedPending' || (found?.state === 'failed' && !(await isBlocklisted(found, deps)));
	const item = mayRetry ? await deps.downloads.reactivate(found.id, sentAnew(randomUUID)) : found;
	if (item?.state === 'downloading' && !item.transfer) {
		const isNew = item.sending?.tries === 0;
		await (isNew ? sendAnew(item, deps, signal) : settleIntent(item, deps, signal));
	}
};

/**
 * A job that runs again after its failure was handled must not send a release that is blocklisted, and replaced, by
 * then.
 */
async function isBlocklisted(item: QueueItem, {blocklist}: Pick<WorkerDeps, 'blocklist'>): Promise<boolean> {
	const {guid, indexerId} = item.release;
	const entries = await blocklist.touching([{...item.release, size: sizeOf(item)}]);
	return entries.some(entry => entry.guid === guid && entry.indexerId === indexerId);
}

/** If it cannot be sent, it waits in `failedPending` as after any failure. */
async function sendAnew({id}: QueueItem, deps: Deps, signal: AbortSignal): Promise<void> {
	const {downloads, downloadClients} = deps;
	const taken = await downloads.takeIntent(id, randomUUID());
	const item = taken && (await downloads.beginTry(taken, new Date(Number(deps.now()) + checkAgainMs)));
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
		await failItem(item, isExpected(error) ? error.message : 'The release could not be sent again.', deps, asSeen(item));
		throw error;
	}
}
