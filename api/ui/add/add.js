import {useState} from 'preact/hooks';
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

const kinds = [
	{value: 'movies', label: 'Movie'},
	{value: 'series', label: 'Series'},
];

/** @param {import('../state/route.js').ViewProps} props */
export function View({query}) {
	const kind = query.get('kind') === 'series' ? 'series' : 'movies';
	const text = query.get('title') ?? '';
	const [typed, setTyped] = useTyped(text, title => changeQuery({title}));
	const first = useFocus();
	const [chosen, setChosen] = useState(/** @type {Found | null} */ (null));
	/** @type {import('../state/use-data.js').Data<{results: Found[]}>} */
	const found = useData((text && `api/lookup/${kind}${toQuery({query: text})}`) || null);
	return html`<${ViewHead} title="Add a title">
			<${Tabs} label="Movie or series" value=${kind} choices=${kinds} onChange=${(/** @type {string} */ value) => changeQuery({kind: value})} />
		<//>
		<label class="search big"><span class="hidden">Title</span><${Icon} name="search" />
			<input type="search" placeholder=${kind === 'movies' ? 'Title, or an id: imdb:tt0133093' : 'Title, or an id: tvdb:81189'}
				ref=${first} maxlength="200" value=${typed} onInput=${(/** @type {any} */ event) => setTyped(event.currentTarget.value)} /></label>
		<${Results} found=${found} text=${text} kind=${kind} onChoose=${setChosen} />
		${chosen && html`<${AddDialog} key=${chosen.metaId} kind=${kind} found=${chosen} onClose=${() => setChosen(null)} />`}`;
}

/**
 * @typedef {import('../state/use-data.js').Data<{results: Found[]}>} FoundData
 * @param {{found: FoundData, text: string, kind: 'movies' | 'series', onChoose: (found: Found) => void}} props
 */
function Results({found, text, kind, onChoose}) {
	if (!text) {
		return html`<${FirstSteps} /><${Empty} icon="search" title="What would you like to see?"><p>Type a title. Titles you already have are marked.</p><//>`;
	}
	if (found.error) {
		return html`<${Failure} error=${found.error} onRetry=${found.reload} />`;
	}
	if (!found.data) {
		return html`<p class="searching" role="status"><span class="spinner" />Asking the metadata provider …</p>`;
	}
	if (found.data.results.length === 0) {
		return html`<${Empty} icon="search" title="No title found"><p>Try fewer words, or the original title.</p><//>`;
	}
	return html`<ul class="rows results">${found.data.results.map(
		each => html`<${Result} key=${each.metaId} found=${each} kind=${kind} onChoose=${() => onChoose(each)} />`,
	)}</ul>`;
}
