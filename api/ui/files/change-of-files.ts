import {useEffect, useRef, useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import type {Pagination} from '../client/types.ts';
import {Badge, Empty, Loaded, Progress} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Checkbox} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {capital, counted, moment, number, size} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';
import {ChangedFile} from './changed-file.ts';
import {type Progress as ProgressType, useChange} from './use-change.ts';
import {type Change, type ChangedFile as ChangedFileType, changeStates, codeWords, rowStates, type Totals} from './words.ts';

type FileRow = ChangedFileType & {id: string};

interface ChangeProps {
	id: string;
	/** Another one takes it back. */
	onOther: (id: string) => void;
	onStart?: () => void;
	onRead?: (change: Change) => void;
}

/** A change of files: what it does, how far it is, what a person may do with it, and its files. */
export function ChangeOfFiles({id, onOther, onStart, onRead}: ChangeProps) {
	const {change, progress} = useChange(id);
	useEffect(() => void (change.data && onRead?.(change.data)), [change.data]);
	return html`<${Loaded} from=${change} rows=${3}>${(data: Change) => html`
		<${Standing} change=${data} progress=${progress} />
		<${Actions} key=${data.state} change=${data} onChange=${change.reload} onOther=${onOther} onStart=${onStart} />
		${data.state !== 'planning' && html`<${Files} key=${id} change=${data} />`}`}<//>`;
}

function Standing({
	change: {kind, state, totals, message, requestedBy, startedAt, endedAt},
	progress,
}: {
	change: Change;
	progress: ProgressType | null;
}) {
	const {kind: tone, label} = changeStates[state];
	const processed = progress?.processed ?? totals.done + totals.skipped + totals.failed;
	const isOver = endedAt !== null;
	return html`<div class="standing">
		<p class="facts"><span><${Badge} kind=${tone}>${label}<//></span>
			${state !== 'planning' && html`<span class="number">${counted(totals.files, 'file')} of ${counted(totals.titles, 'title')}</span><span class="number">${size(totals.bytes)}</span>`}
			${startedAt && html`<span class="number">${number(Math.max(totals.done, state === 'running' ? processed : 0))} done</span>`}
			${totals.skipped > 0 && html`<span class="number">${number(totals.skipped)} skipped</span>`}
			${totals.failed > 0 && html`<span class="number">${number(totals.failed)} failed</span>`}
			${requestedBy && html`<span>by ${requestedBy}</span>`}
			${isOver && html`<span>${moment(endedAt)}</span>`}
		</p>
		${state === 'running' && totals.files > 0 && html`<${Progress} percent=${(100 * processed) / totals.files} label="Files that are done" />`}
		${state === 'running' && progress?.message && html`<p class="hint" dir="auto">${progress.message}</p>`}
		${state === 'planning' && html`<p class="searching" role="status"><span class="spinner" />Looking at the files …</p>`}
		${message && html`<p class="fault">${message}</p>`}
		${totals.linkedFiles > 0 && html`<p class="hint">${sharedText(kind, totals)}</p>`}
	</div>`;
}

function sharedText(kind: Change['kind'], {linkedFiles, linkedBytes}: Totals) {
	const files = `${counted(linkedFiles, 'file')} (${size(linkedBytes)}) ${linkedFiles === 1 ? 'shares its' : 'share their'} data with others, such as torrents`;
	return kind === 'rename'
		? `${files}. They stay linked.`
		: `${files}. They stay linked on one disk; if the new folder is on another disk, these ${size(linkedBytes)} also stay on the old one for as long as the torrents have them.`;
}

