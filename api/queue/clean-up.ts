import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {TrackedState} from '#shared/domain/downloads/tracked-state.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {type Removal, type RemovalDeps, removeItem} from './remove-item.ts';
import type {CleanUpBody} from './schema.ts';

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
