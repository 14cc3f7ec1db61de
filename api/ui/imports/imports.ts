import {useState} from 'preact/hooks';
import {FolderInput} from '../forms/folder-field.ts';
import {Empty, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {SelectField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {counted, number} from '../parts/text.ts';
import {changeQuery, to, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {Candidates} from './candidates.ts';

/** Files of a folder that a person gives to titles. */
export function View({query}: ViewProps) {
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

interface UnmappedFolders {
	id: string;
	path: string;
	unmappedFolders: {name: string; path: string}[];
}

/** Folders below the root folders that belong to no title. */
function Unmapped() {
	const {data}: Data<{rootFolders: UnmappedFolders[]}> = useData('api/root-folders');
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

function Folder({path}: {path: string}) {
	const [typed, setTyped] = useState(path);
	const folders: Data<{rootFolders: {path: string}[]}> = useData('api/root-folders');
	const open = async () => changeQuery({path: typed.trim()});
	const known = (folders.data?.rootFolders ?? []).map(each => ({value: each.path, label: each.path}));
	return html`<${Form} class="folder" onSubmit=${open}>
		<${FolderInput} label="Folder" hint="In a root folder, or where a download client puts its files." value=${typed} onInput=${setTyped} start=${known[0]?.value} required />
		${
			known.length > 0 &&
			html`<${SelectField} label="Root folders" value="" choices=${[{value: '', label: 'Choose …'}, ...known]}
			onChange=${(value: string) => setTyped(value || typed)} />`
		}
		<${Button} type="submit" kind="primary" icon="search" label="Show files" />
	<//>`;
}
