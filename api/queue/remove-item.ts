import {itemRelease, itemSubject} from '#shared/domain/downloads/item-subject.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {queueStream} from '#shared/events/queue.ts';
import type {EventBus} from '#shared/events/stream.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {leftoverOf, removalOf, removeDownload} from '#shared/jobs/downloads.ts';
import type {Stores} from '#shared/store/database.ts';
import {isManual} from '#shared/store/downloads/manual-item.ts';

export interface Removal {
	removeFromClient: 'now' | 'whenSeeded' | 'never';
	blocklist: boolean;
	reason: 'deleted' | 'cleanup';
}

export interface RemovalDeps extends Pick<Stores, 'downloads' | 'blocklist' | 'history' | 'leftovers'> {
	jobs: JobClient;
	events: EventBus;
	now: () => Date;
}

/**
 * Permanently removes an item from the queue. What its client still has is stored first, so that it is removed there
 * even if Redis is away or loses the job. Returns whether this call removed the item.
 */
export async function removeItem(
	item: QueueItem,
	{removeFromClient, blocklist: block, reason}: Removal,
	deps: RemovalDeps,
): Promise<boolean> {
	const {downloads, blocklist, leftovers, jobs, events, now} = deps;
	const {id} = item;
	// A client that was asked for a download may have it although it has not answered.
	const mayBeThere = item.downloadId !== null || (item.state === 'downloading' && item.sending);
	const isLeft = removeFromClient !== 'never' && mayBeThere && !item.removedFromClient;
	if (isLeft) {
		await leftovers.add([leftoverOf(item, {whenSeeded: removeFromClient === 'whenSeeded' && item.downloadId !== null})]);
	}
	// A file that a person imported is no release, so it has nothing that could be blocklisted.
	if (block && !isManual(item)) {
		await blocklist.add({...itemRelease(item), reason: 'Blocklisted by hand when it was removed from the queue.', addedAt: now()});
	}
	if (reason === 'deleted' && !isManual(item) && isGrabOver(item)) {
		await recordIgnored(item, deps);
	}
	// A failed item that somebody has just retried is not to be cleaned up any more.
	const wasThere = await downloads.remove(id, reason === 'cleanup' ? {state: item.state} : {});
	if (wasThere) {
		// Listeners are disconnected while Redis is away, and read the queue again afterwards.
		await events.publish(queueStream, 'queueItemRemoved', {id, reason}).catch(() => {});
	}
	if (isLeft && removeFromClient === 'now') {
		// Without this job the stored leftover leads to the same one within seconds.
		await jobs.enqueue(removeDownload, removalOf(item)).catch(() => {});
	}
	return wasThere;
}

/** Does the history not show a grab under way: because its client never answered, or because it failed? */
function isGrabOver({downloadId, state}: QueueItem): boolean {
	return downloadId === null || state === 'failedPending' || state === 'failed';
}

/** A feed takes a release again whose grab is over, so it must know that somebody does not want it. */
async function recordIgnored(item: QueueItem, {history, now}: RemovalDeps): Promise<void> {
	const {downloadId, infoHash, guid, indexerId} = item;
	const entry = {...itemSubject(item), downloadId: downloadId ?? infoHash, event: 'ignored' as const, data: {guid, indexerId}};
	await history.add({...entry, timestamp: now()}, `ignored-${item.id}`);
}
