import type {Move} from '#shared/domain/moves/move.ts';
import {pauseId} from '#shared/domain/pauses.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {writeLaterSettings} from './write-rules.ts';

export type HoldingDeps = Pick<WorkerDeps, 'importLists' | 'moves' | 'notifications' | 'now' | 'pauses' | 'settings' | 'subtitleProviders'>;

/** Ends what a move holds back: grabs go on by themselves, and what it has switched off works. May run twice. */
export async function endHolding(
	{id, sources}: Pick<Move, 'id' | 'sources'>,
	{importLists, moves, notifications, now, pauses, settings, subtitleProviders}: HoldingDeps,
): Promise<void> {
	for await (const {kind, ourId, made, notes} of moves.rows.written(id)) {
		if (!made || !ourId) {
			continue;
		}
		const has = (code: string) => notes.some(note => note.code === code);
		// One that needs a sign-in or a key would only fail.
		const isOff = has('switched_off') && !has('sign_in') && !has('secret_masked');
		if (kind === 'notification' && isOff) {
			const found = await notifications.find(ourId);
			await (found && !found.enabled ? notifications.change(found, {enabled: true}, now()) : null);
		} else if (kind === 'importList' && isOff) {
			const found = await importLists.find(ourId);
			await (found && !found.enabled ? importLists.change(found, {enabled: true}, now()) : null);
		} else if (kind === 'subtitleProvider' && isOff) {
			const found = await subtitleProviders.find(ourId);
			await (found && !found.enabled ? subtitleProviders.change(found, {enabled: true}, now()) : null);
		}
	}
	for (const source of sources.keys()) {
		await writeLaterSettings({moveId: id, source}, {moves, now, settings});
	}
	await pauses.remove(pauseId('move', null));
}
