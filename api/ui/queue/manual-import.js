import {useState} from 'preact/hooks';
import {FolderInput} from '../forms/folder-field.js';
import {Candidates} from '../imports/candidates.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
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
	const from = {queueId: item.id};
	return html`<${Dialog} wide title="Import by hand" onClose=${onClose}>${
		item.outputPath
			? html`<${Candidates} from=${from} onStarted=${started} onClose=${onClose} />`
			: html`<${ChooseFolder} item=${item} onStarted=${started} />`
	}<//>`;
}

/** @param {{item: import('../client/types.js').QueueItem, onStarted: () => void}} props */
function ChooseFolder({item, onStarted}) {
	const {client, attempt} = useApp();
	const [path, setPath] = useState('');
	const submit = async (/** @type {Event} */ event) => {
		event.preventDefault();
		if (await attempt(() => client.post(`api/queue/${item.id}/import`, {path}))) {
			onStarted();
		}
	};
	return html`<form onSubmit=${submit}>
		<p>The download client has not said yet where the files of this download are. It is asked again at each look; if you know their folder, name it here.</p>
		<${FolderInput} label="Folder with the files" value=${path} onInput=${setPath} required />
		<${Button} type="submit" kind="primary" label="Import from here" disabled=${path === ''} />
	</form>`;
}
