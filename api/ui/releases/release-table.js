import {useState} from 'preact/hooks';
import {Empty} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {counted, languageName, number, words} from '../parts/text.js';
import {choicesOf, columns, filtered, nextOrder, sorted} from './columns.js';
import {ReleaseRow} from './release-row.js';

/** @typedef {import('../client/types.js').Release} Release */
/** @typedef {import('./columns.js').Wanted} Wanted */
/** @typedef {import('./columns.js').Order} Order */

/** Rows at first; whoever wants the rest asks for it. */
const firstRows = 100;

/**
 * Releases as a dense table; on phones each is a card.
 * @param {{releases: readonly Release[], subject: import('../client/types.js').SearchSubject}} props
 */
export function ReleaseTable({releases, subject}) {
	const [wanted, setWanted] = useState(/** @type {Wanted} */ ({}));
	const [order, setOrder] = useState(/** @type {Order} */ (null));
	const [limit, setLimit] = useState(firstRows);
	const list = sorted(filtered(releases, wanted), order);
	return html`<${Filters} releases=${releases} shown=${list.length} wanted=${wanted} onWanted=${setWanted} order=${order} onOrder=${setOrder} />
		${list.length === 0 && html`<${Empty} icon="search" title="No release fits the filters" />`}
		${
			list.length > 0 &&
			html`<table class="releases" onKeyDown=${moveAmongRows}>
			<thead><tr>${columns.map(column => html`<${Head} key=${column.name} column=${column} order=${order} onOrder=${setOrder} />`)}<th><span class="hidden">Actions</span></th></tr></thead>
			<tbody>${list.slice(0, limit).map(each => html`<${ReleaseRow} key=${each.indexerId + each.guid} release=${each} subject=${subject} />`)}</tbody>
		</table>`
		}
		${list.length > limit && html`<div class="pager"><${Button} label=${`Show all ${number(list.length)}`} onClick=${() => setLimit(list.length)} /></div>`}`;
}

/** Arrows lead from title to title, Home and End to the first and the last. @param {KeyboardEvent} event */
function moveAmongRows(event) {
	const table = /** @type {HTMLElement} */ (event.currentTarget);
	/** @type {NodeListOf<HTMLElement>} */
	const found = table.querySelectorAll('[data-row]');
	const rows = [...found];
	const at = rows.findIndex(row => row.contains(document.activeElement));
	const to = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1}[event.key];
	if (at >= 0 && to !== undefined) {
		event.preventDefault();
		rows[to]?.focus();
	}
}

/** @param {{column: import('./columns.js').Column, order: Order, onOrder: (order: Order) => void}} props */
function Head({column: {name, label}, order, onOrder}) {
	const isSorted = order?.by === name;
	const direction = isSorted ? (order.isDown ? 'descending' : 'ascending') : undefined;
	return html`<th scope="col" aria-sort=${direction}><button type="button" onClick=${() => onOrder(nextOrder(order, name))}>${label}${isSorted && html`<${Icon} name=${order.isDown ? 'down' : 'up'} />`}</button></th>`;
}

/**
 * @typedef {object} FiltersProps
 * @property {readonly Release[]} releases
 * @property {number} shown How many of them fit.
 * @property {Wanted} wanted
 * @property {(wanted: Wanted) => void} onWanted
 * @property {Order} order
 * @property {(order: Order) => void} onOrder
 */

/** One field for each column. @param {FiltersProps} props */
function Filters({releases, shown, wanted, onWanted, order, onOrder}) {
	const [isOpen, setOpen] = useState(false);
	const choices = choicesOf(releases);
	const set = (/** @type {keyof Wanted} */ name) => (/** @type {any} */ event) => onWanted({...wanted, [name]: event.currentTarget.value});
	const input = (/** @type {keyof Wanted} */ name, /** @type {string} */ label, type = 'number') =>
		html`<label><span>${label}</span><input type=${type} min=${type === 'number' && name !== 'score' ? '0' : undefined} value=${wanted[name] ?? ''} onInput=${set(name)} /></label>`;
	const select = (
		/** @type {keyof Wanted} */ name,
		/** @type {string} */ label,
		/** @type {readonly {value: string, label: string}[]} */ options,
	) => html`<label><span>${label}</span><select value=${wanted[name] ?? ''} onChange=${set(name)}><option value="">All</option>
			${options.map(each => html`<option key=${each.value} value=${each.value} selected=${each.value === wanted[name]}>${each.label}</option>`)}</select></label>`;
	const named = (/** @type {readonly string[]} */ values, label = (/** @type {string} */ value) => value) =>
		values.filter(Boolean).map(value => ({value, label: label(value)}));
	const approved = releases.filter(each => each.approved).length;
	const verdicts = [
		{value: 'approved', label: `Approved ${number(approved)}`},
		{value: 'rejected', label: `Rejected ${number(releases.length - approved)}`},
		...named(choices.reasons),
	];
	const count = Object.values(wanted).filter(Boolean).length;
	return html`<div class="release-filters">
		${input('title', 'Title', 'search')}
		${select('verdict', 'Verdict', verdicts)}
		<label class="sort-by"><span>Sort by</span><select value=${order?.by ?? ''} onChange=${(/** @type {any} */ event) => onOrder(event.currentTarget.value ? nextOrder(null, event.currentTarget.value) : null)}>
			<option value="">Best first</option>${columns.map(({name, label}) => html`<option key=${name} value=${name} selected=${order?.by === name}>${label}</option>`)}</select></label>
		<${Button} icon="split" label=${isOpen ? 'Fewer filters' : 'More filters'} expanded=${isOpen} onClick=${() => setOpen(!isOpen)} />
		${count > 0 && html`<${Button} icon="close" label="Clear" onClick=${() => onWanted({})} />`}
		<p class="hint" role="status">${shown === releases.length ? counted(releases.length, 'release') : `${number(shown)} of ${counted(releases.length, 'release')}`}</p>
		${
			isOpen &&
			html`<div class="more-filters">
			${input('age', 'At most days old')}
			${select('indexer', 'Indexer', named(choices.indexer))}
			${input('size', 'At most GB')}
			${input('peers', 'At least seeders')}
			${select('language', 'Language', named(choices.language, languageName))}
			${select('quality', 'Quality', named(choices.quality))}
			${input('score', 'Score from')}
			${select('flags', 'Flag', named(choices.flags, words))}
		</div>`
		}
	</div>`;
}
