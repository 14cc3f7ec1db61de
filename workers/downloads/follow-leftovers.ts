import {missAgain, present} from '#shared/domain/downloads/absence.ts';
import type {FollowedItem} from '#shared/domain/downloads/follow-client.ts';
import {removalOfLeftover} from '#shared/jobs/downloads.ts';
import type {Leftover} from '#shared/store/downloads/leftovers.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {askRemovals, isRemovalWanted} from './ask-removal.ts';
import type {ClientList} from './client-list.ts';

/**
 * Asks for the removal of what has left the queue and met its seeding goals, and forgets what the client no longer
 * has.
 */
export async function followLeftovers(
	all: readonly Leftover[],
	{client, rows, items}: ClientList & {items: readonly FollowedItem[]},
	deps: WorkerDeps,
): Promise<void> {
	// The same torrent may have been grabbed again.
	const inQueue = new Set(items.map(({downloadId}) => downloadId));
	const leftovers = all.filter(({downloadId}) => !inQueue.has(downloadId));
	await noteAbsences(leftovers, rows, deps);
	if (isRemovalWanted(client, deps)) {
		const isDue = ({downloadId, retryAt}: Leftover) => rows.get(downloadId)?.removable && !(retryAt && retryAt > deps.now());
		await askRemovals(leftovers.filter(isDue).map(removalOfLeftover), deps);
	}
}

async function noteAbsences(leftovers: readonly Leftover[], rows: ClientList['rows'], {leftovers: store, now}: WorkerDeps): Promise<void> {
	const looks = leftovers.map(({id, downloadId, missedLists, ...rest}) => {
		const seen = rows.has(downloadId) ? {...present, isLost: false} : missAgain({...rest, missedLists}, now());
		return {id, ...seen, isNew: seen.missedLists !== missedLists};
	});
	await store.remove(looks.flatMap(({id, isLost}) => (isLost ? [id] : [])));
	await store.noteAbsences(looks.filter(({isNew, isLost}) => isNew && !isLost));
}
