import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {queueStream} from '#shared/events/queue.ts';
import type {EventBus} from '#shared/events/stream.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {removeDownload} from '#shared/jobs/downloads/remove-download.ts';
import type {Stores} from '#shared/store/database.ts';

export interface Removal {
	removeFromClient: 'now' | 'whenSeeded' | 'never';
	blocklist: boolean;
	reason: 'deleted' | 'cleanup';
}

export interface RemovalDeps extends Pick<Stores, 'downloads' | 'blocklist' | 'leftovers'> {
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
	const {id, title, downloadClientId, downloadId} = item;
	const atClient = removeFromClient !== 'never' && downloadId && !item.removedFromClient ? {downloadClientId, downloadId} : null;
	if (atClient) {
		await leftovers.add([{id, title, ...atClient, whenSeeded: removeFromClient === 'whenSeeded'}]);
	}
	if (block) {
		await blocklist.add({...toBlocked(item), reason: 'Blocklisted by hand when it was removed from the queue.', addedAt: now()});
	}
	const wasThere = await downloads.remove(id);
	if (wasThere) {
		// Listeners are disconnected while Redis is away, and read the queue again afterwards.
		await events.publish(queueStream, 'queueItemRemoved', {id, reason}).catch(() => {});
	}
	if (atClient && removeFromClient === 'now') {
		// Without this job the stored leftover leads to the same one within seconds.
		await jobs.enqueue(removeDownload, {...atClient, deleteData: true, queueItemId: id}).catch(() => {});
	}
	return wasThere;
}

function toBlocked({title, guid, infoHash, indexer, indexerId, protocol, size, movieId, seriesId, episodeIds}: QueueItem) {
	return {title, guid, infoHash, indexer, indexerId, protocol, size, movieId, seriesId, episodeIds};
}
