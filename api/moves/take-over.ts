import type {RouteDeps} from '#api/services.ts';
import type {Move} from '#shared/domain/moves/move.ts';
import {pauseId} from '#shared/domain/pauses.ts';

/** Ends what a move holds back: its libraries are resumed, and what it has switched off works. May run twice. */
export async function takeOver({id}: Pick<Move, 'id'>, {importLists, moves, notifications, now, pauses}: RouteDeps): Promise<void> {
	for await (const {kind, ourId, made, notes} of moves.rows.written(id)) {
		if (!made || !ourId) {
			continue;
		}
		const has = (code: string) => notes.some(note => note.code === code);
		// One that needs a sign-in would only fail.
		const isOff = has('switched_off') && !has('sign_in');
		if (kind === 'library') {
			await pauses.remove(pauseId('library', ourId));
		} else if (kind === 'notification' && isOff) {
			const found = await notifications.find(ourId);
			await (found && !found.enabled ? notifications.change(found, {enabled: true}, now()) : null);
		} else if (kind === 'importList' && isOff) {
			const found = await importLists.find(ourId);
			await (found && !found.enabled ? importLists.change(found, {enabled: true}, now()) : null);
		}
	}
}
