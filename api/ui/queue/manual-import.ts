import {useState} from 'preact/hooks';
import {toMessage} from '../client/problem.ts';
import type {QueueItem} from '../client/types.ts';
import {FolderInput} from '../forms/folder-field.ts';
import {Candidates} from '../imports/candidates.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';

/** The files of a download, to be imported as what a person says. */
export function ManualImport({item, onClose, onStarted}: {item: QueueItem; onClose: () => void; onStarted: () => void}) {
	const started = () => {
		onClose();
		onStarted();
	};
	const [isElsewhere, setElsewhere] = useState(!item.outputPath);
	const from = {queueId: item.id};
	const choose = () => setElsewhere(true);
	const other = html`<${Button} icon="folder" label="Choose another folder" onClick=${choose} />`;
	return html`<${Dialog} wide title="Import by hand" onClose=${onClose}>${
		isElsewhere
			? html`<${ChooseFolder} item=${item} onStarted=${started} />`
			: html`<${Candidates} from=${from} other=${other} onStarted=${started} onClose=${onClose} />`
	}<//>`;
}

/** The folder above a path. */
const above = (path: string) => path.slice(0, Math.max(1, path.lastIndexOf('/')));

function ChooseFolder({item, onStarted}: {item: QueueItem; onStarted: () => void}) {
	const {client, notify} = useApp();
	const [path, setPath] = useState('');
	const [fault, setFault] = useState('');
	const submit = async () => {
		try {
			await client.post(`api/queue/${item.id}/import`, {path}).then(({message}) => notify(message));
			onStarted();
		} catch (error) {
			setFault(toMessage(error));
		}
	};
	return html`<${Form} class="form" onSubmit=${submit}>
		<p>${
			item.outputPath
				? html`Kinoteka looked in <code dir="auto">${item.outputPath}</code>. If the files lie elsewhere, choose their folder.`
				: 'The download client has not said yet where the files of this download are. It is asked again at each look; if you know their folder, choose it.'
		}</p>
		<${FolderInput} label="Folder with the files" value=${path} fault=${fault} start=${item.outputPath ? above(item.outputPath) : undefined} onInput=${setPath} required />
		<footer class="actions"><${Button} type="submit" kind="primary" label="Import from here" disabled=${path === ''} /></footer>
	<//>`;
}
