import {useState} from 'preact/hooks';
import {FolderInput} from '../forms/folder-field.js';
import {Empty, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {SelectField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {changeQuery} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {Candidates} from './candidates.js';

/** Files of a folder that a person gives to titles. @param {import('../state/route.js').ViewProps} props */
export function View({query}) {
	const path = query.get('path') ?? '';
	return html`<${ViewHead} title="Import files" />
		<${Folder} key=${path} path=${path} />
		${
			path
				? html`<${Candidates} key=${path} from=${{path}} onStarted=${() => {}} />`
				: html`<${Empty} icon="import" title="Import files that are there already">
			<p>Enter a folder. Kinoteka shows what it thinks each file is, and why it might not be imported; you decide.</p><//>`
		}`;
}

/** @param {{path: string}} props */
function Folder({path}) {
	const [typed, setTyped] = useState(path);
	/** @type {import('../state/use-data.js').Data<{rootFolders: {path: string}[]}>} */
	const folders = useData('api/root-folders');
	const open = async () => changeQuery({path: typed.trim()});
	const known = (folders.data?.rootFolders ?? []).map(each => ({value: each.path, label: each.path}));
	return html`<${Form} class="folder" onSubmit=${open}>
		<${FolderInput} label="Folder" hint="In a root folder, or where a download client puts its files." value=${typed} onInput=${setTyped} required />
		${
			known.length > 0 &&
			html`<${SelectField} label="Root folders" value="" choices=${[{value: '', label: 'Choose …'}, ...known]}
			onChange=${(/** @type {string} */ value) => setTyped(value || typed)} />`
		}
		<${Button} type="submit" kind="primary" icon="search" label="Look" />
	<//>`;
}
