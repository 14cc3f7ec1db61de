import {useState} from 'preact/hooks';
import {FolderInput} from '../forms/folder-field.ts';
import {Badge} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {ReleaseName} from '../parts/release-name.ts';
import {number} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import type {Folder, Move} from './words.ts';

/** Where the folders of the other programs are here. */
export function Folders({move, onChange}: {move: Move; onChange: () => void}) {
	const [changed, setChanged] = useState<Folder | null>(null);
	const mayChange = move.state === 'planned' || move.state === 'failed';
	return html`<section class="change" aria-labelledby="moved-folders"><h2 id="moved-folders">Folders</h2>
		<ul class="rows dense">${move.folders.map(
			folder => html`<li class="row" key=${folder.from}>
				<div class="row-head"><p class="renamed"><span class="before"><span class="hidden">There </span><${ReleaseName} name=${folder.from} /></span>
					<span class="after"><span class="hidden">here </span><${ReleaseName} name=${folder.to ?? 'not known yet'} /></span></p>
					<${Found} folder=${folder} />
					${mayChange && html`<${Button} label=${folder.to === null ? 'Say where' : 'Change'} onClick=${() => setChanged(folder)} />`}</div></li>`,
		)}</ul>
		${changed && html`<${ChangeFolder} move=${move} folder=${changed} onClose=${() => setChanged(null)} onChange=${onChange} />`}
	</section>`;
}

function Found({folder: {to, checked, found}}: {folder: Folder}) {
	if (to === null) {
		return html`<${Badge} kind="bad">Where is it?<//>`;
	}
	const kind = checked === 0 ? 'quiet' : found === checked ? 'ok' : found > 0 ? 'warn' : 'bad';
	return html`<${Badge} kind=${kind} title="Files that were looked for">${number(found)} of ${number(checked)} found<//>`;
}

function ChangeFolder({
	move: {id, pathMappings, folders},
	folder,
	onClose,
	onChange,
}: {
	move: Move;
	folder: Folder;
	onClose: () => void;
	onChange: () => void;
}) {
	const {client, attempt} = useApp();
	const [path, setPath] = useState(folder.to ?? '');
	const save = () =>
		attempt(async () => {
			const known = folders.flatMap(({from, to, isGiven}) => (isGiven && to !== null && from !== folder.from ? [{from, to}] : []));
			const others = pathMappings.filter(({from}) => from !== folder.from && !known.some(each => each.from === from));
			await client.put(`api/moves/${id}`, {pathMappings: [...others, ...known, {from: folder.from, to: path.trim()}]});
			onClose();
			onChange();
		});
	return html`<${Dialog} title="Where is it here?" onClose=${onClose}><${Form} class="form" onSubmit=${save}>
		<p class="hint" dir="auto">In the other program it is ${folder.from}</p>
		<${FolderInput} label="Folder here" value=${path} required onInput=${setPath} />
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} type="submit" kind="primary" label="Look again" /></footer><//><//>`;
}
