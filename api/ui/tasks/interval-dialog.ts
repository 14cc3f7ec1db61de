import {SchemaForm} from '../forms/schema-form.ts';
import {Loaded} from '../parts/blocks.ts';
import {Dialog} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {taskTitle} from '../parts/text.ts';
import {bodyOf, type OpenApi, useDocument} from '../schema/document.ts';
import {useApp} from '../state/app-state.ts';
import type {Task} from './use-tasks.ts';

/** How often a task runs by itself. */
export function IntervalDialog({
	task: {id, name, interval, intervalUnit},
	onClose,
	onChange,
}: {
	task: Task;
	onClose: () => void;
	onChange: () => void;
}) {
	const {client, notify} = useApp();
	const document = useDocument();
	const title = taskTitle(name);
	const save = async (values: Record<string, any>) => {
		await client.put(`api/tasks/${encodeURIComponent(id)}/interval`, values);
		notify(`The interval of ${title} was changed.`);
		onClose();
		onChange();
	};
	return html`<${Dialog} title=${`Interval of ${title}`} onClose=${onClose}>
		<${Loaded} from=${document} rows=${2}>${(api: OpenApi) =>
			html`<${SchemaForm} schema=${bodyOf(api, 'put', '/api/tasks/{taskId}/interval') ?? {}} document=${api}
				values=${{interval, unit: intervalUnit}} action="Save" onSubmit=${save} onClose=${onClose} />`}<//>
	<//>`;
}
