import {useEffect, useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import {toProblem} from '../client/problem.ts';
import type {BulkChange as Bulk} from '../client/schemas.ts';
import {Failure, Progress} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Checkbox} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {number} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useEvents} from '../state/use-events.ts';

/** Messages that a person reads. */
const maxFailures = 10;
const names = ['task:started', 'task:progress', 'task:completed', 'task:error', 'task:cancelled'];

/** What is done to which titles. */
export interface Chosen {
	kind: 'movies' | 'series';
	/** The titles, in words. */
	what: string;
	/** The parameters of the list, if all of it is chosen. */
	query: string;
	/** Ids of titles, or all of the list. */
	body: object;
}

interface Row {
	id: string;
	mediaTitle: string | null;
	message: string | null;
}

/** How far it is with many titles, and in the end what failed and why. */
export function BulkProgress({id, done, onEnd, onClose}: {id: string; done: string; onEnd: () => void; onClose: () => void}) {
	const {client, notify, attempt, may} = useApp();
	const {data, error, reload}: Data<Bulk> = useData(`api/bulk-changes/${id}`);
	const [seen, setSeen] = useState(0);
	const onEvent = (name: string, event: {taskId: string; processed?: number}) => {
		if (event.taskId !== `bulk-${id}`) {
			return false;
		}
		setSeen(event.processed ?? seen);
		return name !== 'task:progress';
	};
	useEvents({path: 'api/tasks/stream', names, onEvent, read: reload, throttleMs: 200});
	const canUndo = (data?.canUndo ?? false) && may(data?.action === 'delete' ? 'deleteTitles' : 'editTitles');
	const undo = {
		label: 'Undo',
		run: () =>
			attempt(async () => {
				const {total: count} = await client.post(`api/bulk-changes/${id}/undo`);
				return {message: data?.action === 'delete' ? `${number(count)} are brought back.` : `${number(count)} become what they were.`};
			}),
	};
	const undoAll = async () => {
		await undo.run();
		onClose();
	};
	const isOver = data !== null && data.status !== 'queued' && data.status !== 'running';
	useEffect(() => {
		if (isOver) {
			onEnd();
			if (data.status === 'completed' && data.failed === 0) {
				notify(`${number(data.total)} ${done}`, canUndo ? {action: undo} : {});
				onClose();
			}
		}
	}, [isOver]);
	const total = data?.total ?? 0;
	const processed = Math.max(seen, data?.processed ?? 0);
	const text = `${number(processed)} of ${number(total)}`;
	return html`<div class="asked">
			${error && html`<${Failure} error=${error} onRetry=${reload} />`}
			<${Progress} percent=${total > 0 ? (processed / total) * 100 : 0} label="Progress" /><p role="status">${data?.status === 'queued' ? 'Waiting for a worker' : text}</p>
			${data?.status === 'cancelled' && html`<p>Stopped. The changes made so far stay.</p>`}
			${data?.error && html`<p role="alert">${data.error}</p>`}
			${isOver && data.failed > 0 && data.executionId && html`<${Failures} executionId=${data.executionId} count=${data.failed} />`}
		</div>
		<footer class="actions">
			${!isOver && html`<${Button} label="Stop" onClick=${() => attempt(() => client.post(`api/bulk-changes/${id}/cancel`))} />`}
			${isOver && canUndo && html`<${Button} icon="history" label="Undo" onClick=${undoAll} />`}
			<${Button} label=${isOver ? 'Close' : 'Continue in the background'} onClick=${onClose} /></footer>`;
}

function Failures({executionId, count}: {executionId: string; count: number}) {
	const {data}: Data<{activity: Row[]}> = useData(
		`api/tasks/history/${executionId}/activity${toQuery({status: 'failed', limit: maxFailures})}`,
	);
	return html`<div role="alert"><p>${number(count)} failed:</p>
		<ul>${data?.activity.map(each => html`<li key=${each.id} dir="auto">${each.mediaTitle && `${each.mediaTitle}: `}${each.message}</li>`)}</ul>
		${count > maxFailures && html`<p class="hint">These are the first ${maxFailures}.</p>`}</div>`;
}

/** What is done to each of the titles besides changing it. */
const works = {
	search: {title: 'Search', done: 'searches are queued.', about: 'Each of them is searched, and what fits is grabbed.'},
	refresh: {title: 'Refresh', done: 'refreshes are queued.', about: 'Their data is read from the provider again.'},
	delete: {title: 'Delete', done: 'deleted.', about: 'They are removed from the library, with their search history.'},
};
export type Work = keyof typeof works;

/** Searches, refreshes or deletes many titles, after a question. */
export function BulkDialog({work, kind, what, query, body, onClose, onEnd}: Chosen & {work: Work; onClose: () => void; onEnd: () => void}) {
	const {client, may} = useApp();
	const [deleteFiles, setDeleteFiles] = useState(false);
	const [addImportExclusion, setExclude] = useState(false);
	const [id, setId] = useState<string | null>(null);
	const [problem, setProblem] = useState<Error | null>(null);
	const {title, done, about} = works[work];
	const start = async () => {
		const list = new URLSearchParams(query);
		if (work === 'delete') {
			list.set('deleteFiles', String(deleteFiles));
			list.set('addImportExclusion', String(addImportExclusion));
		}
		try {
			setId((await client.post(`api/library/${kind}/bulk-${work}${list.size > 0 ? `?${list}` : ''}`, body)).id);
		} catch (failure) {
			setProblem(toProblem(failure));
		}
	};
	return html`<${Dialog} title=${`${title} ${what}`} onClose=${onClose}>
		${
			id === null
				? html`<div class="asked"><p>${about}</p>
				${
					work === 'delete' &&
					html`${
						may('deleteFiles')
							? html`<${Checkbox} label="Delete their files too" hint="Otherwise they stay on the disk." checked=${deleteFiles} onChange=${setDeleteFiles} />`
							: html`<p>Their files stay on the disk.</p>`
					}
					<${Checkbox} label="Never add them again automatically" hint="As lists and collections would." checked=${addImportExclusion} onChange=${setExclude} />`
				}
				${problem && html`<${Failure} error=${problem} />`}</div>
			<footer class="actions"><${Button} label="Cancel" onClick=${onClose} />
				<${Button} kind=${work === 'delete' ? 'danger' : 'primary'} label=${title} onClick=${start} /></footer>`
				: html`<${BulkProgress} id=${id} done=${done} onEnd=${onEnd} onClose=${onClose} />`
		}
	<//>`;
}
