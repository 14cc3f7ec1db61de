import {useState} from 'preact/hooks';
import {toBase64} from '../client/base64.js';
import {Badge, Empty, Failure} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Checkbox, Field, SelectField, TextField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {counted} from '../parts/text.js';
import {useApp} from '../state/app-state.js';

/**
 * @typedef {{path: string, label: string}} Need
 * @typedef {{id: string, name: string, outcome: 'comes' | 'needsYou' | 'exists' | 'cannot', url: string | null,
 *  way: 'definition' | 'direct' | 'through' | null, needs: readonly Need[], notes: readonly string[]}} Row
 * @typedef {{id: string, rows: readonly Row[], notes: readonly string[]}} Prepared
 * @typedef {{id: string, name: string, outcome: 'added' | 'exists' | 'refused', message: string | null}} Outcome
 */

/** Takes over indexers from Prowlarr or Jackett. @param {{onAdded: () => void}} props */
export function ImportIndexers({onAdded}) {
	const {user} = useApp();
	const [isOpen, setOpen] = useState(false);
	const [prepared, setPrepared] = useState(/** @type {Prepared | null} */ (null));
	const close = () => {
		setOpen(false);
		setPrepared(null);
	};
	return (
		user.get()?.role === 'admin' &&
		html`<${Button} icon="import" label="Import" onClick=${() => setOpen(true)} />
		${isOpen && !prepared && html`<${SourceDialog} onFound=${setPrepared} onClose=${close} />`}
		${prepared && html`<${RowsDialog} prepared=${prepared} onBack=${() => setPrepared(null)} onClose=${close} onAdded=${onAdded} />`}`
	);
}

/** Bytes of a backup. */
const maxBytes = 12 * 1024 * 1024;

const programs = [
	{value: 'prowlarr', label: 'Prowlarr'},
	{value: 'backup', label: 'A backup of Prowlarr'},
	{value: 'jackett', label: 'Jackett'},
];

/** @param {{onFound: (prepared: Prepared) => void, onClose: () => void}} props */
function SourceDialog({onFound, onClose}) {
	const {client} = useApp();
	const [program, setProgram] = useState('prowlarr');
	const [url, setUrl] = useState('');
	const [apiKey, setApiKey] = useState('');
	const [files, setFiles] = useState(/** @type {readonly File[]} */ ([]));
	const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
	const [isJackett, isBackup, isAsked] = [program === 'jackett', program === 'backup', program === 'prowlarr'];
	const isTooLarge = isBackup && (files[0]?.size ?? 0) > maxBytes;
	const choose = (/** @type {string} */ value) => {
		setProgram(value);
		setFiles([]);
	};
	const readSources = async () => {
		setProblem(null);
		const address = url.trim() === '' ? {} : {url: url.trim(), ...(apiKey.trim() !== '' && {apiKey: apiKey.trim()})};
		try {
			const read = isJackett && {files: await Promise.all(files.map(async file => ({name: file.name, content: await file.text()})))};
			const database = isBackup && files[0] && {database: await toBase64(files[0])};
			onFound(await client.post('api/indexer-imports', {program: isBackup ? 'prowlarr' : program, ...address, ...read, ...database}));
		} catch (error) {
			setProblem(/** @type {Error} */ (error)); // a file that changed since it was chosen cannot be read
		}
	};
	return html`<${Dialog} title="Import indexers" onClose=${onClose}>
		<${Form} class="form" onSubmit=${readSources}>
			<p class="hint">This first shows what each indexer would become here. Nothing is stored yet, and the other program is never changed. A site with a definition no longer needs the other program.</p>
			<${SelectField} label="From" value=${program} onChange=${choose} choices=${programs} />
			${
				isJackett &&
				html`<${Field} label="Files" hint="Those of the folder Indexers in Jackett’s configuration, such as some-site.json. Jackett encrypts passwords, so you enter them again.">${(
					/** @type {object} */ ids,
				) => html`<input ...${ids} type="file" multiple required accept=".json,application/json"
					onChange=${(/** @type {any} */ {currentTarget}) => setFiles([...currentTarget.files])} />`}<//>`
			}
			${
				isBackup &&
				html`<${Field} label="Backup" hint="The zip that Prowlarr makes under System → Backup, or its prowlarr.db, at most 12 MiB. It has all keys and passwords." fault=${isTooLarge ? 'The file is larger than 12 MiB. A backup is smaller than the database.' : ''}>${(
					/** @type {object} */ ids,
				) => html`<input ...${ids} type="file" required accept=".zip,.db"
					onChange=${(/** @type {any} */ {currentTarget}) => setFiles([...currentTarget.files])} />`}<//>`
			}
			<${TextField} label="Address" type="url" value=${url} onInput=${setUrl} required=${isAsked} placeholder=${isJackett ? 'http://localhost:9117' : 'http://localhost:9696'}
				hint=${isAsked ? undefined : `If you enter it, sites without a definition are asked through ${isJackett ? 'Jackett' : 'Prowlarr'}.`} />
			<${TextField} label="API key" type="password" autocomplete="off" value=${apiKey} onInput=${setApiKey} required=${isAsked || (isJackett && url.trim() !== '')}
				hint=${isBackup ? 'If empty, the key in the backup is used.' : undefined} />
			${problem && html`<${Failure} error=${problem} />`}
			<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} type="submit" kind="primary" label="Show indexers" disabled=${isTooLarge} /></footer>
		<//>
	<//>`;
}

