import {useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {Badge, Empty, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {capital, moment, words} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';

/**
 * @typedef {object} Sent
 * @property {string} id
 * @property {string} event
 * @property {string} status
 * @property {number} tries
 * @property {string} createdAt
 * @property {string | null} nextTryAt
 * @property {string | null} error
 * @typedef {{deliveries: Sent[], pagination: import('../client/types.js').Pagination}} DeliveriesPage
 */

const nothing = html`<${Empty} icon="history" title="Nothing has been sent yet" />`;

/**
 * What was sent to another program, and what it said; any of it can be sent again.
 * @param {{path: string, onClose: () => void}} props
 */
export function Deliveries({path, onClose}) {
	const {client, attempt} = useApp();
	const [page, setPage] = useState(1);
	/** @type {import('../state/use-data.js').Data<DeliveriesPage>} */
	const list = useData(`${path}/deliveries${query({page, limit: 50})}`);
	const replay = async (/** @type {string} */ id) => {
		await attempt(() => client.post(`${path}/deliveries/${id}/replay`).then(() => null), 'It is being sent again.');
		list.reload();
	};
	return html`<${Dialog} title="Deliveries" wide onClose=${onClose}><${Loaded} from=${list} rows=${3}>${(
		/** @type {DeliveriesPage} */ {deliveries, pagination},
	) => html`<${Paged} page=${page} pages=${pagination.totalPages} count=${deliveries.length} empty=${nothing} onPage=${setPage}>
			<ul class="rows">${deliveries.map(
				each => html`<${Delivery} key=${each.id} delivery=${each} onReplay=${() => replay(each.id)} />`,
			)}</ul><//>`}<//><//>`;
}

/** @param {{delivery: Sent, onReplay: () => Promise<void>}} props */
function Delivery({delivery: {event, status, tries, createdAt, nextTryAt, error}, onReplay}) {
	const kind = status === 'delivered' ? 'ok' : status === 'pending' ? 'info' : 'bad';
	return html`<li class="row record">
		<div class="record-about">
			<div class="row-head"><h3>${capital(words(event))}</h3><${Badge} kind=${kind}>${capital(words(status))}<//></div>
			<p class="facts"><span class="number">${moment(createdAt)}</span><span>${tries === 1 ? '1 try' : `${tries} tries`}</span>
				${nextTryAt && html`<span>next ${moment(nextTryAt)}</span>`}</p>
			${error && html`<ul class="reasons"><li>${error}</li></ul>`}
		</div>
		${status !== 'pending' && html`<div class="row-actions"><${Button} icon="refresh" label="Send again" onClick=${onReplay} /></div>`}
	</li>`;
}
