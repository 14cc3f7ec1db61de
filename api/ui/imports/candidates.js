import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Empty, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {SelectField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {Pager} from '../parts/pager.js';
import {useApp} from '../state/app-state.js';
import {usePlace} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {CandidateRow} from './candidate-row.js';

/**
 * @typedef {object} Candidate
 * @property {string} id
 * @property {string} path
 * @property {string} name
 * @property {number} size
 * @property {{id: string, title: string, year: number | null} | null} movie
 * @property {{id: string, title: string} | null} series
 * @property {{id: string, seasonNumber: number, episodeNumber: number, title: string}[]} episodes
 * @property {string} quality
 * @property {string[]} languages
 * @property {string | null} releaseGroup
 * @property {{reason: string}[]} rejections
 *
 * @typedef {{folder: string, candidates: Candidate[], pagination: import('../client/types.js').Pagination}} CandidatesPage
 * @typedef {{isChosen: boolean, movie: Candidate['movie'], series: Candidate['series'], episodes: Candidate['episodes']}} Choice
 */

const modes = [
	{value: 'hardlink', label: 'Hard link, or copy'},
	{value: 'copy', label: 'Copy'},
	{value: 'move', label: 'Move'},
];

/** @param {Candidate} candidate @returns {Choice} */
const ownChoice = ({movie, series, episodes, rejections}) => ({
	isChosen: rejections.length === 0 && Boolean(movie ?? series),
	movie,
	series,
	episodes,
});

/** @param {{path: string, queueId: string}} props */
export function Candidates({path, queueId}) {
	const page = Number(usePlace().query.get('page')) || 1;
	/** @type {import('../state/use-data.js').Data<CandidatesPage>} */
	const found = useData(`api/manual-import${toQuery({path, queueId, page, limit: 50})}`);
	return html`<${Loaded} from=${found}>${(/** @type {CandidatesPage} */ {candidates, pagination}) =>
		candidates.length === 0
			? html`<${Empty} icon="folder" title="There is no video in this folder" />`
			: html`<${Choices} key=${page} candidates=${candidates} onStarted=${found.reload} /><${Pager} page=${page} pages=${pagination.totalPages} />`}<//>`;
}

/** @param {{candidates: readonly Candidate[], onStarted: () => void}} props */
function Choices({candidates, onStarted}) {
	const {client, attempt} = useApp();
	const [changed, setChanged] = useState(/** @type {Record<string, Choice>} */ ({}));
	const [mode, setMode] = useState('hardlink');
	const choiceOf = (/** @type {Candidate} */ candidate) => changed[candidate.id] ?? ownChoice(candidate);
	const chosen = candidates.filter(each => choiceOf(each).isChosen);
	const start = async () => {
		const files = chosen.map(each => ({path: each.path, ...titleOf(choiceOf(each))}));
		await attempt(async () => {
			const {imports, message} = await client.post('api/manual-import', {files, mode});
			const faults = imports.flatMap((/** @type {{error: string | null}} */ {error}) => error ?? []);
			if (faults.length > 0) {
				throw new Error([message, ...faults].join(' '));
			}
			return {message};
		});
		onStarted();
	};
	return html`<ul class="rows">${candidates.map(
		each =>
			html`<${CandidateRow} key=${each.id} candidate=${each} choice=${choiceOf(each)} onChange=${(/** @type {Choice} */ next) => setChanged({...changed, [each.id]: next})} />`,
	)}</ul>
	<div class="import-foot">
		<${SelectField} label="How" value=${mode} choices=${modes} onChange=${setMode} />
		<${Button} kind="primary" icon="import" label=${`Import ${chosen.length} ${chosen.length === 1 ? 'file' : 'files'}`} disabled=${chosen.length === 0} onClick=${start} />
	</div>`;
}

/** @param {Choice} choice */
function titleOf({movie, series, episodes}) {
	return movie ? {movieId: movie.id} : {seriesId: series?.id, ...(episodes.length > 0 && {episodeIds: episodes.map(({id}) => id)})};
}
