import {useState} from 'preact/hooks';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Field} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';

/** Takes custom formats as Radarr, Sonarr and the TRaSH guides write them. */
export function ImportFormats({onImported}: {onImported: () => void}) {
	const [isOpen, setOpen] = useState(false);
	return html`<${Button} icon="import" label="Import JSON" onClick=${() => setOpen(true)} />
		${isOpen && html`<${ImportDialog} onClose=${() => setOpen(false)} onImported=${onImported} />`}`;
}

function ImportDialog({onClose, onImported}: {onClose: () => void; onImported: () => void}) {
	const {client, notify} = useApp();
	const [text, setText] = useState('');
	const [program, setProgram] = useState('');
	const [fault, setFault] = useState('');
	const read = async ({currentTarget}: FieldEvent) => setText((await currentTarget.files[0]?.text()) ?? '');
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
			setFault(failures.map(({name, error}: {name: string; error: string}) => `${name}: ${error}`).join('. '));
			onImported();
		} catch (error) {
			setFault(
				error instanceof SyntaxError ? 'This is not JSON. Paste the whole text of the exported format.' : String((error as any)?.message),
			);
		}
	};
	return html`<${Dialog} title="Import custom formats" onClose=${onClose}>
		<div class="form">
			<${Field} label="JSON" hint="One format or a list, as Radarr and Sonarr export them and the TRaSH guides show them." fault=${fault}>${(
				ids: object,
			) =>
				html`<textarea ...${ids} rows="8" spellcheck=${false} value=${text} onInput=${({currentTarget}: FieldEvent) => setText(currentTarget.value)} />`}<//>
			<${Field} label="Or a file">${(ids: object) => html`<input ...${ids} type="file" accept=".json,application/json" onChange=${read} />`}<//>
			<${Field} label="Exported by" hint="Sources, languages and flags have different numbers in each.">${(ids: object) =>
				html`<select ...${ids} value=${program} onChange=${({currentTarget}: FieldEvent) => setProgram(currentTarget.value)}>
					<option value="">Find out</option><option value="radarr">Radarr</option><option value="sonarr">Sonarr</option>
				</select>`}<//>
		</div>
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} kind="primary" label="Import" disabled=${!text.trim()} onClick=${send} /></footer>
	<//>`;
}
