import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {patiently} from '../client/patiently.js';
import {toProblem} from '../client/problem.js';
import {Failure, Progress, Waiting} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Checkbox, SelectField, TextField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {number} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {availabilities, toFolderChoices, toProfileChoices, useChoices, useLibraries} from '../title/choices.js';
import {TagsField, toTags} from '../title/tags-field.js';

/** What is chosen for a field that stays as it is, and for one that gets null. */
const [same, none] = ['', 'none'];
const kept = {value: same, label: 'No change'};
const known = ['qualityProfileId', 'languageProfileId', 'rootFolderPath', 'libraryId', 'addTags', 'removeTags'];
const yesOrNo = [kept, {value: 'true', label: 'Yes'}, {value: 'false', label: 'No'}];
/** Messages that a person reads. */
const maxFailures = 10;

/** @typedef {{id: string, error: string}} NotChanged */
const nothing = {
	qualityProfileId: same,
	languageProfileId: same,
	minimumAvailability: same,
	rootFolderPath: same,
	libraryId: same,
	monitored: same,
	monitorNewSeasons: same,
	addTags: '',
	removeTags: '',
};
/** @typedef {typeof nothing} Wanted */

/** The body of the request. @param {Wanted} wanted @param {boolean} moveFiles */
function toBody({addTags, removeTags, monitored, monitorNewSeasons, ...texts}, moveFiles) {
	const given = Object.entries(texts).flatMap(([name, value]) => (value === same ? [] : [[name, value === none ? null : value]]));
	const flags = Object.entries({monitored, monitorNewSeasons}).flatMap(([name, value]) =>
		value === same ? [] : [[name, value === 'true']],
	);
	const tags = Object.entries({addTags: toTags(addTags), removeTags: toTags(removeTags)}).filter(([, labels]) => labels.length > 0);
	return {...Object.fromEntries([...given, ...flags, ...tags]), ...(texts.rootFolderPath !== same && moveFiles && {moveFiles})};
}

/**
 * Changes what titles have in common; what is not chosen stays as it is with each of them.
 * @param {{kind: 'movies' | 'series', what: string, ids: readonly string[], onClose: () => void}} props
 */
export function EditManyDialog({kind, what, ids, onClose}) {
	const {client, notify} = useApp();
	const {profiles, languages, folders, error} = useChoices();
	const libraries = useLibraries(kind);
	const [wanted, setWanted] = useState(nothing);
	const [moveFiles, setMoveFiles] = useState(false);
	const [failures, setFailures] = useState(/** @type {readonly NotChanged[]} */ ([]));
	const [problem, setProblem] = useState(/** @type {import('../client/problem.js').Problem | null} */ (null));
	const set = (/** @type {keyof Wanted} */ name) => (/** @type {string} */ value) => setWanted({...wanted, [name]: value});
	const body = toBody(wanted, moveFiles);
	const save = async () => {
		setProblem(null);
		try {
			const outcome = await client.put(`api/library/${kind}/bulk`, {ids, ...body});
			const moving = outcome.taskId ? ' The files are being moved; “File changes” shows how far they are.' : '';
			notify(`${number(outcome.updatedCount)} changed.${moving}`);
			setFailures(outcome.failures);
			if (outcome.failures.length === 0) {
				onClose();
			}
		} catch (failure) {
			setProblem(toProblem(failure));
		}
	};
	/** @param {keyof Wanted} name @param {string} label @param {readonly {value: string, label: string}[]} choices */
	const select = (name, label, choices) =>
		html`<${SelectField} label=${label} value=${wanted[name]} onChange=${set(name)} choices=${choices} fault=${problem?.of(name)} />`;
	return html`<${Dialog} title=${`Edit ${what}`} onClose=${onClose}>
		${error && html`<${Failure} error=${error} />`}
		${
			profiles && languages && folders
				? html`<${Form} class="form" onSubmit=${save}>
				${select('monitored', 'Monitored', yesOrNo)}
				${select('qualityProfileId', 'Quality profile', [kept, ...toProfileChoices(profiles)])}
				${select('languageProfileId', 'Languages', [kept, {value: none, label: 'Those of its library'}, ...toProfileChoices(languages)])}
				${kind === 'movies' && select('minimumAvailability', 'When to search', [kept, ...availabilities])}
				${kind === 'series' && select('monitorNewSeasons', 'Monitor new seasons', yesOrNo)}
				${select('rootFolderPath', 'Root folder', [kept, ...toFolderChoices(folders)])}
				${
					wanted.rootFolderPath !== same &&
					html`<${Checkbox} label="Move the files there" hint="The new folder is stored once they are there. Otherwise they stay where they are."
					checked=${moveFiles} onChange=${setMoveFiles} />`
				}
				${libraries.length > 0 && select('libraryId', 'Library', [kept, {value: none, label: 'None'}, ...libraries])}
				<${TagsField} label="Add tags" value=${wanted.addTags} onInput=${set('addTags')} fault=${problem?.of('addTags')} />
				<${TextField} label="Remove tags" hint="Separated by commas. Those of rules stay." value=${wanted.removeTags} onInput=${set('removeTags')} fault=${problem?.of('removeTags')} autocomplete="off" />
				${problem?.isBeyond(known) && html`<${Failure} error=${problem} />`}
				<${NotDone} failures=${failures.map(({error: text}) => text)} />
				<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} type="submit" kind="primary" label="Save" disabled=${Object.keys(body).length === 0} /></footer>
			<//>`
				: html`<${Waiting} rows=${4} />`
		}
	<//>`;
}

