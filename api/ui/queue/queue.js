import {useRef, useState} from 'preact/hooks';
import {Empty, Loaded, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {number} from '../parts/text.js';
import {PauseDialog} from '../pauses/pause-dialog.js';
import {useApp} from '../state/app-state.js';
import {pageOf} from '../state/route.js';
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
	const [isSelecting, setSelecting] = useState(false);
	const [chosen, setChosen] = useState(/** @type {ReadonlySet<string>} */ (new Set()));
	const [isPausing, setPausing] = useState(false);
	const last = useRef('');
	const select = (/** @type {boolean} */ isOn) => {
		setSelecting(isOn);
		setChosen(new Set());
	};
	/** With shift, all up to the one before. @param {string} id @param {boolean} isRange */
	const pick = (id, isRange) => {
		const [from, to] = [items.findIndex(each => each.id === last.current), items.findIndex(each => each.id === id)].sort((a, b) => a - b);
		const ids = isRange && from !== undefined && from >= 0 ? items.slice(from, (to ?? from) + 1).map(each => each.id) : [id];
		const isPicked = !chosen.has(id);
		last.current = id;
		setChosen(new Set(isPicked ? [...chosen, ...ids] : [...chosen].filter(each => !ids.includes(each))));
	};
	const controlsOf = useControls();
	const selection = isSelecting ? {has: (/** @type {string} */ id) => chosen.has(id), pick} : null;
	return html`<${ViewHead} title="Queue" count=${total === undefined ? undefined : number(total)}>
			${isAdmin && html`<${Button} icon="pause" label="Pause …" onClick=${() => setPausing(true)} />`}
			${
				isAdmin &&
				Boolean(total) &&
				html`<${Button} icon="check" label="Select" pressed=${isSelecting} onClick=${() => select(!isSelecting)} />
			<${Button} icon="trash" label="Remove finished" onClick=${cleanUp} />`
			}
		<//>
		${isPausing && html`<${PauseDialog} onClose=${() => setPausing(false)} />`}
		${isSelecting && html`<${QueueSelection} items=${items} controlsOf=${controlsOf} chosen=${chosen} onChosen=${setChosen} onChange=${queue.reload} onEnd=${() => select(false)} />`}
		<${Loaded} from=${queue}>
			${(/** @type {import('./use-queue.js').Queue} */ {items, totalRecords}) =>
				html`<${Paged} page=${page} pages=${Math.ceil(totalRecords / limit)} count=${items.length} empty=${nothing}>
					<ul class="rows">${items.map(item => html`<${Item} key=${item.id} item=${item} selection=${selection} controls=${controlsOf(item)} onChange=${queue.reload} />`)}</ul><//>`}
		<//>`;
}
