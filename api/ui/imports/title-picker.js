import {useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {TextField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {useData} from '../state/use-data.js';
import {useTyped} from '../state/use-typed.js';

/** @typedef {{id: string, title: string, year: number | null}} Named */

/**
 * Finds a title of the library.
 * @param {{label: string, onPick: (title: import('../client/types.js').ChosenTitle) => void}} props
 */
export function TitlePicker({label, onPick}) {
	const [search, setSearch] = useState('');
	const [typed, setTyped] = useTyped(search, setSearch);
	const path = (/** @type {string} */ kind) => (search ? `api/library/${kind}${query({search, limit: 5})}` : null);
	/** @type {import('../state/use-data.js').Data<{movies: Named[]}>} */
	const movies = useData(path('movies'));
	/** @type {import('../state/use-data.js').Data<{series: Named[]}>} */
	const series = useData(path('series'));
	const pick = (/** @type {Named} */ title, /** @type {'movieId' | 'seriesId'} */ key) => () => {
		setTyped('');
		setSearch('');
		onPick({name: title.title, ids: {[key]: title.id}});
	};
	const choices = [
		...(movies.data?.movies ?? []).map(title => ({title, key: /** @type {const} */ ('movieId')})),
		...(series.data?.series ?? []).map(title => ({title, key: /** @type {const} */ ('seriesId')})),
	];
	return html`<div class="picker">
		<${TextField} label=${label} type="search" placeholder="Search the library" value=${typed} onInput=${setTyped} />
		${choices.map(({title, key}) => html`<button key=${title.id} type="button" class="button" onClick=${pick(title, key)}>${title.title} ${title.year ?? ''}</button>`)}
	</div>`;
}
