import {useState} from 'preact/hooks';
import {toProblem} from '../client/problem.js';
import {Failure, Loaded, Waiting} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Checkbox, SelectField, TextField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {counted} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';
import {ChangeOfFiles} from './change-of-files.js';
import {ChangedFile} from './changed-file.js';

/** @typedef {'rename' | 'move'} Kind */
/**
 * @typedef {object} Subject Titles of a change.
 * @property {readonly string[]} [movieIds]
 * @property {readonly string[]} [seriesIds]
 * @property {string} [libraryId]
 * @property {string} [rootFolderPath]
 * @property {true} [all]
 */

/** The root folders, as choices; null until they are there. */
export function useRoots() {
	/** @type {import('../state/use-data.js').Data<{rootFolders: import('../client/types.js').RootFolder[]}>} */
	const {data, error} = useData('api/root-folders');
	return {roots: data?.rootFolders.map(({path}) => ({value: path, label: path})) ?? null, error};
}

/**
 * Renames or moves the files of titles: first a form, then the plan, then its progress.
 * @param {{kind: Kind, title: string, subject: Subject, scope?: any, onClose: () => void, onEnd?: () => void}} props
 * `scope`: fields that say which titles. `onEnd`: called when files may have been renamed.
 */
export function FilesDialog({kind, title, subject, scope, onClose, onEnd}) {
	const {client} = useApp();
	const [id, setId] = useState(/** @type {string | null} */ (null));
	const [last, setLast] = useState(/** @type {import('./words.js').Change | null} */ (null));
	/** It runs, or will as soon as it can. */
	const [isStarted, setStarted] = useState(false);
	const show = (/** @type {string} */ planned, /** @type {boolean} */ runs) => {
		setStarted(runs);
		setId(planned);
	};
	const close = () => {
		if (id !== null && !isStarted && (last === null || last.state === 'planned' || last.state === 'planning')) {
			client.post(`api/file-changes/${id}/cancel`).catch(() => {}); // nobody starts it any more
		}
		if (last?.startedAt) {
			onEnd?.();
		}
		onClose();
	};
	// A plan has no unsaved input, so closing it asks nothing.
	return html`<${Dialog} key=${id ?? 'form'} title=${title} wide onClose=${close}>
		${
			id === null
				? html`<${PlanForm} kind=${kind} subject=${subject} scope=${scope} onClose=${close} onPlanned=${show} />`
				: html`<div class="change"><${ChangeOfFiles} key=${id} id=${id} onOther=${(/** @type {string} */ other) => show(other, true)} onStart=${() => setStarted(true)} onRead=${setLast} />
					<footer class="actions"><${Button} label="Close" onClick=${close} /></footer></div>`
		}
	<//>`;
}

/** The only title of a change. @param {Subject} subject @returns {string | null} Its path in the API. */
function pathOf({movieIds = [], seriesIds = []}) {
	const [movie, series] = [movieIds[0], seriesIds[0]];
	if (movieIds.length + seriesIds.length !== 1) {
		return null;
	}
	return movie === undefined ? `api/library/series/${series}` : `api/library/movies/${movie}`;
}

/**
 * @typedef {object} PlanFormProps
 * @property {Kind} kind
 * @property {Subject} subject
 * @property {any} scope
 * @property {() => void} onClose
 * @property {(id: string, isStarted: boolean) => void} onPlanned
 *
 * @param {PlanFormProps} props
 */
function PlanForm({kind, subject, scope, onClose, onPlanned}) {
	const {client} = useApp();
	const {roots, error} = useRoots();
	const [withFolders, setWithFolders] = useState(false);
	const [root, setRoot] = useState(/** @type {string | null} */ (null));
	const [below, setBelow] = useState('');
	const [problem, setProblem] = useState(/** @type {import('../client/problem.js').Problem | null} */ (null));
	const path = pathOf(subject);
	const isShownAtOnce = kind === 'rename' && path !== null && !withFolders;
	const chosen = root ?? roots?.[0]?.value ?? '';
	const to = [chosen, below.trim().replaceAll(/^\/+|\/+$/g, '')].filter(Boolean).join('/');
	const plan = async () => {
		try {
			const goal = kind === 'move' ? {to} : {};
			const {id} = await client.post('api/file-changes', {kind, ...subject, ...goal, folders: withFolders, start: isShownAtOnce});
			onPlanned(id, isShownAtOnce);
		} catch (failure) {
			setProblem(toProblem(failure));
		}
	};
	if (kind === 'move' && !roots) {
		return error ? html`<${Failure} error=${error} />` : html`<${Waiting} rows=${3} />`;
	}
	return html`<${Form} class="form" onSubmit=${plan}>
		${scope}
		${
			kind === 'move' &&
			html`<${SelectField} label="To the root folder" value=${chosen} choices=${roots ?? []} onChange=${setRoot} fault=${problem?.of('to')} />
			<${TextField} label="Folder below it" hint="Empty for the root folder itself." value=${below} onInput=${setBelow} autocomplete="off" />`
		}
		<${Checkbox} label="Rename the folders of titles too, by the folder formats" checked=${withFolders} onChange=${setWithFolders} />
		${isShownAtOnce && html`<${NewNames} path=${path} />`}
		${problem?.isBeyond(['to']) && html`<${Failure} error=${problem} />`}
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} />
			<${Button} type="submit" kind="primary" label=${isShownAtOnce ? 'Rename' : 'Show what changes'} /></footer>
	<//>`;
}

/** @typedef {import('./words.js').ChangedFile & {fileId: string}} NewName */
/** @param {{path: string}} props */
function NewNames({path}) {
	/** @type {import('../state/use-data.js').Data<{files: NewName[], total: number}>} */
	const preview = useData(`${path}/rename`);
	return html`<${Loaded} from=${preview} rows=${2}>${(/** @type {any} */ {files, total}) =>
		total === 0
			? html`<p class="hint" role="status">All files have the names of the formats already.</p>`
			: html`<p class="hint" role="status">${counted(total, 'file')} would get another name.</p>
				<ul class="rows" aria-label="New names">${files.map((/** @type {any} */ each) => html`<${ChangedFile} key=${each.fileId} file=${each} />`)}</ul>`}<//>`;
}
