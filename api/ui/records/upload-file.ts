import {useState} from 'preact/hooks';
import {toBase64} from '../client/base64.ts';
import {toMessage} from '../client/problem.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Field} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';

const maxBytes = 5 * 1024 * 1024;

/** Sends a CSV file as the titles of a list. */
export function UploadFile({path, onClose, onSent}: {path: string; onClose: () => void; onSent: () => void}) {
	const {client, notify} = useApp();
	const [file, setFile] = useState<File | null>(null);
	const [fault, setFault] = useState('');
	const send = async () => {
		try {
			const {message} = await client.post(`${path}/file`, {content: await toBase64(file as File)});
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
				ids: object,
			) =>
				html`<input ...${ids} type="file" accept=".csv,text/csv" onChange=${({currentTarget}: FieldEvent) => setFile(currentTarget.files[0] ?? null)} />`}<//>
		</div>
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} kind="primary" label="Upload" disabled=${file === null || isTooLarge} onClick=${send} /></footer>
	<//>`;
}