/** @param {{failures: readonly string[]}} props */
function NotDone({failures}) {
	return (
		failures.length > 0 &&
		html`<div role="alert"><p>${number(failures.length)} could not be changed:</p>
			<ul>${failures.slice(0, maxFailures).map((text, index) => html`<li key=${index} dir="auto">${text}</li>`)}</ul></div>`
	);
}

/** What is done to each of the titles by a request of its own. */
const works = {
	search: {title: 'Search', action: 'Search', about: 'Each of them is searched, and what fits is grabbed.'},
	refresh: {title: 'Refresh', action: 'Refresh', about: 'Their data is read from the provider again.'},
	delete: {title: 'Delete', action: 'Delete', about: 'They leave the library, with their history of searches.'},
};
/** @typedef {keyof typeof works} Work */

/**
 * Does the same to each title, one after another, and shows how far it is.
 * @param {{work: Work, kind: 'movies' | 'series', what: string, ids: readonly string[], onClose: () => void, onDone: () => void}} props
 */
export function EachDialog({work, kind, what, ids, onClose, onDone}) {
	const {client, may} = useApp();
	const [deleteFiles, setDeleteFiles] = useState(false);
	const [done, setDone] = useState(/** @type {number | null} */ (null));
	const [failures, setFailures] = useState(/** @type {readonly string[]} */ ([]));
	const {title, action, about} = works[work];
	const one = (/** @type {string} */ id) => {
		const path = `api/library/${kind}/${id}`;
		if (work === 'delete') {
			return client.remove(`${path}${toQuery({deleteFiles})}`);
		}
		return work === 'refresh' ? client.post(`${path}/refresh`) : client.post(`${path}/auto-search`, {});
	};
	const start = async () => {
		/** @type {string[]} */
		const wrong = [];
		setFailures([]);
		for (const [index, id] of ids.entries()) {
			setDone(index);
			await patiently(() => one(id)).catch(failure => void wrong.push(toProblem(failure).message));
		}
		setDone(ids.length);
		setFailures(wrong);
		onDone();
		if (wrong.length === 0) {
			onClose();
		}
	};
	const isRunning = done !== null && done < ids.length;
	return html`<${Dialog} title=${`${title} ${what}`} onClose=${onClose}>
		<div class="asked"><p>${about}</p>
			${
				work === 'delete' &&
				(may('deleteFiles')
					? html`<${Checkbox} label="Delete their files too" hint="Otherwise they stay on the disk." checked=${deleteFiles} onChange=${setDeleteFiles} />`
					: html`<p>Their files stay on the disk.</p>`)
			}
			${done !== null && html`<${Progress} percent=${(done / ids.length) * 100} label=${`${number(done)} of ${number(ids.length)}`} /><p role="status">${number(done)} of ${number(ids.length)}</p>`}
			<${NotDone} failures=${[...new Set(failures)]} />
		</div>
		<footer class="actions"><${Button} label=${isRunning ? 'Stop watching' : 'Close'} onClick=${onClose} />
			${done === null && html`<${Button} kind=${work === 'delete' ? 'danger' : 'primary'} label=${action} onClick=${start} />`}</footer>
	<//>`;
}
