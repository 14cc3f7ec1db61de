import {useState} from 'preact/hooks';
import {useTags} from '../forms/title-tags-field.ts';
import {Button} from '../parts/button.ts';
import type {Choice} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {useApp} from '../state/app-state.ts';
import {changeQuery} from '../state/route.ts';
import {sortsOf} from './columns.ts';
import {conditionsIn, toConditions} from './conditions.ts';
import {FilterDialog} from './filter-dialog.ts';
import {chooseSort} from './kept-sort.ts';

const choices = [
	{value: '', label: 'All', conditions: {}},
	{value: 'missing', label: 'Missing', conditions: {monitored: 'true', downloaded: 'false'}},
	{value: 'here', label: 'In the library', conditions: {downloaded: 'true'}},
	{value: 'unmonitored', label: 'Not monitored', conditions: {monitored: 'false'}},
];

const select = (value: string, label: string, options: readonly any[], onChange: (value: string) => void) =>
	html`<select aria-label=${label} value=${value} onChange=${(event: FieldEvent) => onChange(event.currentTarget.value)}>
		${options.map(each => html`<option key=${each.value} value=${each.value} selected=${each.value === value}>${each.label}</option>`)}
	</select>`;

interface FiltersProps {
	kind: 'movies' | 'series';
	query: URLSearchParams;
	sort: string;
	search: string;
	onSearch: (text: string) => void;
	isSelecting: boolean;
	onSelecting: (isSelecting: boolean) => void;
	libraries: readonly Choice[];
	/** What chooses the view. */
	viewChoice: any;
}

export function Filters({kind, query, sort, search, onSearch, isSelecting, onSelecting, libraries, viewChoice}: FiltersProps) {
	const {may} = useApp();
	const [isOpen, setOpen] = useState(false);
	/** On phones, where posters have the room of the other tools. */
	const [isShowing, setShowing] = useState(false);
	const conditions = conditionsIn(kind, query);
	const set = (changes: object) => changeQuery(toConditions(kind, {...conditions, ...changes}));
	const shown = choices.findLast(each => isMet(each.conditions, conditions))?.value ?? '';
	const show = (value: string) => set({monitored: null, downloaded: null, ...choices.find(each => each.value === value)?.conditions});
	const tags = withChosen(
		useTags().map(({label}) => label),
		conditions['tag'] ?? null,
	).map(label => ({value: label, label}));
	const all = (label: string, options: readonly any[]) => [{value: '', label}, ...options];
	const count = Object.keys(conditions).length;
	return html`<div class=${`filters of-library ${isShowing ? 'open' : ''}`}>
		<label class="search"><span class="hidden">Search the library</span><${Icon} name="search" />
			<input type="search" placeholder="Search" value=${search} onInput=${(event: FieldEvent) => onSearch(event.currentTarget.value)} /></label>
		<span class="view-button"><${Button} icon="settings" label=${count > 0 ? `View · ${count}` : 'View'} expanded=${isShowing} onClick=${() => setShowing(!isShowing)} /></span>
		<div class="view-tools">${select(shown, 'Show', choices, show)}
		${libraries.length > 0 && select(conditions['libraryId'] ?? '', 'Library', all('All libraries', libraries), libraryId => set({libraryId}))}
		${tags.length > 0 && select(conditions['tag'] ?? '', 'Tag', all('All tags', tags), tag => set({tag}))}
		<${Button} icon="split" label=${count > 0 ? `Filter · ${count}` : 'Filter'} onClick=${() => setOpen(true)} />
		<${SortChoice} kind=${kind} sort=${sort} />
		${viewChoice}
		${may('editTitles') && html`<${Button} icon="check" label="Select" pressed=${isSelecting} onClick=${() => onSelecting(!isSelecting)} />`}</div>
		${isOpen && html`<${FilterDialog} kind=${kind} conditions=${conditions} sort=${sort} onClose=${() => setOpen(false)} />`}
	</div>`;
}

function SortChoice({kind, sort}: {kind: 'movies' | 'series'; sort: string}) {
	const [field = 'title', way = 'asc'] = sort.split(':');
	const sorts = sortsOf[kind];
	const options = sorts.map(each => ({value: each.field, label: each.label}));
	const change = (next: string) => chooseSort(kind, `${next}:${sorts.find(each => each.field === next)?.isDownward ? 'desc' : 'asc'}`);
	const isDownward = way === 'desc';
	return html`<span class="sort">${select(field, 'Sort by', options, change)}
		<${Button} bare icon=${isDownward ? 'down' : 'up'} label=${isDownward ? 'Descending; reverse' : 'Ascending; reverse'}
			onClick=${() => chooseSort(kind, `${field}:${isDownward ? 'asc' : 'desc'}`)} /></span>`;
}

/** Whether conditions are among others. */
const isMet = (some: Record<string, string>, all: Record<string, string>) =>
	Object.entries(some).every(([name, value]) => all[name] === value);

/** A tag in the address may be none of those that there are. */
function withChosen(labels: readonly string[], chosen: string | null) {
	return chosen === null || labels.includes(chosen) ? [...labels].sort() : [chosen, ...[...labels].sort()];
}
