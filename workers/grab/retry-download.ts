import {randomUUID} from 'node:crypto';
import {backoffMs, backoffs, nextTry} from '#shared/coordination/backoff.ts';
import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {type QueueItem, sentAnew, sizeOf} from '#shared/domain/downloads/queue-item.ts';
import {isExpected, TooMany, Unclear} from '#shared/errors.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import type {retryDownload} from '#shared/jobs/grab.ts';
import {asSeen} from '#shared/store/downloads/download-schema.ts';
import {failItem} from '../library/fail-item.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {checkAgainMs, isGone, showWaiting} from './outcome.ts';
import {confirmSent, findInClient, type SendDeps, sendToClient} from './send-to-client.ts';

type Deps = SendDeps & Pick<WorkerDeps, 'downloadClients' | 'events' | 'history' | 'jobs' | 'leftovers' | 'settings'>;

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

/** How often a release is fetched for its client before it counts as failed. */
const maxTries = 6;

/**
 * Settles an intent that has no answer of its client: after a crash, a time-out or a stop in between. The release is
 * looked for in the client first, and sent again only if it is not there and its client had time to show it.
 */
async function settleIntent({id, retryAt}: QueueItem, deps: Deps, signal: AbortSignal): Promise<void> {
	if (retryAt !== null && retryAt > deps.now()) {
		return;
	}
	const found = await deps.downloads.find(id);
	if (found?.state !== 'downloading' || found.transfer !== null) {
		return;
	}
	const record = found.client && (await deps.downloadClients.find(found.client.id));
	if (!record) {
		await failItem(found, 'Its download client was deleted.', deps, asSeen(found));
		return;
	}
	const downloadId = await findInClient(deps.openDownloadClient(record), found, signal).catch(async error => {
		await showWaiting(found, {message: toMessage(error), waitMs: 2 * checkAgainMs}, deps);
		throw error;
	});
	if (downloadId) {
		await confirmSent(found, downloadId, {deps, signal});
		return;
	}
	const taken = await deps.downloads.takeIntent(id, randomUUID());
	if (taken) {
		await sendAgain(taken, record, deps, signal);
	}
}

async function sendAgain(taken: QueueItem, record: DownloadClientRecord, deps: Deps, signal: AbortSignal): Promise<void> {
	const tries = taken.sending?.tries ?? 1;
	if (tries >= maxTries) {
		await failItem(taken, taken.errorMessage ?? `The download client did not take it in ${tries} tries.`, deps, asSeen(taken));
		return;
	}
	const intent = await deps.downloads.beginTry(taken, nextTry(tries, backoffs.send, deps.now()));
	if (!intent) {
		return;
	}
	try {
		await confirmSent(intent, await sendToClient(intent, record, deps, signal), {deps, signal});
	} catch (error) {
		await noteFailure(intent, error, tries, deps);
	}
}

async function noteFailure(intent: QueueItem, error: unknown, tries: number, deps: Deps): Promise<void> {
	if (isGone(error)) {
		await failItem(intent, `The release is gone: ${error.message}`, deps, asSeen(intent));
		return;
	}
	deps.log.warn({err: error, queueItemId: intent.id, tries: intent.sending?.tries}, 'A release could not be sent; it is tried again');
	const waitMs = backoffMs(tries, backoffs.send, error instanceof TooMany ? error.retryAfterSeconds : null);
	await showWaiting(intent, {message: toMessage(error), waitMs}, deps);
}

function toMessage(error: unknown): string {
	return isExpected(error) ? error.message : 'The release could not be sent to its download client; the log says why.';
}