const outcomes = /** @type {const} */ ({
	comes: ['ok', 'Comes'],
	needsYou: ['warn', 'Needs you'],
	exists: ['info', 'Already here'],
	cannot: ['bad', 'Cannot come'],
});
const ways = {definition: 'by definition', direct: 'by its own API', through: 'through the old program'};

/** @param {{prepared: Prepared, onBack: () => void, onClose: () => void, onAdded: () => void}} props */
function RowsDialog({prepared: {id, rows, notes}, onBack, onClose, onAdded}) {
	const {client} = useApp();
	const [chosen, setChosen] = useState(() => new Set(rows.filter(({outcome}) => outcome === 'comes').map(each => each.id)));
	const [secrets, setSecrets] = useState(/** @type {Readonly<Record<string, Record<string, string>>>} */ ({}));
	const [results, setResults] = useState(/** @type {Readonly<Record<string, Outcome>>} */ ({}));
	const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
	const wanted = rows.filter(each => chosen.has(each.id) && results[each.id]?.outcome !== 'added');
	const choose = (/** @type {string} */ rowId) => (/** @type {boolean} */ isChosen) =>
		setChosen(last => new Set(isChosen ? [...last, rowId] : [...last].filter(each => each !== rowId)));
	const enter = (/** @type {string} */ rowId) => (/** @type {string} */ path, /** @type {string} */ value) =>
		setSecrets(last => ({...last, [rowId]: {...last[rowId], [path]: value}}));
	const add = async () => {
		setProblem(null);
		try {
			const indexers = wanted.map(each => ({id: each.id, secrets: secrets[each.id] ?? {}}));
			/** @type {{indexers: readonly Outcome[]}} */
			const reply = await client.post(`api/indexer-imports/${id}`, {indexers});
			setResults(last => ({...last, ...Object.fromEntries(reply.indexers.map(each => [each.id, each]))}));
			onAdded();
		} catch (error) {
			setProblem(/** @type {Error} */ (error));
		}
	};
	return html`<${Dialog} title="Indexers to import" wide onClose=${onClose}>
		${notes.map(note => html`<p key=${note} class="hint">${note}</p>`)}
		${
			rows.length === 0
				? html`<${Empty} icon="search" title="No indexer"><p>The other program has none.</p><//>`
				: html`<ul class="rows imports">${rows.map(
						each => html`<${ImportRow} key=${each.id} row=${each} isChosen=${chosen.has(each.id)} onChoose=${choose(each.id)}
							secrets=${secrets[each.id] ?? {}} onEnter=${enter(each.id)} result=${results[each.id]} />`,
					)}</ul>`
		}
		${problem && html`<${Failure} error=${problem} />`}
		<footer class="actions">
			<${Button} label="Back" onClick=${onBack} /><${Button} label="Close" onClick=${onClose} />
			<${Button} kind="primary" label=${`Add ${counted(wanted.length, 'indexer')}`} disabled=${wanted.length === 0} onClick=${add} />
		</footer>
	<//>`;
}

/**
 * @typedef {{row: Row, isChosen: boolean, onChoose: (isChosen: boolean) => void, secrets: Readonly<Record<string, string>>,
 *  onEnter: (path: string, value: string) => void, result: Outcome | undefined}} ImportRowProps
 * @param {ImportRowProps} props
 */
function ImportRow({row: {name, outcome, way, url, needs, notes}, isChosen, onChoose, secrets, onEnter, result}) {
	const [kind, label] = outcomes[outcome];
	const isAdded = result?.outcome === 'added';
	const canCome = outcome === 'comes' || outcome === 'needsYou';
	return html`<li class="row">
		<div class="row-head">
			${canCome && !isAdded ? html`<${Checkbox} label=${name} checked=${isChosen} onChange=${onChoose} />` : html`<h3>${name}</h3>`}
			${result ? html`<${Badge} kind=${isAdded ? 'ok' : 'warn'}>${isAdded ? 'Added' : 'Not added'}<//>` : html`<${Badge} kind=${kind}>${label}<//>`}
		</div>
		<p class="facts"><span>${[url, way && ways[way]].filter(Boolean).join(' · ')}</span></p>
		${[...notes, ...(result?.message ? [result.message] : [])].map(note => html`<p key=${note} class="hint">${note}</p>`)}
		${
			canCome &&
			isChosen &&
			!isAdded &&
			needs.map(
				each => html`<${TextField} key=${each.path} label=${`${each.label} of ${name}`} type="password" autocomplete="off" value=${secrets[each.path] ?? ''}
					onInput=${(/** @type {string} */ value) => onEnter(each.path, value)} required />`,
			)
		}
	</li>`;
}
