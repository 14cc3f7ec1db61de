import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import type {TaskExecution as Execution} from '../client/schemas.ts';
import type {Pagination} from '../client/types.ts';
import {Badge, Empty, Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {capital, moment, taskTitle, withMoments, words} from '../parts/text.ts';
import {pageOf, to, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useName} from '../state/use-name.ts';
import {saidOfRun} from './said-of-run.ts';
import {TaskRow} from './task-row.ts';
import {useTasks} from './use-tasks.ts';

interface Executions {
	history: Execution[];
	pagination: Pagination;
}

/** A task and its executions. */
export function View({params, query}: ViewProps) {
	const id = params['id'] ?? '';
	const page = pageOf(query);
	const {tasks, progress} = useTasks();
	const task = tasks.data?.tasks.find(each => each.id === id);
	const name = task ? taskTitle(task.name) : 'Task';
	useName(name);
	return html`<header class="view-head section-head"><div><p><a href=${to('tasks')}>Tasks</a></p><h1>${name}</h1></div></header>
		${task && html`<ul class="rows">${html`<${TaskRow} task=${task} progress=${progress[id]} onChange=${tasks.reload} />`}</ul>`}
		<section class="block"><h2 class="block-head">Executions</h2>
			<${History} key=${`${task?.status}${task?.lastRunAt}`} id=${id} page=${page} />
		</section>`;
}

function History({id, page}: {id: string; page: number}) {
	const executions: Data<Executions> = useData(`api/tasks/${encodeURIComponent(id)}/history${toQuery({page, limit: 50})}`);
	return html`<${Loaded} from=${executions} rows=${3}>${({history, pagination}: Executions) =>
		html`<${Paged} page=${page} pages=${pagination.totalPages} count=${history.length} empty=${html`<${Empty} icon="history" title="It has not run yet" />`}>
			<ul class="rows">${history.map(each => html`<${Ended} key=${each.id} taskId=${id} execution=${each} />`)}</ul><//>`}<//>`;
}

function Ended({taskId, execution}: {taskId: string; execution: Execution}) {
	const {id, startedAt, completedAt, duration, status, error} = execution;
	const [isOpen, setOpen] = useState(false);
	const time = startedAt ?? completedAt;
	const kind = status === 'completed' ? 'ok' : status === 'failed' ? 'bad' : 'quiet';
	return html`<li class="row">
		<div class="row-head"><h3 class="number">${time ? moment(time) : 'Not started'}</h3><${Badge} kind=${kind}>${capital(words(status))}<//></div>
		<p class="facts">${duration !== null && html`<span class="number">${duration} s</span>`}<span>${saidOfRun(taskId, execution)}</span></p>
		${error && html`<ul class="reasons"><li>${error}</li></ul>`}
		<div class="row-actions"><${Button} icon="down" label="What it did" expanded=${isOpen} onClick=${() => setOpen(!isOpen)} /></div>
		${isOpen && html`<${Done} id=${id} />`}
	</li>`;
}

interface Did {
	id: string;
	mediaTitle: string | null;
	action: string;
	status: string;
	message: string | null;
}

interface Activity {
	activity: Did[];
	pagination: Pagination;
}

const statusWords: Readonly<Record<string, string>> = {nothing: 'Nothing found', notSearched: 'Not searched', completed: 'Done'};

/** What a run did, title by title. */
function Done({id}: {id: string}) {
	const [page, setPage] = useState(1);
	const did: Data<Activity> = useData(`api/tasks/history/${encodeURIComponent(id)}/activity${toQuery({page, limit: 50})}`);
	return html`<${Loaded} from=${did} rows=${2}>${({activity, pagination}: Activity) =>
		html`<${Paged} page=${page} pages=${pagination.totalPages} count=${activity.length} onPage=${setPage} empty=${html`<p class="hint">It noted nothing about single titles.</p>`}>
			<ul class="did">${activity.map(
				each => html`<li key=${each.id}><strong dir="auto">${each.mediaTitle ?? capital(words(each.action))}</strong> · ${statusWords[each.status] ?? capital(words(each.status))}
					${each.message && html`<span class="hint">${withMoments(each.message)}</span>`}</li>`,
			)}</ul><//>`}<//>`;
}
