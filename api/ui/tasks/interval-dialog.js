import {SchemaForm} from '../forms/schema-form.js';
import {Loaded} from '../parts/blocks.js';
import {Dialog} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {taskTitle} from '../parts/text.js';
import {bodyOf, useDocument} from '../schema/document.js';
import {useApp} from '../state/app-state.js';

/**
 * How often a task runs by itself.
 * @param {{task: import('./use-tasks.js').Task, onClose: () => void, onChange: () => void}} props
 */
export function IntervalDialog({task: {id, name, interval, intervalUnit}, onClose, onChange}) {
	const {client, notify} = useApp();
	const document = useDocument();
	const title = taskTitle(name);
	const save = async (/** @type {Record<string, any>} */ values) => {
		await client.put(`api/tasks/${encodeURIComponent(id)}/interval`, values);
		notify(`The interval of ${title} was changed.`);
		onClose();
		onChange();
	};
	return html`<${Dialog} title=${`Interval of ${title}`} onClose=${onClose}>
		<${Loaded} from=${document} rows=${2}>${(/** @type {import('../schema/document.js').OpenApi} */ api) =>
			html`<${SchemaForm} schema=${bodyOf(api, 'put', '/api/tasks/{taskId}/interval') ?? {}} document=${api}
				values=${{interval, unit: intervalUnit}} action="Save" onSubmit=${save} onClose=${onClose} />`}<//>
	<//>`;
}
