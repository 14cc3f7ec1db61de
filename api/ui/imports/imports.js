import {useState} from 'preact/hooks';
import {FolderInput} from '../forms/folder-field.js';
import {Empty, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {SelectField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {counted, number} from '../parts/text.js';
import {changeQuery, to} from '../state/route.js';
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
			<p>Choose a folder. Kinoteka shows which title it takes each file for, and why it might not be imported; you decide.</p><//><${Unmapped} />`
		}`;
}

/** Folders of one root folder that are named at once. */
const fewFolders = 30;

/** @typedef {{id: string, path: string, unmappedFolders: {name: string, path: string}[]}} UnmappedFolders */

/** Folders below the root folders that belong to no title. */
function Unmapped() {
	/** @type {import('../state/use-data.js').Data<{rootFolders: UnmappedFolders[]}>} */
	const {data} = useData('api/root-folders');
	const [open, setOpen] = useState('');
	return data?.rootFolders
		.filter(({unmappedFolders}) => unmappedFolders.length > 0)
		.map(({id, path, unmappedFolders}) => {
			const shown = open === id ? unmappedFolders : unmappedFolders.slice(0, fewFolders);
			return html`<section key=${id} class="block"><h2 class="block-head">${counted(unmappedFolders.length, 'unmapped folder')} in ${path}</h2>
				<ul class="rows dense">${shown.map(each => html`<li key=${each.path} class="line"><a class="unmapped" href=${to(`import?path=${encodeURIComponent(each.path)}`)} dir="auto">${each.name}</a></li>`)}</ul>
				${shown.length < unmappedFolders.length && html`<p class="pager"><${Button} label=${`Show all ${number(unmappedFolders.length)}`} onClick=${() => setOpen(id)} /></p>`}
			</section>`;
		});
}

/** @param {{path: string}} props */
function Folder({path}) {
	const [typed, setTyped] = useState(path);
	/** @type {import('../state/use-data.js').Data<{rootFolders: {path: string}[]}>} */
	const folders = useData('api/root-folders');
	const open = async () => changeQuery({path: typed.trim()});
	const known = (folders.data?.rootFolders ?? []).map(each => ({value: each.path, label: each.path}));
	return html`<${Form} class="folder" onSubmit=${open}>
		<${FolderInput} label="Folder" hint="In a root folder, or where a download client puts its files." value=${typed} onInput=${setTyped} start=${known[0]?.value} required />
		${
			known.length > 0 &&
			html`<${SelectField} label="Root folders" value="" choices=${[{value: '', label: 'Choose …'}, ...known]}
			onChange=${(/** @type {string} */ value) => setTyped(value || typed)} />`
		}
		<${Button} type="submit" kind="primary" icon="search" label="Show files" />
	<//>`;
}
