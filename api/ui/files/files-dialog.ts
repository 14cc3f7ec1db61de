import {useState} from 'preact/hooks';
import {type Problem, toProblem} from '../client/problem.ts';
import type {RootFolder} from '../client/types.ts';
import {Failure, Loaded, Waiting} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Checkbox, SelectField, TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {counted} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';
import {ChangeOfFiles} from './change-of-files.ts';
import {ChangedFile} from './changed-file.ts';
import type {Change, ChangedFile as ChangedFileType} from './words.ts';

type Kind = 'rename' | 'move';

/** Titles of a change. */
interface Subject {
	movieIds?: readonly string[];
	seriesIds?: readonly string[];
	libraryId?: string;
	rootFolderPath?: string;
	all?: true;
}

/** The root folders, as choices; null until they are there. */
export function useRoots() {
	const {data, error}: Data<{rootFolders: RootFolder[]}> = useData('api/root-folders');
	return {roots: data?.rootFolders.map(({path}) => ({value: path, label: path})) ?? null, error};
}

/**
 * Renames or moves the files of titles: first a form, then the plan, then its progress.
 * @param props `scope`: fields that say which titles. `onEnd`: called when files may have been renamed.
 */
export function FilesDialog({
	kind,
	title,
	subject,
	scope,
	onClose,
	onEnd,
}: {
	kind: Kind;
	title: string;
	subject: Subject;
	scope?: any;
	onClose: () => void;
	onEnd?: () => void;
}) {
	const {client} = useApp();
	const [id, setId] = useState<string | null>(null);
	const [last, setLast] = useState<Change | null>(null);
	/** It runs, or will as soon as it can. */
	const [isStarted, setStarted] = useState(false);
	const show = (planned: string, runs: boolean) => {
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
				: html`<div class="change"><${ChangeOfFiles} key=${id} id=${id} onOther=${(other: string) => show(other, true)} onStart=${() => setStarted(true)} onRead=${setLast} />
					<footer class="actions"><${Button} label="Close" onClick=${close} /></footer></div>`
		}
	<//>`;
}

/**
 * The only title of a change.
 * @returns Its path in the API.
 */
function pathOf({movieIds = [], seriesIds = []}: Subject): string | null {
	const [movie, series] = [movieIds[0], seriesIds[0]];
	if (movieIds.length + seriesIds.length !== 1) {
		return null;
	}
	return movie === undefined ? `api/library/series/${series}` : `api/library/movies/${movie}`;
}

interface PlanFormProps {
	kind: Kind;
	subject: Subject;
	scope: any;
	onClose: () => void;
	onPlanned: (id: string, isStarted: boolean) => void;
}

function PlanForm({kind, subject, scope, onClose, onPlanned}: PlanFormProps) {
	const {client} = useApp();
	const {roots, error} = useRoots();
	const [withFolders, setWithFolders] = useState(false);
	const [root, setRoot] = useState<string | null>(null);
	const [below, setBelow] = useState('');
	const [problem, setProblem] = useState<Problem | null>(null);
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

type NewName = ChangedFileType & {fileId: string};

function NewNames({path}: {path: string}) {
	const preview: Data<{files: NewName[]; total: number}> = useData(`${path}/rename`);
	return html`<${Loaded} from=${preview} rows=${2}>${({files, total}: any) =>
		total === 0
			? html`<p class="hint" role="status">All files have the names of the formats already.</p>`
			: html`<p class="hint" role="status">${counted(total, 'file')} would get another name.</p>
				<ul class="rows" aria-label="New names">${files.map((each: any) => html`<${ChangedFile} key=${each.fileId} file=${each} />`)}</ul>`}<//>`;
}
