import {Loaded, ViewHead} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {TaskRow} from './task-row.js';
import {useTasks} from './use-tasks.js';

/** @typedef {import('./use-tasks.js').Task} Task */

/** Those that run come first. @param {Task} task */
const rankOf = ({status}) => ['running', 'queued', 'error', 'idle'].indexOf(status);

export function View() {
	const {tasks, progress} = useTasks();
	const sorted = (/** @type {readonly Task[]} */ all) => all.toSorted((a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name));
	return html`<${ViewHead} title="Tasks" />
		<${Loaded} from=${tasks}>${(/** @type {{tasks: Task[]}} */ {tasks: all}) =>
			html`<ul class="rows">${sorted(all).map(
				each => html`<${TaskRow} key=${each.id} task=${each} progress=${progress[each.id]} onChange=${tasks.reload} />`,
			)}</ul>`}<//>`;
}
