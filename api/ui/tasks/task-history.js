import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Badge, Empty, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {capital, moment, taskTitle, withMoments, words} from '../parts/text.js';
import {pageOf, to} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {useName} from '../state/use-name.js';
import {saidOfRun} from './said-of-run.js';
import {TaskRow} from './task-row.js';
import {useTasks} from './use-tasks.js';

/**
 * @typedef {object} Execution
 * @property {string} id
 * @property {string | null} startedAt
 * @property {string | null} completedAt
 * @property {number | null} duration Seconds.
 * @property {'completed' | 'failed' | 'cancelled'} status
 * @property {number} itemsProcessed
 * @property {number} itemsAffected
 * @property {string | null} error
 * @typedef {{history: Execution[], pagination: import('../client/types.js').Pagination}} Executions
 */

/** A task and its executions. @param {import('../state/route.js').ViewProps} props */
export function View({params, query}) {
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

/** @param {{id: string, page: number}} props */
function History({id, page}) {
	/** @type {import('../state/use-data.js').Data<Executions>} */
	const executions = useData(`api/tasks/${encodeURIComponent(id)}/history${toQuery({page, limit: 50})}`);
	return html`<${Loaded} from=${executions} rows=${3}>${(/** @type {Executions} */ {history, pagination}) =>
		html`<${Paged} page=${page} pages=${pagination.totalPages} count=${history.length} empty=${html`<${Empty} icon="history" title="It has not run yet" />`}>
			<ul class="rows">${history.map(each => html`<${Ended} key=${each.id} taskId=${id} execution=${each} />`)}</ul><//>`}<//>`;
}

/** @param {{taskId: string, execution: Execution}} props */
function Ended({taskId, execution}) {
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

/**
 * @typedef {{id: string, mediaTitle: string | null, action: string, status: string, message: string | null}} Did
 * @typedef {{activity: Did[], pagination: import('../client/types.js').Pagination}} Activity
 */

/** @type {Readonly<Record<string, string>>} */
const statusWords = {nothing: 'Nothing found', notSearched: 'Not searched', completed: 'Done'};

/** What a run did, title by title. @param {{id: string}} props */
function Done({id}) {
	const [page, setPage] = useState(1);
	/** @type {import('../state/use-data.js').Data<Activity>} */
	const did = useData(`api/tasks/history/${encodeURIComponent(id)}/activity${toQuery({page, limit: 50})}`);
	return html`<${Loaded} from=${did} rows=${2}>${(/** @type {Activity} */ {activity, pagination}) =>
		html`<${Paged} page=${page} pages=${pagination.totalPages} count=${activity.length} onPage=${setPage} empty=${html`<p class="hint">It noted nothing about single titles.</p>`}>
			<ul class="did">${activity.map(
				each => html`<li key=${each.id}><strong dir="auto">${each.mediaTitle ?? capital(words(each.action))}</strong> · ${statusWords[each.status] ?? capital(words(each.status))}
					${each.message && html`<span class="hint">${withMoments(each.message)}</span>`}</li>`,
			)}</ul><//>`}<//>`;
}
