import {useState} from 'preact/hooks';
import {AddDialog} from '../add/add-dialog.js';
import {useFound} from '../add/use-found.js';
import {query} from '../client/client.js';
import {Button} from '../parts/button.js';
import {TextField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {number} from '../parts/text.js';
import {useData} from '../state/use-data.js';
import {useTyped} from '../state/use-typed.js';

/** @typedef {{id: string, title: string, year: number | null}} Named */
/** @typedef {import('../client/types.js').Pagination} Pagination */

/**
 * Finds a title of the library, or adds one that is not there yet.
 * @param {{label: string, onPick: (title: import('../client/types.js').ChosenTitle) => void}} props
 */
export function TitlePicker({label, onPick}) {
	const [search, setSearch] = useState('');
	const [typed, setTyped] = useTyped(search, setSearch);
	/** Stays on while the person goes on typing. */
	const [isLookingUp, setLookingUp] = useState(false);
	const path = (/** @type {string} */ kind) => (search ? `api/library/${kind}${query({search, limit: 5})}` : null);
	/** @type {import('../state/use-data.js').Data<{movies: Named[], pagination: Pagination}>} */
	const movies = useData(path('movies'));
	/** @type {import('../state/use-data.js').Data<{series: Named[], pagination: Pagination}>} */
	const series = useData(path('series'));
	const pick =
		(/** @type {Named} */ {id, title}, /** @type {'movie' | 'series'} */ kind) =>
		() => {
			setTyped('');
			setSearch('');
			setLookingUp(false);
			onPick({kind, id, title, episodes: []});
		};
	const added = (/** @type {import('../add/use-found.js').OfKind} */ {kind, title}, /** @type {string} */ id) =>
		pick({...title, id}, kind === 'movies' ? 'movie' : 'series')();
	const choices = [
		...(movies.data?.movies ?? []).map(title => ({title, kind: /** @type {const} */ ('movie')})),
		...(series.data?.series ?? []).map(title => ({title, kind: /** @type {const} */ ('series')})),
	];
	const fault = movies.error ?? series.error;
	const others = (movies.data?.pagination.total ?? 0) + (series.data?.pagination.total ?? 0) - choices.length;
	const isNone = movies.data && series.data && choices.length === 0;
	const more = others > 0 ? `${number(others)} more fit. Type more of the name.` : undefined;
	return html`<div class="picker">
		<${TextField} label=${label} type="search" placeholder="Search the library" value=${typed} onInput=${setTyped} fault=${fault?.message}
			hint=${isNone ? 'No title in the library matches.' : movies.isLoading || series.isLoading ? 'Searching …' : more} />
		${isNone && (isLookingUp ? html`<${NewTitle} text=${search} onAdded=${added} />` : html`<${Button} icon="search" label="Look it up and add it" onClick=${() => setLookingUp(true)} />`)}
		${choices.map(
			({
				title,
				kind,
			}) => html`<button key=${title.id} type="button" class="button" onClick=${pick(title, kind)}><${Icon} name=${kind === 'movie' ? 'film' : 'tv'} />
				<span>${title.title} ${title.year ?? ''}<span class="hidden">, ${kind}</span></span></button>`,
		)}
	</div>`;
}

/** Titles that are offered at once. */
const fewTitles = 5;

/**
 * Titles of the metadata provider, of which one is added to the library.
 * @param {{text: string, onAdded: (title: import('../add/use-found.js').OfKind, id: string) => void}} props
 */
function NewTitle({text, onAdded}) {
	const [chosen, setChosen] = useState(/** @type {import('../add/use-found.js').OfKind | null} */ (null));
	const {found, isLoading, error} = useFound(text, '');
	const hint =
		error?.message ??
		(isLoading ? 'Asking the metadata provider …' : found.length === 0 ? 'The metadata provider knows no such title either.' : '');
	return html`<p class="hint" role="status">${hint}</p>
		${found.slice(0, fewTitles).map(each => {
			const {metaId, title, year, inLibrary, id} = each.title;
			const isHere = inLibrary && id; // under another name than the one that was typed
			return html`<${Button} key=${`${each.kind} ${metaId}`} icon=${isHere ? 'check' : 'plus'} label=${`${isHere ? 'Choose' : 'Add'} ${title}${year ? ` (${year})` : ''}`}
				onClick=${() => (isHere ? onAdded(each, id) : setChosen(each))} />`;
		})}
		${chosen && html`<${AddDialog} kind=${chosen.kind} found=${chosen.title} onAdded=${(/** @type {string} */ id) => onAdded(chosen, id)} onClose=${() => setChosen(null)} />`}`;
}
