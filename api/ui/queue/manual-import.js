import {useState} from 'preact/hooks';
import {toMessage} from '../client/problem.js';
import {FolderInput} from '../forms/folder-field.js';
import {Candidates} from '../imports/candidates.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';

/**
 * The files of a download, to be imported as what a person says.
 * @param {{item: import('../client/types.js').QueueItem, onClose: () => void, onStarted: () => void}} props
 */
export function ManualImport({item, onClose, onStarted}) {
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

/** The folder above a path. @param {string} path */
const above = path => path.slice(0, Math.max(1, path.lastIndexOf('/')));

/** @param {{item: import('../client/types.js').QueueItem, onStarted: () => void}} props */
function ChooseFolder({item, onStarted}) {
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
