import {useState} from 'preact/hooks';
import {toBase64} from '../client/base64.js';
import {toMessage} from '../client/problem.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Field} from '../parts/field.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';

const maxBytes = 5 * 1024 * 1024;

/** Sends a CSV file as the titles of a list. @param {{path: string, onClose: () => void, onSent: () => void}} props */
export function UploadFile({path, onClose, onSent}) {
	const {client, notify} = useApp();
	const [file, setFile] = useState(/** @type {File | null} */ (null));
	const [fault, setFault] = useState('');
	const send = async () => {
		try {
			const {message} = await client.post(`${path}/file`, {content: await toBase64(/** @type {File} */ (file))});
			notify(message);
			onClose();
			onSent();
		} catch (error) {
			setFault(toMessage(error));
		}
	};
	const isTooLarge = file !== null && file.size > maxBytes;
	return html`<${Dialog} title="Upload a list" onClose=${onClose}>
		<div class="form">
			<${Field} label="CSV file" hint="As IMDb or Letterboxd exports it, at most 5 MiB." fault=${isTooLarge ? 'The file is too large.' : fault}>${(
				/** @type {object} */ ids,
			) =>
				html`<input ...${ids} type="file" accept=".csv,text/csv" onChange=${(/** @type {any} */ {currentTarget}) => setFile(currentTarget.files[0] ?? null)} />`}<//>
		</div>
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} kind="primary" label="Upload" disabled=${file === null || isTooLarge} onClick=${send} /></footer>
	<//>`;
}
