import {useState} from 'preact/hooks';
import type {Release, SearchSubject} from '../client/types.ts';
import {Empty} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {counted, languageName, number, words} from '../parts/text.ts';
import {store, stored} from '../state/stored.ts';
import {type Column, type ColumnName, choicesOf, columns, filtered, nextOrder, type Order, sorted, type Wanted} from './columns.ts';
import {ReleaseRow} from './release-row.ts';

/** Rows at first; whoever wants the rest asks for it. */
const firstRows = 100;

/** Releases as a dense table; on phones each is a card. */
export function ReleaseTable({releases, subject}: {releases: readonly Release[]; subject: SearchSubject}) {
	const [wanted, setWanted] = useState<Wanted>({});
	const [order, setOrder] = useKeptOrder();
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

/** Arrows lead from title to title, Home and End to the first and the last. */
function moveAmongRows(event: KeyboardEvent) {
	const table = event.currentTarget as HTMLElement;
	const found: NodeListOf<HTMLElement> = table.querySelectorAll('[data-row]');
	const rows = [...found];
	const at = rows.findIndex(row => row.contains(document.activeElement));
	const to = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1}[event.key];
	if (at >= 0 && to !== undefined) {
		event.preventDefault();
		rows[to]?.focus();
	}
}

/** The order that was chosen last, also of earlier searches. */
function useKeptOrder(): [Order, (order: Order) => void] {
	const [by, way] = (stored('releases-order') ?? '').split(' ');
	const [order, setOrder] = useState<Order>(() => {
		const column = columns.find(({name}) => name === by);
		return column ? {by: column.name, isDown: way === 'down'} : null;
	});
	const keep = (next: Order) => {
		store('releases-order', next ? `${next.by} ${next.isDown ? 'down' : 'up'}` : '');
		setOrder(next);
	};
	return [order, keep];
}

function Head({column: {name, label}, order, onOrder}: {column: Column; order: Order; onOrder: (order: Order) => void}) {
	const isSorted = order?.by === name;
	const direction = isSorted ? (order.isDown ? 'descending' : 'ascending') : undefined;
	return html`<th scope="col" aria-sort=${direction}><button type="button" onClick=${() => onOrder(nextOrder(order, name))}>${label}${isSorted && html`<${Icon} name=${order.isDown ? 'down' : 'up'} />`}</button></th>`;
}

interface FiltersProps {
	releases: readonly Release[];
	/** How many of them fit. */
	shown: number;
	wanted: Wanted;
	onWanted: (wanted: Wanted) => void;
	order: Order;
	onOrder: (order: Order) => void;
}

/** One field for each column. */
function Filters({releases, shown, wanted, onWanted, order, onOrder}: FiltersProps) {
	const [isOpen, setOpen] = useState(false);
	const choices = choicesOf(releases);
	const set = (name: keyof Wanted) => (event: FieldEvent) => onWanted({...wanted, [name]: event.currentTarget.value});
	const input = (name: keyof Wanted, label: string, type = 'number') =>
		html`<label><span>${label}</span><input type=${type} min=${type === 'number' && name !== 'score' ? '0' : undefined} value=${wanted[name] ?? ''} onInput=${set(name)} /></label>`;
	const select = (
		name: keyof Wanted,
		label: string,
		options: readonly {value: string; label: string}[],
	) => html`<label><span>${label}</span><select value=${wanted[name] ?? ''} onChange=${set(name)}><option value="">All</option>
			${options.map(each => html`<option key=${each.value} value=${each.value} selected=${each.value === wanted[name]}>${each.label}</option>`)}</select></label>`;
	const named = (values: readonly string[], label = (value: string) => value) =>
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
		<label class="sort-by"><span>Sort by</span><select value=${order?.by ?? ''} onChange=${(event: FieldEvent) => onOrder(event.currentTarget.value ? nextOrder(null, event.currentTarget.value as ColumnName) : null)}>
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
