import {useState} from 'preact/hooks';
import {Loaded, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Confirm} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {counted} from '../parts/text.js';
import {abilitiesOf} from '../records/abilities.js';
import {Records} from '../records/records.js';
import {resources} from '../records/resources.js';
import {useDocument} from '../schema/document.js';
import {useApp} from '../state/app-state.js';

/** @typedef {import('../schema/document.js').OpenApi} OpenApi */

/** Releases that are not grabbed again. */
export function View() {
	const {client, attempt, user} = useApp();
	const document = useDocument();
	const resource = resources['blocklist'];
	const [isAsking, setAsking] = useState(false);
	const [version, setVersion] = useState(0);
	const clear = async () => {
		const isDone = await attempt(async () => {
			const {removedCount} = await client.remove('api/blocklist');
			return {message: `${counted(removedCount, 'release')} may be grabbed again.`};
		});
		if (isDone) {
			setAsking(false);
			setVersion(version + 1);
		}
	};
	return html`<${ViewHead} title="Blocklist">${user.get()?.role === 'admin' && html`<${Button} icon="trash" label="Clear all" onClick=${() => setAsking(true)} />`}<//>
		<${Loaded} from=${document}>${(/** @type {OpenApi} */ api) => html`<${Records} key=${version} resource=${resource} document=${api}
			abilities=${abilitiesOf(api, resource?.path ?? '')} isAdding=${false} onAdding=${() => {}} />`}<//>
		${isAsking && html`<${Confirm} title="Clear the blocklist?" action="Clear all" onConfirm=${clear} onClose=${() => setAsking(false)}><p>All these releases may be grabbed again, also by themselves.</p><//>`}`;
}
