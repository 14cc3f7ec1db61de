import {useState} from 'preact/hooks';
import {query} from '../client/client.ts';
import type {Delivery as Sent} from '../client/schemas.ts';
import type {Pagination} from '../client/types.ts';
import {Badge, Empty, Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {capital, moment, words} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';

interface DeliveriesPage {
	deliveries: Sent[];
	pagination: Pagination;
}

const nothing = html`<${Empty} icon="history" title="Nothing has been sent yet" />`;

/** What was sent to another program, and what it said; any of it can be sent again. */
export function Deliveries({path, onClose}: {path: string; onClose: () => void}) {
	const {client, attempt} = useApp();
	const [page, setPage] = useState(1);
	const list: Data<DeliveriesPage> = useData(`${path}/deliveries${query({page, limit: 50})}`);
	const replay = async (id: string) => {
		await attempt(() => client.post(`${path}/deliveries/${id}/replay`).then(() => null), 'It is being sent again.');
		list.reload();
	};
	return html`<${Dialog} title="Deliveries" wide onClose=${onClose}><${Loaded} from=${list} rows=${3}>${({
		deliveries,
		pagination,
	}: DeliveriesPage) => html`<${Paged} page=${page} pages=${pagination.totalPages} count=${deliveries.length} empty=${nothing} onPage=${setPage}>
			<ul class="rows">${deliveries.map(
				each => html`<${Delivery} key=${each.id} delivery=${each} onReplay=${() => replay(each.id)} />`,
			)}</ul><//>`}<//><//>`;
}

function Delivery({
	delivery: {event, status, tries, createdAt, nextTryAt, error},
	onReplay,
}: {
	delivery: Sent;
	onReplay: () => Promise<void>;
}) {
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
