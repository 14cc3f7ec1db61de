import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {useApp} from '../state/app-state.js';
import {changeQuery, to} from '../state/route.js';
import {useLibraries} from '../title/choices.js';
import {useTags} from '../title/tags-field.js';

const choices = [
	{value: '', label: 'All'},
	{value: 'missing', label: 'Missing'},
	{value: 'here', label: 'In the library'},
	{value: 'unmonitored', label: 'Not monitored'},
];

/**
 * @typedef {object} FiltersProps
 * @property {'movies' | 'series'} kind
 * @property {URLSearchParams} query
 * @property {readonly {value: string, label: string}[]} sorts
 * @property {string} search
 * @property {(text: string) => void} onSearch
 * @property {boolean} isSelecting
 * @property {(isSelecting: boolean) => void} onSelecting
 */

/** @param {FiltersProps} props */
export function Filters({kind, query, sorts, search, onSearch, isSelecting, onSelecting}) {
	const {may} = useApp();
	const select = (/** @type {string} */ name, /** @type {readonly any[]} */ options) =>
		html`<select aria-label=${name === 'show' ? 'Show' : 'Sort by'} value=${query.get(name) ?? options[0].value}
			onChange=${(/** @type {any} */ event) => changeQuery({[name]: event.currentTarget.value})}>
			${options.map(each => html`<option key=${each.value} value=${each.value}>${each.label}</option>`)}
		</select>`;
	const libraries = useLibraries(kind);
	const tags = useTags();
	const choice = (
		/** @type {string} */ name,
		/** @type {string} */ label,
		/** @type {string} */ all,
		/** @type {readonly any[]} */ options,
	) =>
		html`<select aria-label=${label} value=${query.get(name) ?? ''} onChange=${(/** @type {any} */ event) => changeQuery({[name]: event.currentTarget.value})}>
			<option value="">${all}</option>
			${options.map(each => html`<option key=${each.value} value=${each.value} selected=${each.value === query.get(name)}>${each.label}</option>`)}
		</select>`;
	const tagChoices = withChosen(
		tags.map(({label}) => label),
		query.get('tag'),
	).map(label => ({value: label, label}));
	return html`<div class="filters">
		<label class="search"><span class="hidden">Search the library</span><${Icon} name="search" />
			<input type="search" placeholder="Search" value=${search} onInput=${(/** @type {any} */ event) => onSearch(event.currentTarget.value)} /></label>
		${select('show', choices)}
		${libraries.length > 0 && choice('library', 'Library', 'All libraries', libraries)}
		${tagChoices.length > 0 && choice('tag', 'Tag', 'All tags', tagChoices)}
		${select('sort', sorts)}
		${may('editTitles') && html`<${Button} icon="check" label="Select" pressed=${isSelecting} onClick=${() => onSelecting(!isSelecting)} />`}
		<a class="button primary" href=${to(`add?kind=${kind}`)}><${Icon} name="plus" />Add</a>
	</div>`;
}

/** A tag in the address may be none of those that there are. @param {readonly string[]} labels @param {string | null} chosen */
function withChosen(labels, chosen) {
	return chosen === null || labels.includes(chosen) ? [...labels].sort() : [chosen, ...[...labels].sort()];
}
