import {Empty, Loaded, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {number} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {pageOf} from '../state/route.js';
import {Item} from './item.js';
import {useQueue} from './use-queue.js';

const limit = 50;
const nothing = html`<${Empty} icon="queue" title="Nothing is being downloaded"><p>Grabbed releases appear here until they are imported.</p><//>`;

/** @param {import('../state/route.js').ViewProps} props */
export function View({query}) {
	const {client, attempt, user} = useApp();
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
	return html`<${ViewHead} title="Queue" count=${total === undefined ? undefined : number(total)}>
			${user.get()?.role === 'admin' && Boolean(total) && html`<${Button} icon="check" label="Remove finished" onClick=${cleanUp} />`}
		<//>
		<${Loaded} from=${queue}>
			${(/** @type {import('./use-queue.js').Queue} */ {items, totalRecords}) =>
				html`<${Paged} page=${page} pages=${Math.ceil(totalRecords / limit)} count=${items.length} empty=${nothing}>
					<ul class="rows">${items.map(item => html`<${Item} key=${item.id} item=${item} onChange=${queue.reload} />`)}</ul><//>`}
		<//>`;
}
