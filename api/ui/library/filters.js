import {useState} from 'preact/hooks';
import {useTags} from '../forms/title-tags-field.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {useApp} from '../state/app-state.js';
import {useLibraries} from '../state/choices.js';
import {changeQuery} from '../state/route.js';
import {sortsOf} from './columns.js';
import {conditionsIn, toConditions} from './conditions.js';
import {FilterDialog} from './filter-dialog.js';

const choices = [
	{value: '', label: 'All', conditions: {}},
	{value: 'missing', label: 'Missing', conditions: {monitored: 'true', downloaded: 'false'}},
	{value: 'here', label: 'In the library', conditions: {downloaded: 'true'}},
	{value: 'unmonitored', label: 'Not monitored', conditions: {monitored: 'false'}},
];

/** @param {string} value @param {string} label @param {readonly any[]} options @param {(value: string) => void} onChange */
const select = (value, label, options, onChange) =>
	html`<select aria-label=${label} value=${value} onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.value)}>
		${options.map(each => html`<option key=${each.value} value=${each.value} selected=${each.value === value}>${each.label}</option>`)}
	</select>`;

/**
 * @typedef {object} FiltersProps
 * @property {'movies' | 'series'} kind
 * @property {URLSearchParams} query
 * @property {string} sort
 * @property {string} search
 * @property {(text: string) => void} onSearch
 * @property {boolean} isSelecting
 * @property {(isSelecting: boolean) => void} onSelecting
 * @property {any} viewChoice What chooses the view.
 */

/** @param {FiltersProps} props */
export function Filters({kind, query, sort, search, onSearch, isSelecting, onSelecting, viewChoice}) {
	const {may} = useApp();
	const [isOpen, setOpen] = useState(false);
	/** On phones, where posters have the room of the other tools. */
	const [isShowing, setShowing] = useState(false);
	const conditions = conditionsIn(kind, query);
	const set = (/** @type {object} */ changes) => changeQuery(toConditions(kind, {...conditions, ...changes}));
	const shown = choices.findLast(each => isMet(each.conditions, conditions))?.value ?? '';
	const show = (/** @type {string} */ value) =>
		set({monitored: null, downloaded: null, ...choices.find(each => each.value === value)?.conditions});
	const libraries = useLibraries(kind);
	const tags = withChosen(
		useTags().map(({label}) => label),
		conditions['tag'] ?? null,
	).map(label => ({value: label, label}));
	const all = (/** @type {string} */ label, /** @type {readonly any[]} */ options) => [{value: '', label}, ...options];
	const count = Object.keys(conditions).length;
	return html`<div class=${`filters of-library ${isShowing ? 'open' : ''}`}>
		<label class="search"><span class="hidden">Search the library</span><${Icon} name="search" />
			<input type="search" placeholder="Search" value=${search} onInput=${(/** @type {any} */ event) => onSearch(event.currentTarget.value)} /></label>
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

/** @param {{kind: 'movies' | 'series', sort: string}} props */
function SortChoice({kind, sort}) {
	const [field = 'title', way = 'asc'] = sort.split(':');
	const sorts = sortsOf[kind];
	const options = sorts.map(each => ({value: each.field, label: each.label}));
	const change = (/** @type {string} */ next) =>
		changeQuery({sort: `${next}:${sorts.find(each => each.field === next)?.isDownward ? 'desc' : 'asc'}`});
	const isDownward = way === 'desc';
	return html`<span class="sort">${select(field, 'Sort by', options, change)}
		<${Button} bare icon=${isDownward ? 'down' : 'up'} label=${isDownward ? 'Descending; reverse' : 'Ascending; reverse'}
			onClick=${() => changeQuery({sort: `${field}:${isDownward ? 'asc' : 'desc'}`})} /></span>`;
}

/** Whether conditions are among others. @param {Record<string, string>} some @param {Record<string, string>} all */
const isMet = (some, all) => Object.entries(some).every(([name, value]) => all[name] === value);

/** A tag in the address may be none of those that there are. @param {readonly string[]} labels @param {string | null} chosen */
function withChosen(labels, chosen) {
	return chosen === null || labels.includes(chosen) ? [...labels].sort() : [chosen, ...[...labels].sort()];
}
