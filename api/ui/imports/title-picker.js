import {useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {TextField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {number} from '../parts/text.js';
import {useData} from '../state/use-data.js';
import {useTyped} from '../state/use-typed.js';

/** @typedef {{id: string, title: string, year: number | null}} Named */
/** @typedef {import('../client/types.js').Pagination} Pagination */

/**
 * Finds a title of the library.
 * @param {{label: string, onPick: (title: import('../client/types.js').ChosenTitle) => void}} props
 */
export function TitlePicker({label, onPick}) {
	const [search, setSearch] = useState('');
	const [typed, setTyped] = useTyped(search, setSearch);
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
			onPick({kind, id, title, episodes: []});
		};
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
		${choices.map(
			({
				title,
				kind,
			}) => html`<button key=${title.id} type="button" class="button" onClick=${pick(title, kind)}><${Icon} name=${kind === 'movie' ? 'film' : 'tv'} />
				<span>${title.title} ${title.year ?? ''}<span class="hidden">, ${kind}</span></span></button>`,
		)}
	</div>`;
}
