import {useState} from 'preact/hooks';
import {Empty, Loaded, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {number} from '../parts/text.ts';
import {PauseDialog} from '../pauses/pause-dialog.ts';
import {useApp} from '../state/app-state.ts';
import {changeQuery, pageOf, type ViewProps} from '../state/route.ts';
import {usePicked} from '../state/use-picked.ts';
import {Item} from './item.ts';
import {QueueSelection, useControls} from './queue-selection.ts';
import {type Queue, useQueue} from './use-queue.ts';

/** As the API filters them. */
const states = [
	{value: '', label: 'All states'},
	{value: 'downloading', label: 'Downloading'},
	{value: 'queued', label: 'Waiting'},
	{value: 'paused', label: 'Paused'},
	{value: 'completed', label: 'Complete'},
	{value: 'warning', label: 'With a warning'},
	{value: 'failed', label: 'Failed'},
];
/** As the API puts them in order; the first is its own. */
const sorts = [
	{value: '', label: 'Oldest first'},
	{value: 'added:desc', label: 'Newest first'},
	{value: 'title:asc', label: 'By title'},
	{value: 'size:desc', label: 'Largest first'},
	{value: 'size:asc', label: 'Smallest first'},
];
const limit = 50;
const noneOfState = html`<${Empty} icon="queue" title="No download is in this state" />`;
const nothing = html`<${Empty} icon="queue" title="Nothing is being downloaded"><p>Grabbed releases appear here until they are imported.</p><//>`;

export function View({query}: ViewProps) {
	const {client, attempt, user} = useApp();
	const isAdmin = user.get()?.role === 'admin';
	const page = pageOf(query);
	const status = states.find(({value}) => value === query.get('status'))?.value || null;
	const sort = sorts.find(({value}) => value === query.get('sort'))?.value || null;
	const queue = useQueue({status, sort, page, limit});
	const cleanUp = async () => {
		await attempt(async () => {
			const {removedCount} = await client.post('api/queue/cleanup', {});
			return {message: `${removedCount} finished ${removedCount === 1 ? 'item was' : 'items were'} removed.`};
		});
		queue.reload();
	};
	const total = queue.data?.totalRecords;
	const items = queue.data?.items ?? [];
	const picked = usePicked(items);
	const choose = (event: FieldEvent) => {
		picked.choose([]); // what is not shown any more is not meant
		changeQuery({status: event.currentTarget.value || null, page: null});
	};
	const [isPausing, setPausing] = useState(false);
	const controlsOf = useControls();
	return html`<${ViewHead} title="Queue" count=${total === undefined ? undefined : number(total)}>
			${
				(Boolean(total) || status) &&
				html`<div class="filters"><select aria-label="Which downloads" value=${status ?? ''} onChange=${choose}>
				${states.map(({value, label}) => html`<option key=${value} value=${value}>${label}</option>`)}</select>
				<select aria-label="Order" value=${sort ?? ''} onChange=${({currentTarget}: FieldEvent) => changeQuery({sort: currentTarget.value || null, page: null})}>
				${sorts.map(({value, label}) => html`<option key=${value} value=${value}>${label}</option>`)}</select></div>`
			}
			${isAdmin && html`<${Button} icon="pause" label="Pause …" onClick=${() => setPausing(true)} />`}
			${
				isAdmin &&
				Boolean(total) &&
				html`<${Button} icon="check" label="Select" pressed=${picked.isOn} onClick=${() => picked.setOn(!picked.isOn)} />
			<${Button} icon="trash" label="Remove finished" onClick=${cleanUp} />`
			}
		<//>
		${isPausing && html`<${PauseDialog} onClose=${() => setPausing(false)} />`}
		${picked.isOn && html`<${QueueSelection} picked=${picked} shown=${items} total=${total} status=${status} controlsOf=${controlsOf} onChange=${queue.reload} />`}
		<${Loaded} from=${queue}>
			${({items, totalRecords}: Queue) =>
				html`<${Paged} page=${page} pages=${Math.ceil(totalRecords / limit)} count=${items.length} empty=${status ? noneOfState : nothing}>
					<ul class="rows">${items.map(item => html`<${Item} key=${item.id} item=${item} selection=${picked.selection} controls=${controlsOf(item)} onChange=${queue.reload} />`)}</ul><//>`}
		<//>`;
}
