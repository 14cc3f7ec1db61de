import {useState} from 'preact/hooks';
import {toBase64} from '../client/base64.js';
import {toMessage} from '../client/problem.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Checkbox, Field, SelectField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {languageName} from '../parts/text.js';
import {bodyOf, useDocument} from '../schema/document.js';
import {useApp} from '../state/app-state.js';

const maxBytes = 5 * 1024 * 1024;
/** `film.pt-br.srt` says its language. */
const named = /\.([a-z]{2}(?:-[a-z]{2})?)(?:\.\w+)?$/i;

/** The languages that subtitles may have, by name. @returns {{value: string, label: string}[]} */
function useLanguages() {
	const {data: document} = useDocument();
	const schema = document && bodyOf(document, 'post', '/api/library/movies/{id}/subtitles');
	const codes = /** @type {readonly string[]} */ (schema?.properties?.['language']?.enum ?? []);
	return codes.map(value => ({value, label: languageName(value)})).sort((a, b) => a.label.localeCompare(b.label));
}

/** Puts a subtitle file of the person beside the video. @param {{path: string, onClose: () => void, onAdded: () => void}} props */
export function UploadSubtitle({path, onClose, onAdded}) {
	const {client, notify} = useApp();
	const [file, setFile] = useState(/** @type {File | null} */ (null));
	const [language, setLanguage] = useState('');
	const [forced, setForced] = useState(false);
	const [hearingImpaired, setHearingImpaired] = useState(false);
	const [fault, setFault] = useState('');
	const languages = useLanguages();
	const choose = (/** @type {File | null} */ chosen) => {
		setFile(chosen);
		setFault(chosen && chosen.size > maxBytes ? 'The file is too large.' : '');
		setLanguage(last => last || (named.exec(chosen?.name ?? '')?.[1]?.toLowerCase() ?? ''));
	};
	const send = async () => {
		try {
			const {name} = /** @type {File} */ (file);
			const content = await toBase64(/** @type {File} */ (file));
			const reply = await client.post(path, {language, forced, hearingImpaired, name, content});
			notify(reply?.message ?? 'The subtitle was added.');
			onClose();
			onAdded();
		} catch (error) {
			setFault(toMessage(error));
		}
	};
	return html`<${Dialog} title="Upload a subtitle" onClose=${onClose}>
		<div class="form">
			<${Field} label="Subtitle file" hint="SRT, ASS, SSA, VTT or SUB, at most 5 MiB." fault=${fault}>${(/** @type {object} */ ids) =>
				html`<input ...${ids} type="file" accept=".srt,.ass,.ssa,.vtt,.sub,.txt" onChange=${(/** @type {any} */ {currentTarget}) => choose(currentTarget.files[0] ?? null)} />`}<//>
			<${SelectField} label="Language" value=${language} choices=${[{value: '', label: 'Choose …'}, ...languages]} onChange=${setLanguage} />
			<${Checkbox} label="Forced" hint="Only what is spoken in another language." checked=${forced} onChange=${setForced} />
			<${Checkbox} label="For the deaf and hard of hearing" checked=${hearingImpaired} onChange=${setHearingImpaired} />
		</div>
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} />
			<${Button} kind="primary" label="Upload" disabled=${!file || file.size > maxBytes || !languages.some(({value}) => value === language)} onClick=${send} /></footer>
	<//>`;
}
