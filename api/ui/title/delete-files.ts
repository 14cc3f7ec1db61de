import {useState} from 'preact/hooks';
import {query} from '../client/client.ts';
import type {Episode, MediaFile} from '../client/types.ts';
import {Button} from '../parts/button.ts';
import {Confirm, Dialog} from '../parts/dialog.ts';
import {Checkbox} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {counted, episodeCode, size} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {undoDeletion} from './undo-deletion.ts';

const bin = 'It goes to the recycle bin, if there is one, with its subtitles. “Recently deleted” in the menu brings it back from there.';

/** Deletes the file of a movie or of an episode, which stay in the library. */
export function DeleteFile({path, titleId, file, onDeleted}: {path: string; titleId: string; file: MediaFile; onDeleted: () => void}) {
	const app = useApp();
	const {client, attempt, may} = app;
	const [isAsking, setAsking] = useState(false);
	const [unmonitor, setUnmonitor] = useState(false);
	const remove = async () => {
		const file = `${path}/file${query({unmonitor: unmonitor || undefined})}`;
		if (await attempt(() => client.remove(file), undefined, undoDeletion(app, titleId, onDeleted))) {
			setAsking(false);
			onDeleted();
		}
	};
	return (
		may('deleteFiles') &&
		html`<${Button} icon="trash" kind="danger" label="Delete the file" onClick=${() => setAsking(true)} />
		${
			isAsking &&
			html`<${Confirm} title="Delete the file?" action="Delete the file" onConfirm=${remove} onClose=${() => setAsking(false)}>
				<p><code dir="auto">${file.path}</code> (${size(file.size)})</p><p class="hint">${bin}</p>
				<${Unmonitor} checked=${unmonitor} onChange=${setUnmonitor} /><//>`
		}`
	);
}

function Unmonitor({checked, onChange}: {checked: boolean; onChange: (checked: boolean) => void}) {
	const {may} = useApp();
	const hint = 'Otherwise it is missing, and searched for again.';
	return may('editTitles') && html`<${Checkbox} label="Stop monitoring it" hint=${hint} checked=${checked} onChange=${onChange} />`;
}

/** Deletes several files of a season. */
export function DeleteFilesDialog({
	seriesId,
	name,
	episodes,
	onClose,
	onDeleted,
}: {
	seriesId: string;
	name: string;
	episodes: readonly Episode[];
	onClose: () => void;
	onDeleted: () => void;
}) {
	const app = useApp();
	const {client, attempt} = app;
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
	const [unmonitor, setUnmonitor] = useState(false);
	const files = [...new Map(episodes.flatMap(each => (each.file ? [[each.file.id, {file: each.file, episode: each}]] : []))).values()];
	const bytes = files.filter(({file}) => chosen.has(file.id)).reduce((sum, {file}) => sum + file.size, 0);
	const toggle = (id: string) => setChosen(last => new Set(last.has(id) ? [...last].filter(each => each !== id) : [...last, id]));
	const remove = async () => {
		const path = `api/library/series/${seriesId}/delete-files${query({unmonitor: unmonitor || undefined})}`;
		if (await attempt(() => client.post(path, {fileIds: [...chosen]}), undefined, undoDeletion(app, seriesId, onDeleted))) {
			onClose();
			onDeleted();
		}
	};
	return html`<${Dialog} title=${`Delete files of ${name}`} onClose=${onClose}>
		<div class="row-actions"><${Button} label="All" onClick=${() => setChosen(new Set(files.map(({file}) => file.id)))} />
			<${Button} label="None" onClick=${() => setChosen(new Set())} /></div>
		<div class="ticks">${files.map(
			({file, episode}) => html`<${Checkbox} key=${file.id} label=${`${episodeCode(episode)} ${episode.title ?? ''} · ${size(file.size)}`}
				checked=${chosen.has(file.id)} onChange=${() => toggle(file.id)} />`,
		)}</div>
		<${Unmonitor} checked=${unmonitor} onChange=${setUnmonitor} />
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} />
			<${Button} kind="danger" disabled=${chosen.size === 0} label=${chosen.size === 0 ? 'Delete' : `Delete ${counted(chosen.size, 'file')} (${size(bytes)})`} onClick=${remove} /></footer>
	<//>`;
}
