import {randomUUID} from 'node:crypto';
import {backoffMs, backoffs, nextTry} from '#shared/coordination/backoff.ts';
import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {isExpected, TooMany} from '#shared/errors.ts';
import {asSeen} from '#shared/store/downloads/download-schema.ts';
import {failItem} from '../library/fail-item.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {confirmSent} from './confirm-sent.ts';
import {findInClient} from './find-in-client.ts';
import {checkAgainMs, isGone, showWaiting} from './outcome.ts';
import {sendToClient} from './send-to-client.ts';

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

/** How often a release is fetched for its client before it counts as failed. */
const maxTries = 6;

/**
 * Settles an intent that has no answer of its client: after a crash, a time-out or a stop in between. The release is
 * looked for in the client first, and sent again only if it is not there and its client had time to show it.
 */
export async function settleIntent({id, retryAt}: QueueItem, deps: Deps, signal: AbortSignal): Promise<void> {
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
