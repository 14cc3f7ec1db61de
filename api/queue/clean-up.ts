import type {TrackedState} from '#shared/domain/downloads/tracked-state.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {type RemovalDeps, removeItem} from './remove-item.ts';
import type {CleanUpBody} from './schema.ts';

/** Items of one round; a queue of any length is gone through in rounds. */
const roundSize = 200;

/**
 * Removes what is done: imported items, and failed ones for good. A torrent that still seeds for its goal stays in its
 * client, a failed download goes from there as the settings say. Answers how many items went.
 */
export async function cleanUp({removeCompleted, removeFailed}: CleanUpBody, deps: RemovalDeps & {settings: Settings}): Promise<number> {
	const {downloads, settings} = deps;
	const states: TrackedState[] = [...(removeCompleted ? (['imported'] as const) : []), ...(removeFailed ? (['failed'] as const) : [])];
	let removed = 0;
	for (let round = await downloads.inStates(states, roundSize); round.length > 0; round = await downloads.inStates(states, roundSize)) {
		for (const item of round) {
			const removeFromClient =
				item.state === 'failed'
					? settings.get('filters.removeFailedDownloads')
					: item.removable && settings.get('filters.removeCompletedDownloads');
			removed += Number(await removeItem(item, {removeFromClient, blocklist: false, reason: 'cleanup'}, deps));
		}
	}
	return removed;
}