function Actions({
	change,
	onChange,
	onOther,
	onStart,
}: {
	change: Change;
	onChange: () => void;
	onOther: (id: string) => void;
	onStart?: () => void;
}) {
	const {client, attempt, may} = useApp();
	const {id, kind, state, totals, startedAt} = change;
	const [copies, setCopies] = useState(false);
	const [isAsked, setAsked] = useState(false);
	const ask = (what: string, body: object | undefined = undefined) =>
		attempt(async () => {
			await client.post(`api/file-changes/${id}/${what}`, body);
			if (what !== 'cancel') {
				setAsked(true);
				onStart?.();
			}
			onChange();
		});
	const undo = () =>
		attempt(async () => {
			onOther((await client.post(`api/file-changes/${id}/undo`)).id);
		});
	const isOver = state === 'done' || state === 'failed' || state === 'cancelled';
	const isLeft = startedAt !== null && totals.done < totals.files;
	const mayNeedCopies = kind === 'move' && totals.linkedFiles > 0 && (state === 'planned' || (isOver && isLeft));
	if (!may('editTitles') || state === 'undone') {
		return null;
	}
	return html`
		${
			mayNeedCopies &&
			html`<${Checkbox} label="Copy them where they cannot stay linked" hint="Only needed if the setting for imports allows nothing but hard links."
				checked=${copies} onChange=${setCopies} />`
		}
		<div class="change-actions">
			${state === 'planned' && totals.files + totals.titles > 0 && html`<${Button} kind="primary" icon="check" label="Start" disabled=${isAsked} onClick=${() => ask('start', {copies})} />`}
			${(!isOver || state === 'failed') && html`<${Button} icon="close" label=${state === 'planned' ? 'Discard' : 'Cancel the change'} onClick=${() => ask('cancel')} />`}
			${isOver && isLeft && html`<${Button} icon="refresh" label="Try again" disabled=${isAsked} onClick=${() => ask('retry', {copies})} />`}
			${isOver && startedAt !== null && totals.done > 0 && html`<${Button} icon="back" label=${kind === 'undo' ? 'Do it again' : 'Undo'} onClick=${undo} />`}
		</div>`;
}

const stateChoices = [
	{value: '', label: 'All files'},
	...['planned', 'done', 'skipped', 'failed'].map(value => ({value, label: rowStates[value]?.label ?? value})),
];
const codeChoices = [
	{value: '', label: 'For any reason'},
	...Object.entries(codeWords).map(([value, label]) => ({value, label: capital(label)})),
];
const pageLength = 50;

function Files({change: {id, state, totals}}: {change: Change}) {
	const [shown, setShown] = useState({state: '', code: '', page: 1});
	const files: Data<{files: FileRow[]; pagination: Pagination}> = useData(
		`api/file-changes/${encodeURIComponent(id)}/files${toQuery({...shown, limit: pageLength})}`,
	);
	const isFirst = useRef(true);
	useEffect(() => {
		if (isFirst.current) {
			isFirst.current = false;
			return;
		}
		files.reload();
	}, [state, totals.done, totals.skipped, totals.failed]);
	const select = (name: 'state' | 'code', label: string, choices: readonly any[]) =>
		html`<select aria-label=${label} value=${shown[name]} onChange=${(event: FieldEvent) => setShown({...shown, [name]: event.currentTarget.value, page: 1})}>
			${choices.map(each => html`<option key=${each.value} value=${each.value}>${each.label}</option>`)}</select>`;
	const isFiltered = shown.state !== '' || shown.code !== '';
	if (totals.files === 0) {
		return html`<${Empty} icon="check" title="Nothing changes"><p>${totals.titles > 0 ? 'Only folders without files get other names.' : 'All files have these names and places already.'}</p><//>`;
	}
	return html`<div class="filters">${select('state', 'Which files', stateChoices)}${(totals.skipped + totals.failed > 0 || shown.code !== '') && select('code', 'Why files are skipped', codeChoices)}</div>
		<${Loaded} from=${files}>${({files: list, pagination}: any) =>
			html`<${Paged} page=${shown.page} pages=${pagination.totalPages} count=${list.length} empty=${nothing(isFiltered)} onPage=${(page: number) => setShown({...shown, page})}>
				<ul class="rows dense" aria-label="Files">${list.map((each: any) => html`<${ChangedFile} key=${each.id} file=${each} isNamed=${totals.titles > 1} />`)}</ul>
			<//>`}<//>`;
}

const nothing = (isFiltered: boolean) =>
	html`<${Empty} icon="search" title=${isFiltered ? 'No such file' : 'No files'}><p>No file of this change is in this state.</p><//>`;
