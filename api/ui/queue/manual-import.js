import {useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {Empty, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';
import {CandidateRow} from './candidate-row.js';

/** @typedef {import('../client/types.js').ImportCandidate} Candidate */
/** @typedef {{folder: string, candidates: Candidate[]}} Candidates */
/** @typedef {import('../client/types.js').ChosenTitle} Chosen */

/**
 * The files of a download, what the service read of each, and to which title a person gives it.
 * @param {{item: import('../client/types.js').QueueItem, onClose: () => void, onStarted: () => void}} props
 */
export function ManualImport({item, onClose, onStarted}) {
	const {client, attempt} = useApp();
	/** @type {import('../state/use-data.js').Data<Candidates>} */
	const found = useData(`api/manual-import${query({queueId: item.id, limit: 50})}`);
	const [chosen, setChosen] = useState(/** @type {Record<string, Chosen | null>} */ ({}));
	const files = Object.entries(chosen).flatMap(([path, title]) => (title ? [{path, ...title.ids}] : []));
	const start = async () => {
		if (await attempt(() => client.post('api/manual-import', {files}))) {
			onClose();
			onStarted();
		}
	};
	return html`<${Dialog} wide title="Import by hand" onClose=${onClose}>
		<p class="hint">${found.data?.folder ?? item.title}</p>
		<${Loaded} from=${found} rows=${3}>${(/** @type {Candidates} */ {candidates}) =>
			candidates.length === 0
				? html`<${Empty} icon="folder" title="There is no video to import"><p>Files that the library has already are left out.</p><//>`
				: html`<ul class="rows">${candidates.map(
						each => html`<${CandidateRow} key=${each.id} candidate=${each} chosen=${chosen[each.path] ?? null}
							onChoose=${(/** @type {Chosen | null} */ title) => setChosen({...chosen, [each.path]: title})} />`,
					)}</ul>`}<//>
		<footer class="actions">
			<${Button} label="Cancel" onClick=${onClose} />
			<${Button} kind="primary" icon="import" label=${`Import ${files.length || ''}`} disabled=${files.length === 0} onClick=${start} />
		</footer>
	<//>`;
}
