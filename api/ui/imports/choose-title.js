import {useEffect, useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Empty, Loaded, Tabs} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {TextField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {useData} from '../state/use-data.js';
import {ChooseEpisodes} from './choose-episodes.js';

/** @typedef {import('./candidates.js').Choice} Choice */
/** @typedef {{id: string, title: string, year: number | null}} Title */

/** Milliseconds after the last letter. */
const typingMs = 300;
const kinds = [
	{value: 'movies', label: 'Movie'},
	{value: 'series', label: 'Series'},
];

/** Finds the title of a file in the library. @param {{name: string, onChoose: (choice: Choice) => void, onClose: () => void}} props */
export function ChooseTitle({name, onChoose, onClose}) {
	const [kind, setKind] = useState('movies');
	const [typed, setTyped] = useState('');
	const [search, setSearch] = useState('');
	const [series, setSeries] = useState(/** @type {Title | null} */ (null));
	useEffect(() => {
		const timer = setTimeout(() => setSearch(typed.trim()), typingMs);
		return () => clearTimeout(timer);
	}, [typed]);
	/** @type {import('../state/use-data.js').Data<{movies?: Title[], series?: Title[]}>} */
	const found = useData(`api/library/${kind}${toQuery({search, limit: 20, sort: 'title'})}`);
	const choose = (/** @type {Title} */ title) =>
		kind === 'series' ? setSeries(title) : onChoose({isChosen: true, movie: title, series: null, episodes: []});
	return html`<${Dialog} title="Which title is it?" onClose=${onClose}>
		<div class="form"><p class="hint">${name}</p>
		${
			series
				? html`<${ChooseEpisodes} series=${series} onBack=${() => setSeries(null)}
					onChoose=${(/** @type {Choice['episodes']} */ episodes) => onChoose({isChosen: true, movie: null, series, episodes})} />`
				: html`<${Tabs} label="Movie or series" value=${kind} choices=${kinds} onChange=${setKind} />
			<${TextField} label="Title in the library" type="search" value=${typed} onInput=${setTyped} autocomplete="off" />
			<${Loaded} from=${found} rows=${3}>${(/** @type {{movies?: Title[], series?: Title[]}} */ {movies, series: shows}) => html`<${Titles} titles=${movies ?? shows ?? []} onChoose=${choose} />`}<//>`
		}</div>
	<//>`;
}

/** @param {{titles: readonly Title[], onChoose: (title: Title) => void}} props */
function Titles({titles, onChoose}) {
	return titles.length === 0
		? html`<${Empty} icon="search" title="Nothing in the library is called that"><p>Add the title first.</p><//>`
		: html`<ul class="lines">${titles.map(
				each => html`<li key=${each.id}><span class="grow">${each.title} <span class="muted">${each.year}</span></span>
					<${Button} label="Choose" onClick=${() => onChoose(each)} /></li>`,
			)}</ul>`;
}
