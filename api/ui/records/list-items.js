import {useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {Badge, Empty, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {SelectField, TextField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {capital, moment, words} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';

/**
 * @typedef {object} ListItem
 * @property {string} id
 * @property {string} title
 * @property {number | null} year
 * @property {{metaId: number | null, imdbId: string | null, tvMetaId: number | null}} ids
 * @property {string} state
 * @property {string | null} reason
 * @property {string} firstSeenAt
 * @property {string | null} leftAt
 * @typedef {{items: ListItem[], pagination: import('../client/types.js').Pagination}} ItemsPage
 */

const states = ['waiting', 'added', 'inLibrary', 'excluded', 'unmatched', 'removedByPerson', 'left'];
const labels = {inLibrary: 'in the library', removedByPerson: 'deleted by a person', unmatched: 'not clear'};
const labelOf = (/** @type {string} */ state) => capital(/** @type {Record<string, string>} */ (labels)[state] ?? words(state));
const choices = [{value: '', label: 'All'}, ...states.map(value => ({value, label: labelOf(value)}))];
const nothing = html`<${Empty} icon="search" title="No such titles" />`;

/**
 * What is on an import list, and what became of it.
 * @param {{path: string, onClose: () => void}} props
 */
export function ListItems({path, onClose}) {
	const {client, attempt} = useApp();
	const [page, setPage] = useState(1);
	const [state, setState] = useState('');
	/** @type {import('../state/use-data.js').Data<ItemsPage>} */
	const list = useData(`${path}/items${query({page, limit: 50, ...(state && {state})})}`);
	const choose = (/** @type {string} */ chosen) => {
		setPage(1);
		setState(chosen);
	};
	const decide = async (/** @type {string} */ id, /** @type {object} */ body) => {
		await attempt(() => client.post(`${path}/items/${id}`, body).then(() => null), 'Noted.');
		list.reload();
	};
	return html`<${Dialog} title="Titles of the list" wide onClose=${onClose}>
		<${SelectField} label="Which" value=${state} onChange=${choose} choices=${choices} />
		<${Loaded} from=${list} rows=${3}>${(
			/** @type {ItemsPage} */ {items, pagination},
		) => html`<${Paged} page=${page} pages=${pagination.totalPages} count=${items.length} empty=${nothing} onPage=${setPage}>
			<ul class="rows">${items.map(
				each => html`<${Item} key=${each.id} item=${each} onDecide=${(/** @type {object} */ body) => decide(each.id, body)} />`,
			)}</ul><//>`}<//><//>`;
}

/** @param {{item: ListItem, onDecide: (body: object) => Promise<void>}} props */
function Item({item: {title, year, ids, state, reason, firstSeenAt, leftAt}, onDecide}) {
	const [isMatching, setMatching] = useState(false);
	const kind = state === 'added' || state === 'inLibrary' ? 'ok' : state === 'unmatched' ? 'bad' : 'info';
	const isSettled = state === 'added' || state === 'inLibrary';
	const id = ids.imdbId ?? (ids.metaId === null ? '' : `TMDB ${ids.metaId}`);
	return html`<li class="row record">
		<div class="record-about">
			<div class="row-head"><h3>${title || id}${year === null ? '' : ` (${year})`}</h3><${Badge} kind=${kind}>${labelOf(state)}<//></div>
			<p class="facts"><span>${id}</span><span>since ${moment(firstSeenAt)}</span>${leftAt && html`<span>left ${moment(leftAt)}</span>`}</p>
			${reason && html`<ul class="reasons"><li>${reason}</li></ul>`}
			${isMatching && html`<${Match} onChoose=${(/** @type {number} */ metaId) => onDecide({action: 'match', metaId}).then(() => setMatching(false))} />`}
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

/** @param {{onChoose: (metaId: number) => void}} props */
function Match({onChoose}) {
	const [text, setText] = useState('');
	const id = Number(/\d+/.exec(text)?.[0]);
	return html`<div data-entry>
		<${TextField} label="Its TMDB id" hint="The number in the address of its page at themoviedb.org." value=${text} onInput=${setText} inputmode="numeric" />
		<${Button} label="This one" disabled=${!(id > 0)} onClick=${() => onChoose(id)} />
	</div>`;
}
