import {Loaded, ViewHead} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {abilitiesOf} from '../records/abilities.js';
import {Records} from '../records/records.js';
import {resources} from '../records/resources.js';
import {useDocument} from '../schema/document.js';

/** @typedef {import('../schema/document.js').OpenApi} OpenApi */

/** Releases that are not grabbed again. */
export function View() {
	const document = useDocument();
	const resource = resources['blocklist'];
	return html`<${ViewHead} title="Blocklist" />
		<${Loaded} from=${document}>${(/** @type {OpenApi} */ api) => html`<${Records} resource=${resource} document=${api}
			abilities=${abilitiesOf(api, resource?.path ?? '')} isAdding=${false} onAdding=${() => {}} />`}<//>`;
}
