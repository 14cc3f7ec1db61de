import {useState} from 'preact/hooks';
import {toBase64} from '../client/base64.ts';
import type {ImportOutcome as Outcome, IndexerImport as Prepared, ImportRow as Row} from '../client/schemas.ts';
import {Badge, Empty, Failure} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Checkbox, Field, SelectField, TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {counted} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';

/** Takes over indexers from Prowlarr or Jackett. */
export function ImportIndexers({onAdded}: {onAdded: () => void}) {
	const {user} = useApp();
	const [isOpen, setOpen] = useState(false);
	const [prepared, setPrepared] = useState<Prepared | null>(null);
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

function SourceDialog({onFound, onClose}: {onFound: (prepared: Prepared) => void; onClose: () => void}) {
	const {client} = useApp();
	const [program, setProgram] = useState('prowlarr');
	const [url, setUrl] = useState('');
	const [apiKey, setApiKey] = useState('');
	const [files, setFiles] = useState<readonly File[]>([]);
	const [problem, setProblem] = useState<Error | null>(null);
	const [isJackett, isBackup, isAsked] = [program === 'jackett', program === 'backup', program === 'prowlarr'];
	const isTooLarge = isBackup && (files[0]?.size ?? 0) > maxBytes;
	const choose = (value: string) => {
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
			setProblem(error as Error); // a file that changed since it was chosen cannot be read
		}
	};
	return html`<${Dialog} title="Import indexers" onClose=${onClose}>
		<${Form} class="form" onSubmit=${readSources}>
			<p class="hint">This first shows what each indexer would become here. Nothing is stored yet, and the other program is never changed. A site with a definition no longer needs the other program.</p>
			<${SelectField} label="From" value=${program} onChange=${choose} choices=${programs} />
			${
				isJackett &&
				html`<${Field} label="Files" hint="Those of the folder Indexers in Jackett’s configuration, such as some-site.json. Jackett encrypts passwords, so you enter them again.">${(
					ids: object,
				) => html`<input ...${ids} type="file" multiple required accept=".json,application/json"
					onChange=${({currentTarget}: FieldEvent) => setFiles([...currentTarget.files])} />`}<//>`
			}
			${
				isBackup &&
				html`<${Field} label="Backup" hint="The zip that Prowlarr makes under System → Backup, or its prowlarr.db, at most 12 MiB. It has all keys and passwords." fault=${isTooLarge ? 'The file is larger than 12 MiB. A backup is smaller than the database.' : ''}>${(
					ids: object,
				) => html`<input ...${ids} type="file" required accept=".zip,.db"
					onChange=${({currentTarget}: FieldEvent) => setFiles([...currentTarget.files])} />`}<//>`
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

const outcomes = {
	comes: ['ok', 'Comes'],
	needsYou: ['warn', 'Needs you'],
	exists: ['info', 'Already here'],
	cannot: ['bad', 'Cannot come'],
} as const;
const ways = {definition: 'by definition', direct: 'by its own API', through: 'through the old program'};

function RowsDialog({
	prepared: {id, rows, notes},
	onBack,
	onClose,
	onAdded,
}: {
	prepared: Prepared;
	onBack: () => void;
	onClose: () => void;
	onAdded: () => void;
}) {
	const {client} = useApp();
	const [chosen, setChosen] = useState(() => new Set(rows.filter(({outcome}) => outcome === 'comes').map(each => each.id)));
	const [secrets, setSecrets] = useState<Readonly<Record<string, Record<string, string>>>>({});
	const [results, setResults] = useState<Readonly<Record<string, Outcome>>>({});
	const [problem, setProblem] = useState<Error | null>(null);
	const wanted = rows.filter(each => chosen.has(each.id) && results[each.id]?.outcome !== 'added');
	const choose = (rowId: string) => (isChosen: boolean) =>
		setChosen(last => new Set(isChosen ? [...last, rowId] : [...last].filter(each => each !== rowId)));
	const enter = (rowId: string) => (path: string, value: string) =>
		setSecrets(last => ({...last, [rowId]: {...last[rowId], [path]: value}}));
	const add = async () => {
		setProblem(null);
		try {
			const indexers = wanted.map(each => ({id: each.id, secrets: secrets[each.id] ?? {}}));
			const reply: {indexers: readonly Outcome[]} = await client.post(`api/indexer-imports/${id}`, {indexers});
			setResults(last => ({...last, ...Object.fromEntries(reply.indexers.map(each => [each.id, each]))}));
			onAdded();
		} catch (error) {
			setProblem(error as Error);
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

interface ImportRowProps {
	row: Row;
	isChosen: boolean;
	onChoose: (isChosen: boolean) => void;
	secrets: Readonly<Record<string, string>>;
	onEnter: (path: string, value: string) => void;
	result: Outcome | undefined;
}

function ImportRow({row: {name, outcome, way, url, needs, notes}, isChosen, onChoose, secrets, onEnter, result}: ImportRowProps) {
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
					onInput=${(value: string) => onEnter(each.path, value)} required />`,
			)
		}
	</li>`;
}
