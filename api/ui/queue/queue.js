import {useState} from 'preact/hooks';
import {Empty, Loaded, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {number} from '../parts/text.js';
import {PauseDialog} from '../pauses/pause-dialog.js';
import {useApp} from '../state/app-state.js';
import {pageOf} from '../state/route.js';
import {usePicked} from '../state/use-picked.js';
import {Item} from './item.js';
import {QueueSelection, useControls} from './queue-selection.js';
import {useQueue} from './use-queue.js';

const limit = 50;
const nothing = html`<${Empty} icon="queue" title="Nothing is being downloaded"><p>Grabbed releases appear here until they are imported.</p><//>`;

/** @param {import('../state/route.js').ViewProps} props */
export function View({query}) {
	const {client, attempt, user} = useApp();
	const isAdmin = user.get()?.role === 'admin';
	const page = pageOf(query);
	const queue = useQueue({page, limit});
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
	const [isPausing, setPausing] = useState(false);
	const controlsOf = useControls();
	return html`<${ViewHead} title="Queue" count=${total === undefined ? undefined : number(total)}>
			${isAdmin && html`<${Button} icon="pause" label="Pause …" onClick=${() => setPausing(true)} />`}
			${
				isAdmin &&
				Boolean(total) &&
				html`<${Button} icon="check" label="Select" pressed=${picked.isOn} onClick=${() => picked.turn(!picked.isOn)} />
			<${Button} icon="trash" label="Remove finished" onClick=${cleanUp} />`
			}
		<//>
		${isPausing && html`<${PauseDialog} onClose=${() => setPausing(false)} />`}
		${picked.isOn && html`<${QueueSelection} picked=${picked} shown=${items} total=${total} controlsOf=${controlsOf} onChange=${queue.reload} />`}
		<${Loaded} from=${queue}>
			${(/** @type {import('./use-queue.js').Queue} */ {items, totalRecords}) =>
				html`<${Paged} page=${page} pages=${Math.ceil(totalRecords / limit)} count=${items.length} empty=${nothing}>
					<ul class="rows">${items.map(item => html`<${Item} key=${item.id} item=${item} selection=${picked.selection} controls=${controlsOf(item)} onChange=${queue.reload} />`)}</ul><//>`}
		<//>`;
}
