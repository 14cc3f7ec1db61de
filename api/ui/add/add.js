import {useEffect, useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Empty, Failure, Tabs, ViewHead} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {changeQuery} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {useFocus} from '../state/use-focus.js';
import {useTyped} from '../state/use-typed.js';
import {FirstSteps} from '../steps/first-steps.js';
import {AddDialog} from './add-dialog.js';
import {Result} from './result.js';

/** @typedef {import('../client/types.js').FoundTitle} Found */
/** @typedef {'movies' | 'series'} Kind */
/** @typedef {{kind: Kind, title: Found}} OfKind */

const kinds = [
	{value: '', label: 'All'},
	{value: 'movies', label: 'Movies'},
	{value: 'series', label: 'Series'},
];

/** One of each in turn: each list has its best match first. @param {readonly OfKind[]} some @param {readonly OfKind[]} others */
export function inTurn(some, others) {
	return Array.from({length: Math.max(some.length, others.length)}, (_none, index) => [some[index], others[index]])
		.flat()
		.filter(each => each !== undefined);
}

/** Movies and series of one search. @param {string} text @param {string} wanted */
function useFound(text, wanted) {
	const query = toQuery({query: text});
	const pathOf = (/** @type {Kind} */ kind) => (text && (wanted === '' || wanted === kind) ? `api/lookup/${kind}${query}` : null);
	/** @type {import('../state/use-data.js').Data<{results: Found[]}>} */
	const movies = useData(pathOf('movies'));
	/** @type {import('../state/use-data.js').Data<{results: Found[]}>} */
	const series = useData(pathOf('series'));
	const toList = (/** @type {typeof movies} */ {data}, /** @type {Kind} */ kind) => (data?.results ?? []).map(title => ({kind, title}));
	return {
		found: inTurn(toList(movies, 'movies'), toList(series, 'series')),
		isLoading: movies.isLoading || series.isLoading,
		// What one kind has found is worth showing.
		error: movies.error && (series.error || wanted === 'movies') ? movies.error : wanted === 'series' ? series.error : null,
		reload() {
			movies.reload();
			series.reload();
		},
	};
}

/** @param {import('../state/route.js').ViewProps} props */
export function View({query}) {
	const wanted = query.get('kind') ?? '';
	const text = query.get('title') ?? '';
	const [typed, setTyped] = useTyped(text, title => changeQuery({title}));
	const first = useFocus();
	const [chosen, setChosen] = useState(/** @type {OfKind | null} */ (null));
	const found = useFound(text, wanted);
	useEffect(() => setChosen(null), [text]);
	return html`<${ViewHead} title="Add a title">
			<${Tabs} label="Movies or series" value=${wanted} choices=${kinds} onChange=${(/** @type {string} */ kind) => changeQuery({kind})} />
		<//>
		<label class="search big"><span class="hidden">Title</span><${Icon} name="search" />
			<input type="search" placeholder="Title, or an id: imdb:tt0133093, tmdb:603, tvdb:81189"
				ref=${first} maxlength="200" value=${typed} onInput=${(/** @type {any} */ event) => setTyped(event.currentTarget.value)} /></label>
		${query.has('folder') && html`<p class="hint">Its folder is <bdi>${query.get('folder')}</bdi>, and the files in it are taken in.</p>`}
		<${Results} ...${found} text=${text} onChoose=${setChosen} />
		${chosen && html`<${AddDialog} key=${`${chosen.kind} ${chosen.title.metaId}`} kind=${chosen.kind} found=${chosen.title} folder=${query.get('folder')} onClose=${() => setChosen(null)} />`}`;
}

/** @param {ReturnType<typeof useFound> & {text: string, onChoose: (found: OfKind) => void}} props */
function Results({found, isLoading, error, reload, text, onChoose}) {
	if (!text) {
		return html`<${FirstSteps} /><${Empty} icon="search" title="What would you like to see?"><p>Type a title. Titles you already have are marked.</p><//>`;
	}
	if (error) {
		return html`<${Failure} error=${error} onRetry=${reload} />`;
	}
	if (isLoading) {
		return html`<p class="searching" role="status"><span class="spinner" />Asking the metadata provider …</p>`;
	}
	if (found.length === 0) {
		return html`<${Empty} icon="search" title="No title found"><p>Try fewer words, or the original title.</p><//>`;
	}
	return html`<ul class="rows results">${found.map(
		each =>
			html`<${Result} key=${`${each.kind} ${each.title.metaId}`} found=${each.title} kind=${each.kind} onChoose=${() => onChoose(each)} />`,
	)}</ul>`;
}
