import {useState} from 'preact/hooks';
import {Badge, Progress} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {distance, taskTitle} from '../parts/text.ts';
import {withLabels} from '../schema/hint.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';
import {IntervalDialog} from './interval-dialog.ts';
import type {Task, TaskProgress} from './use-tasks.ts';

const badges = {
	running: {kind: 'info', label: 'Running'},
	queued: {kind: 'info', label: 'Queued'},
	error: {kind: 'bad', label: 'Failed'},
} as const;

export function TaskRow({task, progress, onChange}: {task: Task; progress: TaskProgress | undefined; onChange: () => void}) {
	const {id, name, description, status, enabled} = task;
	const badge = status === 'idle' ? null : badges[status];
	const percent = progress?.total ? (100 * progress.processed) / progress.total : null;
	return html`<li class="row task">
		<div class="record-about"><div class="row-head">
			<h2><a href=${to(`tasks/${encodeURIComponent(id)}`)}>${taskTitle(name)}</a></h2>
			<span class="nowrap">${!enabled && html`<${Badge}>Disabled<//> `}${badge && html`<${Badge} kind=${badge.kind}>${badge.label}<//>`}</span>
		</div>
		<p class="hint">${withLabels(description)}</p>
		${status === 'running' && percent !== null && html`<${Progress} percent=${percent} label=${`Progress of ${name}`} />`}
		<${Facts} task=${task} progress=${progress} /></div>
		<${Actions} task=${task} onChange=${onChange} />
	</li>`;
}

function Facts({
	task: {status, enabled, interval, intervalUnit, lastRunAt, nextRunAt},
	progress,
}: {
	task: Task;
	progress: TaskProgress | undefined;
}) {
	return html`<p class="facts">
		${status === 'running' && progress && html`<span class="number">${progress.processed}${progress.total === null ? '' : ` of ${progress.total}`}</span>`}
		${status === 'running' && progress?.message && html`<span>${progress.message}</span>`}
		${interval !== null && html`<span>every ${interval === 1 ? intervalUnit?.replace(/s$/, '') : `${interval} ${intervalUnit}`}</span>`}
		<span>${lastRunAt ? `last run ${distance(lastRunAt)}` : 'never run'}</span>
		${enabled && nextRunAt && html`<span>${Date.parse(nextRunAt) <= Date.now() ? 'due now' : `next ${distance(nextRunAt)}`}</span>`}
	</p>`;
}

function Actions({task, onChange}: {task: Task; onChange: () => void}) {
	const {id, name, status, enabled, interval, supportsCancel, forAdministrators} = task;
	const [isOpen, setOpen] = useState(false);
	const {client, attempt, user, may} = useApp();
	const path = `api/tasks/${encodeURIComponent(id)}`;
	const act = (action: () => Promise<any>, message: string) => async () => {
		await attempt(action, message);
		onChange();
	};
	const isActive = status === 'running' || status === 'queued';
	const title = taskTitle(name);
	const isAdmin = user.get()?.role === 'admin';
	if (!may('runTasks') || (forAdministrators && !isAdmin)) {
		return null;
	}
	return html`<div class="row-actions">
		${
			isAdmin &&
			interval !== null &&
			html`<${Button} label="Interval" onClick=${() => setOpen(true)} />
				<${Button} label=${enabled ? 'Disable' : 'Enable'} onClick=${act(() => client.put(`${path}/enabled`, {enabled: !enabled}), `${title} is ${enabled ? 'disabled' : 'enabled'}.`)} />`
		}
		${
			isActive
				? supportsCancel &&
					html`<${Button} icon="close" label="Cancel" onClick=${act(() => client.post(`${path}/cancel`), `${title} is being cancelled.`)} />`
				: html`<${Button} icon="refresh" label="Run" onClick=${act(() => client.post(`${path}/run`, {}), `“${title}” was started.`)} />`
		}
		${isOpen && html`<${IntervalDialog} task=${task} onClose=${() => setOpen(false)} onChange=${onChange} />`}
	</div>`;
}
