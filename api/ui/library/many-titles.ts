import {useState} from 'preact/hooks';
import {type Problem, toProblem} from '../client/problem.ts';
import {TagsField, toTags} from '../forms/title-tags-field.ts';
import {Failure, Waiting} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Checkbox, SelectField, TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';
import {
	availabilities,
	monitorChoices,
	seriesTypes,
	toFolderChoices,
	toProfileChoices,
	useChoices,
	useLibraries,
} from '../state/choices.ts';
import {BulkProgress, type Chosen} from './bulk-dialog.ts';

/** What is chosen for a field that stays as it is, and for one that gets null. */
const [same, none] = ['', 'none'];
const unchanged = {value: same, label: 'No change'};
const known = ['qualityProfileId', 'languageProfileId', 'rootFolderPath', 'libraryId', 'addTags', 'removeTags'];
const yesOrNo = [unchanged, {value: 'true', label: 'Yes'}, {value: 'false', label: 'No'}];

const nothing = {
	qualityProfileId: same,
	languageProfileId: same,
	minimumAvailability: same,
	type: same,
	rootFolderPath: same,
	libraryId: same,
	monitored: same,
	monitorNewSeasons: same,
	monitor: same,
	addTags: '',
	removeTags: '',
};
type Wanted = typeof nothing;

/** The body of the request. */
function toBody({addTags, removeTags, monitored, monitorNewSeasons, monitor, ...texts}: Wanted, moveFiles: boolean) {
	const given = Object.entries(texts).flatMap(([name, value]) => (value === same ? [] : [[name, value === none ? null : value]]));
	const flags = Object.entries({monitored, monitorNewSeasons}).flatMap(([name, value]) =>
		value === same ? [] : [[name, value === 'true']],
	);
	const tags = Object.entries({addTags: toTags(addTags), removeTags: toTags(removeTags)}).filter(([, labels]) => labels.length > 0);
	return {
		...Object.fromEntries([...given, ...flags, ...tags]),
		...(monitor !== same && {monitor}),
		...(texts.rootFolderPath !== same && moveFiles && {moveFiles}),
	};
}

/** Changes what titles have in common; what is not chosen stays as it is with each of them. */
export function EditManyDialog({kind, what, query, body: titles, onClose, onEnd}: Chosen & {onClose: () => void; onEnd: () => void}) {
	const {client} = useApp();
	const {profiles, languages, folders, error} = useChoices();
	const libraries = useLibraries(kind);
	const [wanted, setWanted] = useState(nothing);
	const [moveFiles, setMoveFiles] = useState(false);
	const [id, setId] = useState<string | null>(null);
	const [problem, setProblem] = useState<Problem | null>(null);
	const set = (name: keyof Wanted) => (value: string) => setWanted({...wanted, [name]: value});
	const body = toBody(wanted, moveFiles);
	const save = async () => {
		setProblem(null);
		try {
			setId((await client.post(`api/library/${kind}/bulk-edit${query}`, {...titles, ...body})).id);
		} catch (failure) {
			setProblem(toProblem(failure));
		}
	};
	const select = (name: keyof Wanted, label: string, choices: readonly {value: string; label: string}[]) =>
		html`<${SelectField} label=${label} value=${wanted[name]} onChange=${set(name)} choices=${choices} fault=${problem?.of(name)} />`;
	if (id !== null) {
		const done = `changed.${body.moveFiles ? ' The files are being moved; “File changes” shows how far they are.' : ''}`;
		return html`<${Dialog} key="progress" title=${`Edit ${what}`} onClose=${onClose}><${BulkProgress} id=${id} done=${done} onEnd=${onEnd} onClose=${onClose} /><//>`;
	}
	return html`<${Dialog} key="form" title=${`Edit ${what}`} onClose=${onClose}>
		${error && html`<${Failure} error=${error} />`}
		${
			profiles && languages && folders
				? html`<${Form} class="form" onSubmit=${save}>
				${select('monitored', 'Monitored', yesOrNo)}
				${select('qualityProfileId', 'Quality profile', [unchanged, ...toProfileChoices(profiles)])}
				${select('languageProfileId', 'Language profile', [unchanged, {value: none, label: 'As its library'}, ...toProfileChoices(languages)])}
				${kind === 'movies' && select('minimumAvailability', 'When to search', [unchanged, ...availabilities])}
				${kind === 'series' && select('type', 'Episodes are numbered', [unchanged, ...seriesTypes.map(({value, label}) => ({value: value || none, label}))])}
				${kind === 'series' && select('monitor', 'Episodes to monitor', [unchanged, ...monitorChoices])}
				${kind === 'series' && select('monitorNewSeasons', 'Monitor new seasons', yesOrNo)}
				${select('rootFolderPath', 'Root folder', [unchanged, ...toFolderChoices(folders)])}
				${
					wanted.rootFolderPath !== same &&
					html`<${Checkbox} label="Move the files there" hint="The new folder is stored once they are there. Otherwise they stay where they are."
					checked=${moveFiles} onChange=${setMoveFiles} />`
				}
				${libraries.length > 0 && select('libraryId', 'Library', [unchanged, {value: none, label: 'None'}, ...libraries])}
				<${TagsField} label="Add tags" value=${wanted.addTags} onInput=${set('addTags')} fault=${problem?.of('addTags')} />
				<${TextField} label="Remove tags" hint="Separated by commas. Tags given by rules stay." value=${wanted.removeTags} onInput=${set('removeTags')} fault=${problem?.of('removeTags')} autocomplete="off" />
				${problem?.isBeyond(known) && html`<${Failure} error=${problem} />`}
				<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} type="submit" kind="primary" label="Save" disabled=${Object.keys(body).length === 0} /></footer>
			<//>`
				: html`<${Waiting} rows=${4} />`
		}
	<//>`;
}
