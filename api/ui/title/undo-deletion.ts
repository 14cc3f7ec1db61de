import {query} from '../client/client.ts';
import type {AppState} from '../state/app-state.ts';
import type {NoticeAction} from '../state/notices.ts';

/**
 * Takes back what was deleted last of a title, for the notice that says so.
 * @param onUndone It is on its way back.
 */
export const undoDeletion = ({client, attempt}: AppState, titleId: string, onUndone: () => void = () => {}): NoticeAction => ({
	label: 'Undo',
	async run() {
		const isUndone = await attempt(async () => {
			const {deletions} = await client.get(`api/deletions${query({titleId, limit: 1})}`);
			if (deletions.length === 0) {
				throw new Error('This can no longer be undone.');
			}
			return await client.post(`api/deletions/${deletions[0].id}/undo`);
		});
		if (isUndone) {
			onUndone();
		}
	},
});
