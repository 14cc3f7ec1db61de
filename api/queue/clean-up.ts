import type {TrackedState} from '#shared/domain/downloads/tracked-state.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {type RemovalDeps, removeItem} from './remove-item.ts';
import type {CleanUpBody} from './schema.ts';

/** Items per round; long queues take several rounds. */
const roundSize = 200;

/**
 * Permanently removes finished items: imported ones and failed ones. A torrent that still seeds stays in its client; a
 * failed download is removed from its client if the settings say so. Returns the number of removed items.
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
