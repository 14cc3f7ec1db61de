import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Empty, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {SelectField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {Pager} from '../parts/pager.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';
import {CandidateRow, readTitle} from './candidate-row.js';

/** @typedef {import('../client/types.js').ImportCandidate} Candidate */
/** @typedef {import('../client/types.js').ChosenTitle} Chosen */
/**
 * @typedef {{folder: string, candidates: Candidate[], pagination: import('../client/types.js').Pagination}} CandidatesPage
 */
/** @typedef {{path?: string, queueId?: string, page?: number}} Place A folder, or a download of the queue. */

const modes = [
	{value: 'hardlink', label: 'Hard link, or copy'},
	{value: 'copy', label: 'Copy'},
	{value: 'move', label: 'Move'},
];

/**
 * The files of a place, what the service read of each, and to which title a person gives it.
 * @param {{from: Place, onStarted: () => void, onClose?: () => void}} props
 */
export function Candidates({from, onStarted, onClose}) {
	/** @type {import('../state/use-data.js').Data<CandidatesPage>} */
	const found = useData(`api/manual-import${toQuery({...from, limit: 50})}`);
	const done = () => {
		found.reload();
		onStarted();
	};
	return html`<${Loaded} from=${found} rows=${3}>${(/** @type {CandidatesPage} */ {folder, candidates, pagination}) => html`
		<p class="hint">${folder}</p>
		${
			candidates.length === 0
				? html`<${Empty} icon="folder" title="There is no video to import"><p>Files that the library has already are left out.</p><//>`
				: html`<${Choices} key=${from.page} candidates=${candidates} onStarted=${done} onClose=${onClose} /><${Pager} page=${from.page ?? 1} pages=${pagination.totalPages} />`
		}`}<//>`;
}

/** @param {{candidates: readonly Candidate[], onStarted: () => void, onClose?: () => void}} props */
function Choices({candidates, onStarted, onClose}) {
	const {client, attempt} = useApp();
	const [chosen, setChosen] = useState(() => soundTitles(candidates));
	const [mode, setMode] = useState('hardlink');
	const files = Object.entries(chosen).flatMap(([path, title]) => (title ? [{path, ...title.ids}] : []));
	const start = async () => {
		if (await attempt(() => startImports(client, files, mode))) {
			onStarted();
		}
	};
	return html`<ul class="rows">${candidates.map(
		each => html`<${CandidateRow} key=${each.id} candidate=${each} chosen=${chosen[each.path] ?? null}
			onChoose=${(/** @type {Chosen | null} */ title) => setChosen({...chosen, [each.path]: title})} />`,
	)}</ul>
	<footer class="actions import-foot">
		<${SelectField} label="How" value=${mode} choices=${modes} onChange=${setMode} />
		${onClose && html`<${Button} label="Cancel" onClick=${onClose} />`}
		<${Button} kind="primary" icon="import" label=${`Import ${files.length || ''}`} disabled=${files.length === 0} onClick=${start} />
	</footer>`;
}

/**
 * What is chosen at first: titles that nothing speaks against.
 * @param {readonly Candidate[]} candidates
 * @returns {Record<string, Chosen | null>}
 */
function soundTitles(candidates) {
	return Object.fromEntries(candidates.filter(({rejections}) => rejections.length === 0).map(each => [each.path, readTitle(each)]));
}

/**
 * A file that could not be started makes it a failure, with its reason.
 * @param {import('../client/client.js').Client} client @param {readonly object[]} files @param {string} mode
 */
async function startImports(client, files, mode) {
	const {imports, message} = await client.post('api/manual-import', {files, mode});
	const faults = imports.flatMap((/** @type {{error: string | null}} */ {error}) => error ?? []);
	if (faults.length > 0) {
		throw new Error([message, ...faults].join(' '));
	}
	return {message};
}
