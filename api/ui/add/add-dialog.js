import {useState} from 'preact/hooks';
import {toProblem} from '../client/problem.js';
import {Failure, Waiting} from '../parts/blocks.js';
import {Dialog} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {Poster} from '../parts/poster.js';
import {isolated} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useChoices} from '../state/choices.js';
import {goTo, to} from '../state/route.js';
import {store, stored} from '../state/stored.js';
import {useData} from '../state/use-data.js';
import {AddForm} from './add-form.js';
import {FactsOf} from './facts.js';

/** @typedef {import('../client/types.js').FoundTitle} Found */

/**
 * What a folder that is there already asks for.
 * @param {string | null} folder
 * @param {readonly {path: string}[]} roots
 */
function rootOf(folder, roots) {
	const root = folder && roots.find(({path}) => folder.startsWith(path.endsWith('/') ? path : `${path}/`));
	return root ? {rootFolderPath: root.path, searchOnAdd: false} : {};
}

/** What is chosen last is offered first the next time. @returns {Record<string, any>} */
function remembered() {
	try {
		return JSON.parse(stored('add') ?? '{}');
	} catch {
		return {};
	}
}

/**
 * @typedef {object} AddDialogProps
 * @property {'movies' | 'series'} kind
 * @property {Found} found
 * @property {string | null} [folder] Where the title lies already.
 * @property {(id: string) => void} [onAdded] Its file is there, so it is not searched, and its page is not opened.
 * @property {() => void} onClose
 *
 * @param {AddDialogProps} props
 */
export function AddDialog({kind, found, folder = null, onAdded, onClose}) {
	const {client, notify, user} = useApp();
	const {profiles, languages, folders, error} = useChoices();
	/** @type {import('../state/use-data.js').Data<import('./facts.js').Facts>} */
	const {data: facts} = useData(`api/lookup/${kind}/${found.metaId}`);
	const [problem, setProblem] = useState(/** @type {import('../client/problem.js').Problem | null} */ (null));
	const add = async (/** @type {Record<string, unknown>} */ values) => {
		try {
			const {id, message} = await client.post(`api/library/${kind}`, {...values, metaId: found.metaId});
			// Another title has other seasons, another type and other tags.
			const {seasonOptions: _seasons, type: _type, tags: _tags, ...kept} = values;
			store('add', JSON.stringify({...remembered(), [kind]: kept}));
			if (folder) {
				await client.put(`api/library/${kind}/${id}`, {path: folder});
				await client.post('api/tasks/libraryScan/run', {});
			}
			notify(message);
			if (onAdded) {
				onAdded(id);
				return;
			}
			goTo(`${kind}/${id}`);
		} catch (failure) {
			setProblem(toProblem(failure));
		}
	};
	const isReady = profiles && languages && folders;
	return html`<${Dialog} title=${`Add ${isolated(found.title)}${found.year ? ` (${found.year})` : ''}`} onClose=${onClose}>
		<div class="pictured found"><${Poster} title=${found.title} url=${found.posterUrl} />
			<div class="grow">${facts && html`<${FactsOf} kind=${kind} facts=${facts} />`}<p class="overview" dir="auto">${found.overview}</p></div></div>
		${error && html`<${Failure} error=${error} />`}
		${problem?.isBeyond(['rootFolderPath', 'qualityProfileId']) && html`<${Failure} error=${problem} />`}
		${!isReady && html`<${Waiting} rows=${4} />`}
		${
			isReady &&
			folders.length === 0 &&
			html`<p>There is no root folder yet, so Kinoteka does not know where to put it.
			${user.get()?.role === 'admin' ? html`${' '}<a href=${to('settings/folders?add=true')}>Add a root folder</a> first.` : ' Ask an administrator to add one.'}</p>`
		}
		${
			isReady &&
			folders.length > 0 &&
			html`<${AddForm} kind=${kind} profiles=${profiles} languages=${languages} folders=${folders} facts=${facts} remembered=${{...remembered()[kind], ...rootOf(folder, folders), ...(onAdded && {searchOnAdd: false})}}
			problem=${problem} onAdd=${add} onClose=${onClose} />`
		}
	<//>`;
}
