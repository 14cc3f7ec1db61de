import {useState} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Field} from '../parts/field.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';

/** Takes custom formats as Radarr, Sonarr and the TRaSH guides write them. @param {{onImported: () => void}} props */
export function ImportFormats({onImported}) {
	const [isOpen, setOpen] = useState(false);
	return html`<${Button} icon="import" label="Import JSON" onClick=${() => setOpen(true)} />
		${isOpen && html`<${ImportDialog} onClose=${() => setOpen(false)} onImported=${onImported} />`}`;
}

/** @param {{onClose: () => void, onImported: () => void}} props */
function ImportDialog({onClose, onImported}) {
	const {client, notify} = useApp();
	const [text, setText] = useState('');
	const [program, setProgram] = useState('');
	const [fault, setFault] = useState('');
	const read = async (/** @type {any} */ {currentTarget}) => setText((await currentTarget.files[0]?.text()) ?? '');
	const send = async () => {
		try {
			const {created, updated, failures} = await client.post(
				`api/custom-formats/import${program && `?program=${program}`}`,
				JSON.parse(text),
			);
			notify(`${created.length} added, ${updated.length} changed.`);
			if (failures.length === 0) {
				onClose();
			}
			setFault(failures.map((/** @type {{name: string, error: string}} */ {name, error}) => `${name}: ${error}`).join('. '));
			onImported();
		} catch (error) {
			setFault(
				error instanceof SyntaxError
					? 'This is not JSON. Paste the whole text of the exported format.'
					: String(/** @type {any} */ (error)?.message),
			);
		}
	};
	return html`<${Dialog} title="Import custom formats" onClose=${onClose}>
		<div class="form">
			<${Field} label="JSON" hint="One format or a list, as Radarr and Sonarr export them and the TRaSH guides show them." fault=${fault}>${(
				/** @type {object} */ ids,
			) =>
				html`<textarea ...${ids} rows="8" spellcheck=${false} value=${text} onInput=${(/** @type {any} */ {currentTarget}) => setText(currentTarget.value)} />`}<//>
			<${Field} label="Or a file">${(/** @type {object} */ ids) => html`<input ...${ids} type="file" accept=".json,application/json" onChange=${read} />`}<//>
			<${Field} label="Exported by" hint="Sources, languages and flags have different numbers in each.">${(/** @type {object} */ ids) =>
				html`<select ...${ids} value=${program} onChange=${(/** @type {any} */ {currentTarget}) => setProgram(currentTarget.value)}>
					<option value="">Find out</option><option value="radarr">Radarr</option><option value="sonarr">Sonarr</option>
				</select>`}<//>
		</div>
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} kind="primary" label="Import" disabled=${!text.trim()} onClick=${send} /></footer>
	<//>`;
}
