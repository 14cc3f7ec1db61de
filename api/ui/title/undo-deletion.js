import {query} from '../client/client.js';

/**
 * Takes back what was deleted last of a title, for the notice that says so.
 * @param {import('../state/app-state.js').AppState} app
 * @param {string} titleId
 * @param {() => void} [onUndone] It is on its way back.
 * @returns {import('../state/notices.js').NoticeAction}
 */
export const undoDeletion = ({client, attempt}, titleId, onUndone = () => {}) => ({
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
