import {useState} from 'preact/hooks';
import {query} from '../client/client.ts';
import type {DeletionPreview} from '../client/schemas.ts';
import type {Title} from '../client/types.ts';
import {Loaded} from '../parts/blocks.ts';
import {Confirm} from '../parts/dialog.ts';
import {Checkbox} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {counted, isolated, size} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {goTo} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {undoDeletion} from './undo-deletion.ts';

export function DeleteDialog({kind, title, onClose}: {kind: 'movies' | 'series'; title: Title; onClose: () => void}) {
	const app = useApp();
	const {client, attempt, may} = app;
	const [deleteFiles, setDeleteFiles] = useState(false);
	const [isExcluded, setExcluded] = useState(false);
	const preview: Data<DeletionPreview> = useData(`api/library/${kind}/${title.id}/deletion`);
	const remove = async () => {
		const exclusion = kind === 'movies' ? {addImportExclusion: isExcluded} : {deleteAddImportListExclusion: isExcluded};
		const path = `api/library/${kind}/${title.id}${query({deleteFiles, ...exclusion})}`;
		if (await attempt(() => client.remove(path), `${isolated(title.title)} was deleted from the library.`, undoDeletion(app, title.id))) {
			goTo(kind);
		}
	};
	return html`<${Confirm} title=${`Delete ${isolated(title.title)}?`} action="Delete" onConfirm=${remove} onClose=${onClose}>
		<${Loaded} from=${preview} rows=${2}>${(what: DeletionPreview) => html`<${Goes} what=${what} deleteFiles=${deleteFiles} />`}<//>
		${may('deleteFiles') && html`<${Checkbox} label="Delete its files too" hint="Otherwise they stay on the disk." checked=${deleteFiles} onChange=${setDeleteFiles} />`}
		<${Checkbox} label="Never add it again automatically" hint="Lists and libraries leave it out; it can still be added by hand." checked=${isExcluded} onChange=${setExcluded} />
	<//>`;
}

const goes = (isDeleted: boolean, isMany: boolean) =>
	isDeleted ? `${isMany ? 'are' : 'is'} deleted from` : isMany ? 'stay in' : 'stays in';

/** What goes, and whether it can come back. */
function Goes({what, deleteFiles}: {what: DeletionPreview; deleteFiles: boolean}) {
	const {path, files, bytes, paths, companions, companionBytes, recycled, undoDays} = what;
	if (files === 0) {
		return html`<p>It has no file. This can be undone for ${counted(undoDays, 'day')}.</p>`;
	}
	const beside =
		companions === null
			? 'and what follows them'
			: companions > 0
				? `and ${counted(companions, 'file')} beside (${size(companionBytes ?? 0)})`
				: '';
	return html`<p>${counted(files, 'file')} (${size(bytes)}) ${beside} ${goes(deleteFiles, files + (companions ?? 1) > 1)} <code dir="auto">${path}</code>.</p>
		<details><summary>Show the files</summary><ul class="paths">${paths.map(each => html`<li key=${each} dir="auto">${each}</li>`)}${files > paths.length && html`<li>and ${files - paths.length} more</li>`}</ul></details>
		<p class="hint">${
			deleteFiles && !recycled
				? 'There is no recycle bin, so the files are gone for good; the title can be brought back without them.'
				: `This can be undone for ${counted(undoDays, 'day')}${deleteFiles ? ', as long as the recycle bin keeps the files' : ''}.`
		}</p>`;
}
