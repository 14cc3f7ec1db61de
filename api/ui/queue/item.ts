import {useState} from 'preact/hooks';
import {reasonsOf} from '../client/in-words.ts';
import type {QueueItem} from '../client/types.ts';
import {Badge, Progress} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {ReleaseName} from '../parts/release-name.ts';
import {PickBox} from '../parts/selection-bar.ts';
import {counted, distance, size, timeLeft} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';
import type {Picked} from '../state/use-picked.ts';
import {badgeOf, canRetry, progressOf, speedOf} from './item-state.ts';
import {ManualImport} from './manual-import.ts';
import {useQueueActions} from './queue-selection.ts';
import {RemoveDialog} from './remove-dialog.ts';

type Selection = Picked<QueueItem>['selection'];

interface ItemProps {
	item: QueueItem;
	heading?: 'h2' | 'h3';
	selection?: Selection;
	controls?: readonly string[];
	/** What stands beside it already. */
	said?: string;
	onChange: () => void;
}

export function Item({item, heading = 'h2', selection = null, controls = [], said = '', onChange}: ItemProps) {
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

function Facts({item, percent}: {item: QueueItem; percent: number}) {
	const isMoving = item.trackedDownloadState === 'downloading';
	const speed = isMoving ? speedOf(item) : null;
	return html`<p class="facts">
		<span class="number">${Math.floor(percent)} %</span>
		<span class="number">${size(item.size)}</span>
		${isMoving && item.timeleft && html`<span class="number">${timeLeft(item.timeleft)} left</span>`}
		${speed !== null && html`<span class="number">${size(speed)}/s</span>`}
		${isMoving && item.seeders !== null && html`<span>${counted(item.seeders ?? 0, 'seeder')}</span>`}
		<span>${item.quality}</span><span>${item.downloadClient}</span><span>${item.indexer}</span><span>${distance(item.added)}</span>
	</p>`;
}

/** Of a finished download without a folder, a person can name that. */
const waitsForImport = ({trackedDownloadState: state, status, outputPath}: QueueItem) =>
	state === 'importPending' || (state === 'downloading' && status === 'completed' && !outputPath);

function ItemActions({item, controls, onChange}: {item: QueueItem; controls: readonly string[]; onChange: () => void}) {
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
