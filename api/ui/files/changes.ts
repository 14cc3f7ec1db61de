import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import type {Pagination} from '../client/types.ts';
import {Badge, Empty, Loaded, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {SelectField} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {counted, moment, number, size} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {changeQuery, pageOf, to, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {FilesDialog, useRoots} from './files-dialog.ts';
import {useFileTasks, usePlanning} from './use-change.ts';
import {type Change, changeStates, nameOfChange} from './words.ts';

interface ChangePage {
	fileChanges: Change[];
	pagination: Pagination;
}

const choices = [{value: '', label: 'All'}, ...Object.entries(changeStates).map(([value, {label}]) => ({value, label}))];

/** Renames and moves of files, newest first. */
export function View({query}: ViewProps) {
	const {user} = useApp();
	const [kind, setKind] = useState<'rename' | 'move' | null>(null);
	const state = query.get('state') ?? '';
	const page = pageOf(query);
	const found: Data<ChangePage> = useData(`api/file-changes${toQuery({state, page, limit: 50})}`, {isKept: true});
	useFileTasks((name, {taskId}) => taskId.startsWith('files-') && (name === 'task:progress' ? 'later' : true), found.reload);
	usePlanning(found.data?.fileChanges.some(each => each.state === 'planning') ?? false, found);
	const close = () => {
		setKind(null);
		found.reload();
	};
	return html`<${ViewHead} title="File changes">
			${
				user.get()?.role === 'admin' &&
				html`<${Button} label="Rename files of many titles" onClick=${() => setKind('rename')} /><${Button} label="Move many titles" onClick=${() => setKind('move')} />`
			}
			<div class="filters"><select aria-label="Show" value=${state} onChange=${(event: FieldEvent) => changeQuery({state: event.currentTarget.value, page: null})}>
				${choices.map(each => html`<option key=${each.value} value=${each.value} selected=${each.value === state}>${each.label}</option>`)}
			</select></div>
		<//>
		<${Loaded} from=${found}>${({fileChanges, pagination}: ChangePage) =>
			html`<${Paged} page=${page} pages=${pagination.totalPages} count=${fileChanges.length} empty=${nothing}>
				<ul class="rows">${fileChanges.map(each => html`<${Row} key=${each.id} change=${each} />`)}</ul><//>`}<//>
		${kind && html`<${OfMany} kind=${kind} onClose=${close} />`}`;
}

const nothing = html`<${Empty} icon="folder" title="Nothing was renamed or moved"><p>Files are renamed and moved from the page of a title, or of many at once from the lists.</p><//>`;

function Row({change}: {change: Change}) {
	const {id, state, totals, createdAt, requestedBy, message} = change;
	const {kind, label} = changeStates[state];
	return html`<li class="row">
		<div class="row-head"><h2><a href=${to(`file-changes/${id}`)}>${nameOfChange(change)}</a></h2><${Badge} kind=${kind}>${label}<//></div>
		<p class="facts"><span class="number">${moment(createdAt)}</span>
			${requestedBy && html`<span>by ${requestedBy}</span>`}
			${totals.files > 0 && html`<span class="number">${counted(totals.files, 'file')} of ${counted(totals.titles, 'title')}</span><span class="number">${size(totals.bytes)}</span>`}
			${totals.done > 0 && html`<span class="number">${number(totals.done)} done</span>`}
			${totals.skipped + totals.failed > 0 && html`<span class="number">${number(totals.skipped + totals.failed)} skipped or failed</span>`}</p>
		${message && html`<p class="fault">${message}</p>`}
	</li>`;
}

/** A change of all titles, or of those of a library or root folder. */
function OfMany({kind, onClose}: {kind: 'rename' | 'move'; onClose: () => void}) {
	const {roots} = useRoots();
	const libraries: Data<{libraries: {id: string; name: string}[]}> = useData('api/libraries');
	const [chosen, setChosen] = useState('all');
	const [what = '', value = ''] = [chosen.slice(0, chosen.indexOf(':')), chosen.slice(chosen.indexOf(':') + 1)];
	const subject = what === 'library' ? {libraryId: value} : what === 'root' ? {rootFolderPath: value} : {all: true as const};
	const scopes = [
		{value: 'all', label: 'All titles'},
		...(libraries.data?.libraries ?? []).map(({id, name}) => ({value: `library:${id}`, label: `Library ${name}`})),
		...(roots ?? []).map(({value: path}) => ({value: `root:${path}`, label: `Root folder ${path}`})),
	];
	const scope = html`<${SelectField} label="Which titles" value=${chosen} choices=${scopes} onChange=${setChosen} />`;
	const title = kind === 'rename' ? 'Rename files of many titles' : 'Move many titles';
	return html`<${FilesDialog} kind=${kind} title=${title} subject=${subject} scope=${scope} onClose=${onClose} />`;
}
