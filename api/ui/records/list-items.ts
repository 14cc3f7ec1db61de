import {useState} from 'preact/hooks';
import {query} from '../client/client.ts';
import type {ImportListItem as ListItem} from '../client/schemas.ts';
import type {Pagination} from '../client/types.ts';
import {Badge, Empty, Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {SelectField, TextField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {capital, moment, words} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';

interface ItemsPage {
	items: ListItem[];
	pagination: Pagination;
}

const states = ['waiting', 'added', 'inLibrary', 'excluded', 'unmatched', 'removedByPerson', 'left'];
const labels = {inLibrary: 'in the library', removedByPerson: 'deleted by a person', unmatched: 'not clear'};
const labelOf = (state: string) => capital((labels as Record<string, string>)[state] ?? words(state));
const choices = [{value: '', label: 'All'}, ...states.map(value => ({value, label: labelOf(value)}))];
const nothing = html`<${Empty} icon="search" title="No such titles" />`;

/** What is on an import list, and what became of it. */
export function ListItems({path, onClose}: {path: string; onClose: () => void}) {
	const {client, attempt} = useApp();
	const [page, setPage] = useState(1);
	const [state, setState] = useState('');
	const list: Data<ItemsPage> = useData(`${path}/items${query({page, limit: 50, ...(state && {state})})}`);
	const choose = (chosen: string) => {
		setPage(1);
		setState(chosen);
	};
	const decide = async (id: string, body: object) => {
		await attempt(() => client.post(`${path}/items/${id}`, body).then(() => null), 'Noted.');
		list.reload();
	};
	return html`<${Dialog} title="Titles of the list" wide onClose=${onClose}>
		<${SelectField} label="Which" value=${state} onChange=${choose} choices=${choices} />
		<${Loaded} from=${list} rows=${3}>${({
			items,
			pagination,
		}: ItemsPage) => html`<${Paged} page=${page} pages=${pagination.totalPages} count=${items.length} empty=${nothing} onPage=${setPage}>
			<ul class="rows">${items.map(
				each => html`<${Item} key=${each.id} item=${each} onDecide=${(body: object) => decide(each.id, body)} />`,
			)}</ul><//>`}<//><//>`;
}

function Item({
	item: {title, year, ids, state, reason, firstSeenAt, leftAt},
	onDecide,
}: {
	item: ListItem;
	onDecide: (body: object) => Promise<void>;
}) {
	const [isMatching, setMatching] = useState(false);
	const kind = state === 'added' || state === 'inLibrary' ? 'ok' : state === 'unmatched' ? 'bad' : 'info';
	const isSettled = state === 'added' || state === 'inLibrary';
	const id = ids.imdbId ?? (ids.metaId === null ? '' : `TMDB ${ids.metaId}`);
	return html`<li class="row record">
		<div class="record-about">
			<div class="row-head"><h3>${title || id}${year === null ? '' : ` (${year})`}</h3><${Badge} kind=${kind}>${labelOf(state)}<//></div>
			<p class="facts"><span>${id}</span><span>since ${moment(firstSeenAt)}</span>${leftAt && html`<span>left ${moment(leftAt)}</span>`}</p>
			${reason && html`<ul class="reasons"><li>${reason}</li></ul>`}
			${isMatching && html`<${Match} onChoose=${(metaId: number) => onDecide({action: 'match', metaId}).then(() => setMatching(false))} />`}
		</div>
		${
			!isSettled &&
			html`<div class="row-actions">
			${state !== 'waiting' && state !== 'unmatched' && html`<${Button} label="Add" onClick=${() => onDecide({action: 'add'})} />`}
			${state === 'unmatched' && html`<${Button} label="Say what it is" onClick=${() => setMatching(!isMatching)} />`}
			${state !== 'excluded' && ids.metaId !== null && html`<${Button} label="Never add" onClick=${() => onDecide({action: 'exclude'})} />`}
		</div>`
		}
	</li>`;
}

function Match({onChoose}: {onChoose: (metaId: number) => void}) {
	const [text, setText] = useState('');
	const id = Number(/\d+/.exec(text)?.[0]);
	return html`<div data-entry>
		<${TextField} label="Its TMDB id" hint="The number in the address of its page at themoviedb.org." value=${text} onInput=${setText} inputmode="numeric" />
		<${Button} label="This one" disabled=${!(id > 0)} onClick=${() => onChoose(id)} />
	</div>`;
}
