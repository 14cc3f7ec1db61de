import {useState} from 'preact/hooks';
import {Empty, Loaded, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {SelectField, TextField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {operationOf, useDocument} from '../schema/document.js';
import {changeQuery} from '../state/route.js';
import {useChoices} from '../title/choices.js';
import {Candidates} from './candidates.js';

/** @typedef {import('../schema/document.js').OpenApi} OpenApi */

/** Files of a folder, or of a download of the queue, that a person assigns to titles. @param {import('../state/route.js').ViewProps} props */
export function View({query}) {
	const document = useDocument();
	const path = query.get('path') ?? '';
	const queueId = query.get('queueId') ?? '';
	return html`<${ViewHead} title="Import files" />
		<${Loaded} from=${document}>${(/** @type {OpenApi} */ api) =>
			operationOf(api, 'get', '/api/manual-import')
				? html`${!queueId && html`<${Folder} key=${path} path=${path} />`}
					${path || queueId ? html`<${Candidates} key=${path + queueId} path=${path} queueId=${queueId} />` : html`<${Advice} />`}`
				: html`<${Empty} icon="import" title="This service cannot import by hand" />`}<//>`;
}

/** @param {{path: string}} props */
function Folder({path}) {
	const [typed, setTyped] = useState(path);
	const {folders} = useChoices();
	const open = (/** @type {Event} */ event) => {
		event.preventDefault();
		changeQuery({path: typed.trim(), page: null});
	};
	const known = (folders ?? []).map(each => ({value: each.path, label: each.path}));
	return html`<form class="folder" onSubmit=${open}>
		<${TextField} label="Folder" hint="In a root folder, or where a download client puts its files." value=${typed} onInput=${setTyped} autocomplete="off" spellcheck=${false} required />
		${known.length > 0 && html`<${SelectField} label="Root folders" value="" choices=${[{value: '', label: 'Choose …'}, ...known]} onChange=${(/** @type {string} */ value) => setTyped(value || typed)} />`}
		<${Button} type="submit" kind="primary" icon="search" label="Look" />
	</form>`;
}

function Advice() {
	return html`<${Empty} icon="import" title="Import files that are there already">
		<p>Enter a folder. Kinoteka shows what it takes each file for, and what speaks against it; you choose.</p>
	<//>`;
}
