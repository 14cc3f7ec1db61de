import {useEffect, useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import type {Deletion, ErasedSize} from '../client/schemas.ts';
import type {Pagination} from '../client/types.ts';
import {Badge, Empty, Loaded, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Confirm} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {counted, isolated, moment, size} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {pageOf, to, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';

interface DeletionPage {
	deletions: Deletion[];
	pagination: Pagination;
}

const states: Record<Deletion['state'], {label: string; kind: string}> = {
	kept: {label: 'Can be undone', kind: 'info'},
	undoing: {label: 'Coming back', kind: 'info'},
	undone: {label: 'Back', kind: 'ok'},
	failed: {label: 'Not brought back', kind: 'bad'},
	erasing: {label: 'Being deleted', kind: 'info'},
};

const nothing = html`<${Empty} icon="trash" title="Nothing was deleted"><p>Titles and files that somebody deletes are listed here, and can be brought back for some days.</p><//>`;
/** Milliseconds between two looks at what is on its way back. */
const pollMs = 1500;

/** Deleted titles and files. */
export function View({query}: ViewProps) {
	const page = pageOf(query);
	const found: Data<DeletionPage> = useData(`api/deletions${toQuery({page, limit: 50})}`, {isKept: true});
	const isWaiting = found.data?.deletions.some(each => each.state === 'undoing' || each.state === 'erasing') ?? false;
	useEffect(() => {
		const timer = isWaiting ? setTimeout(found.reload, pollMs) : undefined;
		return () => clearTimeout(timer);
	}, [isWaiting, found.data]);
	const {may} = useApp();
	return html`<${ViewHead} title="Recently deleted">${may('deleteFiles') && html`<${EmptyBin} onEmptied=${found.reload} />`}<//>
		<${Loaded} from=${found}>${({deletions, pagination}: DeletionPage) =>
			html`<${Paged} page=${page} pages=${pagination.totalPages} count=${deletions.length} empty=${nothing}>
				<ul class="rows">${deletions.map(
					each => html`<${Row} key=${each.id} deletion=${each} onChange=${found.reload} />`,
				)}</ul><//>`}<//>`;
}

function Row({deletion, onChange}: {deletion: Deletion; onChange: () => void}) {
	const {client, attempt, may} = useApp();
	const [isAsking, setAsking] = useState(false);
	const {
		id,
		movieId,
		seriesId,
		title,
		year,
		state,
		message,
		waitsFor,
		files,
		bytes,
		titleDeleted,
		filesDeleted,
		deletedBy,
		createdAt,
		expiresAt,
	} = deletion;
	const name = year === null ? title : `${title} (${year})`;
	const undo = async () => {
		await attempt(() => client.post(`api/deletions/${id}/undo`));
		onChange();
	};
	const isKept = state === 'kept' || state === 'failed';
	const path = movieId ? `movies/${movieId}` : `series/${seriesId}`;
	const about = !titleDeleted
		? `only ${files === 1 ? 'a file' : counted(files, 'file')} (${size(bytes)})`
		: files === 0
			? 'no file'
			: `${counted(files, 'file')} (${size(bytes)}) ${filesDeleted ? 'deleted' : 'left on the disk'}`;
	return html`<li class="row record"><div class="record-about">
			<div class="row-head"><h2>${state === 'undone' || !titleDeleted ? html`<a href=${to(path)}>${name}</a>` : name}</h2><${Badge} kind=${states[state].kind}>${states[state].label}<//></div>
			<p class="facts"><span class="number">${moment(createdAt)}</span>${deletedBy && html`<span>by ${deletedBy}</span>`}<span>${about}</span>
				${state !== 'undone' && html`<span>until ${moment(expiresAt)}</span>`}</p>
			${message && html`<ul class="reasons"><li>${message}</li></ul>`}
			${waitsFor && state === 'kept' && html`<ul class="reasons"><li>Its files are still on the disk. ${waitsFor}</li></ul>`}
		</div>
		<div class="row-actions">${isKept && may('deleteTitles') && html`<${Button} icon="history" label="Undo" onClick=${undo} />`}
			${isKept && filesDeleted && files > 0 && !waitsFor && may('deleteFiles') && html`<${Button} icon="trash" label="Delete for good" onClick=${() => setAsking(true)} />`}</div>
		${isAsking && html`<${EraseDialog} id=${id} name=${name} onChange=${onChange} onClose=${() => setAsking(false)} />`}
	</li>`;
}

/** Everything in the recycle bin, also what better files have replaced, which no list shows. */
function EmptyBin({onEmptied}: {onEmptied: () => void}) {
	const {client, attempt} = useApp();
	const [isAsking, setAsking] = useState(false);
	const empty = async () => {
		setAsking(false);
		await attempt(() => client.post('api/deletions/erase', {all: true}));
		setTimeout(onEmptied, pollMs);
	};
	return html`<${Button} icon="trash" label="Empty the recycle bin" onClick=${() => setAsking(true)} />
		${
			isAsking &&
			html`<${Confirm} title="Empty the recycle bin?" action="Empty it" onConfirm=${empty} onClose=${() => setAsking(false)}>
			<p>All deleted files are deleted for good, and so are those that better ones have replaced. Nobody can bring them back.</p><//>`
		}`;
}

/** Asks before the files of a deletion leave the recycle bin, and says what that frees. */
function EraseDialog({id, name, onChange, onClose}: {id: string; name: string; onChange: () => void; onClose: () => void}) {
	const {client, attempt} = useApp();
	const found: Data<ErasedSize> = useData(`api/deletions/${id}/size`);
	const erase = async () => {
		if (await attempt(() => client.remove(`api/deletions/${id}`))) {
			onClose();
			onChange();
		}
	};
	return html`<${Confirm} title=${`Delete ${isolated(name)} for good?`} action="Delete for good" onConfirm=${erase} onClose=${onClose}>
		<p>Its files leave the recycle bin, and nobody can bring them back.</p>
		<${Loaded} from=${found} rows=${1}>${({files, bytes, freedBytes}: ErasedSize) => html`<p role="status">${erasedText(files, bytes, freedBytes)}</p>`}<//>
	<//>`;
}

function erasedText(files: number, bytes: number, freedBytes: number) {
	if (files === 0) {
		return 'The recycle bin has none of its files any more.';
	}
	const kept = bytes - freedBytes;
	const stays = kept > 0 ? ` ${size(kept)} stay on the disk until nothing else uses them, such as a torrent that is seeded.` : '';
	return `This frees ${size(freedBytes)} (${counted(files, 'file')}).${stays}`;
}
