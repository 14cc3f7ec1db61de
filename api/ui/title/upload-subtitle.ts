import {useState} from 'preact/hooks';
import {toBase64} from '../client/base64.ts';
import {toMessage} from '../client/problem.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Checkbox, Field, SelectField} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {languageChoices} from '../parts/text.ts';
import {bodyOf, useDocument} from '../schema/document.ts';
import {useApp} from '../state/app-state.ts';

const maxBytes = 5 * 1024 * 1024;
/** `film.pt-br.srt` says its language. */
const named = /\.([a-z]{2}(?:-[a-z]{2})?)(?:\.\w+)?$/i;

/** The languages that subtitles may have, by name. */
function useLanguages(): {value: string; label: string}[] {
	const {data: document} = useDocument();
	const schema = document && bodyOf(document, 'post', '/api/library/movies/{id}/subtitles');
	const codes = (schema?.properties?.['language']?.enum ?? []) as readonly string[];
	return languageChoices(codes);
}

/** Puts a subtitle file of the person beside the video. */
export function UploadSubtitle({path, onClose, onAdded}: {path: string; onClose: () => void; onAdded: () => void}) {
	const {client, notify} = useApp();
	const [file, setFile] = useState<File | null>(null);
	const [language, setLanguage] = useState('');
	const [forced, setForced] = useState(false);
	const [hearingImpaired, setHearingImpaired] = useState(false);
	const [fault, setFault] = useState('');
	const languages = useLanguages();
	const choose = (chosen: File | null) => {
		setFile(chosen);
		setFault(chosen && chosen.size > maxBytes ? 'The file is too large.' : '');
		setLanguage(last => last || (named.exec(chosen?.name ?? '')?.[1]?.toLowerCase() ?? ''));
	};
	const send = async () => {
		try {
			const {name} = file as File;
			const content = await toBase64(file as File);
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
			<${Field} label="Subtitle file" hint="SRT, ASS, SSA, VTT or SUB, at most 5 MiB." fault=${fault}>${(ids: object) =>
				html`<input ...${ids} type="file" accept=".srt,.ass,.ssa,.vtt,.sub,.txt" onChange=${({currentTarget}: FieldEvent) => choose(currentTarget.files[0] ?? null)} />`}<//>
			<${SelectField} label="Language" value=${language} choices=${[{value: '', label: 'Choose …'}, ...languages]} onChange=${setLanguage} />
			<${Checkbox} label="Forced" hint="Only what is spoken in another language." checked=${forced} onChange=${setForced} />
			<${Checkbox} label="For the deaf and hard of hearing" checked=${hearingImpaired} onChange=${setHearingImpaired} />
		</div>
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} />
			<${Button} kind="primary" label="Upload" disabled=${!file || file.size > maxBytes || !languages.some(({value}) => value === language)} onClick=${send} /></footer>
	<//>`;
}
