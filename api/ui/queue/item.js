import {useState} from 'preact/hooks';
import {reasonsOf} from '../client/in-words.js';
import {Badge, Progress} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {ReleaseName} from '../parts/release-name.js';
import {PickBox} from '../parts/selection-bar.js';
import {counted, distance, size, timeLeft} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {to} from '../state/route.js';
import {badgeOf, canRetry, progressOf} from './item-state.js';
import {ManualImport} from './manual-import.js';
import {useQueueActions} from './queue-selection.js';
import {RemoveDialog} from './remove-dialog.js';

/** @typedef {import('../client/types.js').QueueItem} QueueItem */

/**
 * @typedef {import('../state/use-picked.js').Picked<QueueItem>['selection']} Selection
 * @typedef {object} ItemProps
 * @property {QueueItem} item
 * @property {'h2' | 'h3'} [heading]
 * @property {Selection} [selection]
 * @property {readonly string[]} [controls]
 * @property {string} [said] What stands beside it already.
 * @property {() => void} onChange
 *
 * @param {ItemProps} props
 */
export function Item({item, heading = 'h2', selection = null, controls = [], said = '', onChange}) {
	const {label, kind} = badgeOf(item);
	const percent = progressOf(item);
	const reasons = reasonsOf(item).filter(reason => !said.includes(reason));
	const title = item.movieId ? `movies/${item.movieId}` : item.seriesId ? `series/${item.seriesId}` : null;
	return html`<li class="row download">
		<div class="row-head">
			<${PickBox} selection=${selection} id=${item.id} name=${item.title} />
			<${heading}>${title ? html`<a href=${to(title)}><${ReleaseName} name=${item.title} /></a>` : html`<${ReleaseName} name=${item.title} />`}<//>
			<${Badge} kind=${kind}>${label}<//>
		</div>
		<${Progress} percent=${percent} label=${`Progress of ${item.title}`} kind=${kind === 'info' ? '' : kind} />
		<div class="row-foot">
			<${Facts} item=${item} percent=${percent} />
			<${ItemActions} item=${item} controls=${controls} onChange=${onChange} />
		</div>
		${item.chosenByPerson && html`<p class="hint">Chosen by hand${item.grabbedDespite?.length ? `, although: ${item.grabbedDespite.join('; ')}` : ''}</p>`}
		${reasons.length > 0 && html`<ul class="reasons">${reasons.map(reason => html`<li key=${reason}>${reason}</li>`)}</ul>`}
	</li>`;
}

/** @param {{item: QueueItem, percent: number}} props */
function Facts({item, percent}) {
	const isMoving = item.trackedDownloadState === 'downloading';
	return html`<p class="facts">
		<span class="number">${Math.floor(percent)} %</span>
		<span class="number">${size(item.size)}</span>
		${isMoving && item.timeleft && html`<span class="number">${timeLeft(item.timeleft)} left</span>`}
		${isMoving && item.seeders !== null && html`<span>${counted(item.seeders ?? 0, 'seeder')}</span>`}
		<span>${item.quality}</span><span>${item.downloadClient}</span><span>${item.indexer}</span><span>${distance(item.added)}</span>
	</p>`;
}

/** Of a finished download without a folder, a person can name that. @param {QueueItem} item */
const waitsForImport = ({trackedDownloadState: state, status, outputPath}) =>
	state === 'importPending' || (state === 'downloading' && status === 'completed' && !outputPath);

/** @param {{item: QueueItem, controls: readonly string[], onChange: () => void}} props */
function ItemActions({item, controls, onChange}) {
	const {client, attempt, user} = useApp();
	const [isRemoving, setRemoving] = useState(false);
	const [isImporting, setImporting] = useState(false);
	const act = useQueueActions(onChange);
	if (user.get()?.role !== 'admin') {
		return null;
	}
	const retry = async () => {
		await attempt(() => client.post(`api/queue/${item.id}/retry`));
		onChange();
	};
	return html`<div class="row-actions">
		${controls.includes('pause') && html`<${Button} icon=${item.status === 'paused' ? 'play' : 'pause'} label=${item.status === 'paused' ? 'Resume' : 'Pause'} onClick=${() => act(item.status === 'paused' ? 'resume' : 'pause', [item.id])} />`}
		${canRetry(item) && html`<${Button} icon="refresh" label="Retry" onClick=${retry} />`}
		${waitsForImport(item) && html`<${Button} icon="import" label="Import by hand" onClick=${() => setImporting(true)} />`}
		<${Button} icon="trash" label="Remove" onClick=${() => setRemoving(true)} />
		${isImporting && html`<${ManualImport} item=${item} onClose=${() => setImporting(false)} onStarted=${onChange} />`}
		${isRemoving && html`<${RemoveDialog} item=${item} onClose=${() => setRemoving(false)} onRemoved=${onChange} />`}
	</div>`;
}
