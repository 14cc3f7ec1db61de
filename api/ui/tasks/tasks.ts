import {Loaded, ViewHead} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {TaskRow} from './task-row.ts';
import {type Task, useTasks} from './use-tasks.ts';

/** Those that run come first. */
const rankOf = ({status}: Task) => ['running', 'queued', 'error', 'idle'].indexOf(status);

export function View() {
	const {tasks, progress} = useTasks();
	const sorted = (all: readonly Task[]) => all.toSorted((a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name));
	return html`<${ViewHead} title="Tasks" />
		<${Loaded} from=${tasks}>${({tasks: all}: {tasks: Task[]}) =>
			html`<ul class="rows">${sorted(all).map(
				each => html`<${TaskRow} key=${each.id} task=${each} progress=${progress[each.id]} onChange=${tasks.reload} />`,
			)}</ul>`}<//>`;
}
