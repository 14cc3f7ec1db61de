import {changeWithJob} from '#shared/coordination/outbox.ts';
import {type PlacedFile, placedFiles} from '#shared/domain/downloads/import-progress.ts';
import {isManual, itemRelease, itemSubject, type QueueItem, type TrackedState} from '#shared/domain/downloads/queue-item.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {queueStream} from '#shared/events/queue.ts';
import type {EventBus} from '#shared/events/stream.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {leftoverOf, removalOf, removeDownload} from '#shared/jobs/downloads.ts';
import {takeBackImport} from '#shared/jobs/import.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {Stores} from '#shared/store/database.ts';
import type {CleanUpBody} from './schema.ts';

export interface Removal {
	removeFromClient: 'now' | 'whenSeeded' | 'never';
	blocklist: boolean;
	reason: 'deleted' | 'cleanup';
}

export interface RemovalDeps extends Pick<Stores, 'downloads' | 'blocklist' | 'history' | 'leftovers' | 'outbox'> {
	jobs: JobClient;
	events: EventBus;
	now: () => Date;
}

/**
 * Milliseconds for which a worker that is sending an item can still learn that its download is to stay: longer than
 * sending may take.
 */
const leftMs = 10 * minuteMs;

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
	const {id, state, transfer, sending} = item;
	// A client that was asked for a download may have it although it has not answered.
	const mayBeThere = transfer !== null || (state === 'downloading' && sending);
	const isLeft = removeFromClient !== 'never' && mayBeThere && !transfer?.removedFromClient;
	if (isLeft) {
		await leftovers.add([leftoverOf(item, {whenSeeded: removeFromClient === 'whenSeeded' && transfer !== null})]);
	} else if (mayBeThere && transfer === null) {
		// The worker that is sending it learns of the removal once the client has accepted it.
		await leftovers.leave(leftoverOf(item, {whenSeeded: false}), new Date(Number(now()) + leftMs));
	}
	// A file that a person imported is no release, so it has nothing that could be blocklisted.
	if (block && !isManual(item)) {
		await blocklist.add({...itemRelease(item), reason: 'Blocklisted by hand when it was removed from the queue.', addedAt: now()});
	}
	if (reason === 'deleted' && !isManual(item) && isGrabOver(item)) {
		await recordIgnored(item, deps);
	}
	// A failed item that has just been retried must not be cleaned up.
	const remove = () => downloads.remove(id, reason === 'cleanup' ? {state} : {});
	const placed = placedUnrecorded(item);
	const undo = {job: takeBackImport, payload: {queueItemId: id, placed}};
	const wasThere = await (placed.length > 0 ? changeWithJob(remove, undo, deps) : remove());
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

/**
 * Files that a failed import, or one whose worker died, has put into the library without recording them, also from
 * before a person chose another title.
 */
function placedUnrecorded({import: progress}: QueueItem): PlacedFile[] {
	const recorded = new Set(progress?.files.map(({source}) => source));
	const unrecorded = progress?.journal?.files.filter(({source}) => !recorded.has(source)) ?? [];
	return placedFiles([...unrecorded, ...(progress?.discarded?.files ?? [])]);
}

/**
 * Has the grab ended, because its client never answered or because it failed? The history then shows none under way.
 */
function isGrabOver({transfer, state}: QueueItem): boolean {
	return transfer === null || state === 'failedPending' || state === 'failed';
}

/** A feed would grab a release again once its grab has ended, so the history must record that it is not wanted. */
async function recordIgnored(item: QueueItem, {history, now}: RemovalDeps): Promise<void> {
	const {guid, indexerId, infoHash} = item.release;
	const entry = {
		...itemSubject(item),
		downloadId: item.transfer?.downloadId ?? infoHash,
		event: 'ignored' as const,
		data: {guid, indexerId},
	};
	await history.add({...entry, timestamp: now()}, `ignored-${item.id}`);
}

/** Items per round; long queues take several rounds. */
const roundSize = 200;

/**
 * Permanently removes finished items: imported ones and failed ones. A torrent that still seeds stays in its client
 * until its goals are met; a failed download is removed from its client if the settings say so. Returns the number of
 * removed items.
 */
export async function cleanUp({removeCompleted, removeFailed}: CleanUpBody, deps: RemovalDeps & {settings: Settings}): Promise<number> {
	const {downloads, settings} = deps;
	const states: TrackedState[] = [...(removeCompleted ? (['imported'] as const) : []), ...(removeFailed ? (['failed'] as const) : [])];
	let removed = 0;
	for (let round = await downloads.inStates(states, roundSize); round.length > 0; round = await downloads.inStates(states, roundSize)) {
		for (const item of round) {
			const removeFromClient = removalAtClient(item, settings);
			removed += Number(await removeItem(item, {removeFromClient, blocklist: false, reason: 'cleanup'}, deps));
		}
	}
	return removed;
}

function removalAtClient({state, transfer}: QueueItem, settings: Settings): Removal['removeFromClient'] {
	const isFailed = state === 'failed';
	if (!settings.get(isFailed ? 'filters.removeFailedDownloads' : 'filters.removeCompletedDownloads')) {
		return 'never';
	}
	return isFailed || transfer?.removable ? 'now' : 'whenSeeded';
}
