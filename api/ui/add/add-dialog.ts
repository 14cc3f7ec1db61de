import {useState} from 'preact/hooks';
import {type Problem, toProblem} from '../client/problem.ts';
import type {Library} from '../client/schemas.ts';
import type {FoundTitle as Found} from '../client/types.ts';
import {Failure, Waiting} from '../parts/blocks.ts';
import {Dialog} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {Poster} from '../parts/poster.ts';
import {isolated} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {useChoices} from '../state/choices.ts';
import {goTo, to} from '../state/route.ts';
import {store, stored} from '../state/stored.ts';
import {type Data, useData} from '../state/use-data.ts';
import {AddForm} from './add-form.ts';
import {type Facts, FactsOf} from './facts.ts';

/** What a folder that is there already asks for. */
function rootOf(folder: string | null, roots: readonly {path: string}[]) {
	const root = folder && roots.find(({path}) => folder.startsWith(path.endsWith('/') ? path : `${path}/`));
	return root ? {rootFolderPath: root.path, searchOnAdd: false} : {};
}

/** What is chosen last is offered first the next time. */
function remembered(): Record<string, any> {
	try {
		return JSON.parse(stored('add') ?? '{}');
	} catch {
		return {};
	}
}

interface AddDialogProps {
	kind: 'movies' | 'series';
	found: Found;
	/** Where the title lies already. */
	folder?: string | null;
	/** Its file is there, so it is not searched, and its page is not opened. */
	onAdded?: (id: string) => void;
	onClose: () => void;
}

export function AddDialog({kind, found, folder = null, onAdded, onClose}: AddDialogProps) {
	const {client, notify, user} = useApp();
	const {profiles, languages, folders, error} = useChoices();
	const libraries: Data<{libraries: Library[]}> = useData('api/libraries');
	const {data: facts}: Data<Facts> = useData(`api/lookup/${kind}/${found.metaId}`);
	const [problem, setProblem] = useState<Problem | null>(null);
	const add = async (values: Record<string, unknown>) => {
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
	const isReady = profiles && languages && folders && (libraries.data || libraries.error);
	return html`<${Dialog} title=${`Add ${isolated(found.title)}${found.year ? ` (${found.year})` : ''}`} onClose=${onClose}>
		<div class="pictured found"><${Poster} title=${found.title} url=${found.posterUrl} />
			<div class="grow">${facts && html`<${FactsOf} kind=${kind} facts=${facts} />`}<p class="overview" dir="auto">${found.overview}</p></div></div>
		${error && html`<${Failure} error=${error} />`}
		${problem?.isBeyond(['rootFolderPath', 'libraryId', 'qualityProfileId']) && html`<${Failure} error=${problem} />`}
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
			html`<${AddForm} kind=${kind} profiles=${profiles} languages=${languages} folders=${folders} facts=${facts} allLibraries=${libraries.data?.libraries ?? []} remembered=${{...remembered()[kind], ...rootOf(folder, folders), ...(onAdded && {searchOnAdd: false})}}
			problem=${problem} onAdd=${add} onClose=${onClose} />`
		}
	<//>`;
}
