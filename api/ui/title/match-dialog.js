import {useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {Empty, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {TextField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {Poster} from '../parts/poster.js';
import {counted, episodeCode, isolated} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';
import {useTyped} from '../state/use-typed.js';

/** @typedef {import('../client/types.js').FoundTitle} Found */
/**
 * @typedef {object} RematchedEpisode
 * @property {number} seasonNumber
 * @property {number} episodeNumber
 * @property {string | null} title
 * @property {string | null} newTitle
 * @property {boolean} isMatched
 *
 * @typedef {object} RematchPreview
 * @property {number} added
 * @property {number} removed
 * @property {number} matchedFiles
 * @property {number} leftFiles
 * @property {RematchedEpisode[]} files
 */

/**
 * Says which title of the provider this one really is.
 * @typedef {{kind: 'movies' | 'series', title: import('../client/types.js').Title}} Matched
 * @param {Matched & {onClose: () => void, onChanged: () => void}} props
 */
export function MatchDialog({kind, title, onClose, onChanged}) {
	const {client, attempt} = useApp();
	const [search, setSearch] = useState(title.title);
	const [typed, setTyped] = useTyped(search, setSearch);
	const [chosen, setChosen] = useState(/** @type {Found | null} */ (null));
	/** @type {import('../state/use-data.js').Data<{results: Found[]}>} */
	const found = useData(search ? `api/lookup/${kind}${query({query: search})}` : null);
	const path = `api/library/${kind}/${title.id}/match`;
	const save = async () => {
		if (await attempt(() => client.post(path, {metaId: chosen?.metaId}))) {
			onClose();
			onChanged();
		}
	};
	return html`<${Dialog} wide title=${`What is ${isolated(title.title)} really?`} onClose=${onClose}>
		<p class="hint">Its files, its folder and its history stay. The names of the files can be changed afterwards.</p>
		${
			chosen === null
				? html`<${TextField} label="Title" type="search" hint="A title, or an id such as imdb:tt0133093." value=${typed} onInput=${setTyped} />
					${search && html`<${Loaded} from=${found} rows=${3}>${(/** @type {{results: Found[]}} */ {results}) => html`<${Choices} results=${results} now=${title.metaId} onChoose=${setChosen} />`}<//>`}`
				: html`<p><strong>${nameOf(chosen)}</strong></p>${kind === 'series' && html`<${Episodes} path=${`${path}/preview${query({metaId: chosen.metaId})}`} />`}
					<footer class="actions"><${Button} label="Back" onClick=${() => setChosen(null)} /><${Button} kind="primary" label="This is it" onClick=${save} /></footer>`
		}
	<//>`;
}

/** @param {Found} found */
const nameOf = ({title, year}) => (year === null ? title : `${title} (${year})`);

/** @param {{results: readonly Found[], now: number, onChoose: (found: Found) => void}} props */
function Choices({results, now, onChoose}) {
	const others = results.filter(({metaId}) => metaId !== now);
	if (others.length === 0) {
		return html`<${Empty} icon="search" title="No other title found"><p>Try fewer words, or the original title.</p><//>`;
	}
	return html`<ul class="lines">${others.map(
		each => html`<li key=${each.metaId} class="pictured"><${Poster} title=${each.title} url=${each.posterUrl} /><span class="grow">${nameOf(each)} <span class="hint">${each.overview ? `${each.overview.slice(0, 120)} …` : ''}</span></span>
			<${Button} label=${`Choose ${nameOf(each)}`} onClick=${() => onChoose(each)} /></li>`,
	)}</ul>`;
}

/** Which episodes get the files. @param {{path: string}} props */
function Episodes({path}) {
	/** @type {import('../state/use-data.js').Data<RematchPreview>} */
	const preview = useData(path);
	return html`<${Loaded} from=${preview} rows=${4}>${(
		/** @type {RematchPreview} */ {files, matchedFiles, leftFiles, added, removed},
	) => html`
		<p>${counted(matchedFiles, 'file')} fit by number, ${leftFiles} do not and stay as they are. ${counted(added, 'episode')} come, ${removed} without a file go.</p>
		<ul class="lines ticks">${files.map(
			each =>
				html`<li key=${episodeCode(each)}><span class="number">${episodeCode(each)}</span><span class="grow">${each.title ?? '?'} → ${each.isMatched ? (each.newTitle ?? 'no title') : 'no episode of this number'}</span></li>`,
		)}</ul>`}<//>`;
}
