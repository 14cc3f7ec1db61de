import {useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {Confirm} from '../parts/dialog.js';
import {Checkbox} from '../parts/field.js';
import {html} from '../parts/html.js';
import {isolated} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {goTo} from '../state/route.js';

/** @param {{kind: 'movies' | 'series', title: import('../client/types.js').Title, onClose: () => void}} props */
export function DeleteDialog({kind, title, onClose}) {
	const {client, attempt, may} = useApp();
	const [deleteFiles, setDeleteFiles] = useState(false);
	const remove = async () => {
		const path = `api/library/${kind}/${title.id}${query({deleteFiles})}`;
		if (await attempt(() => client.remove(path), `${isolated(title.title)} was deleted from the library.`)) {
			goTo(kind);
		}
	};
	return html`<${Confirm} title=${`Delete ${isolated(title.title)}?`} action="Delete" onConfirm=${remove} onClose=${onClose}>
		${
			may('deleteFiles')
				? html`<${Checkbox} label="Delete its files too" hint="Otherwise they stay on the disk." checked=${deleteFiles} onChange=${setDeleteFiles} />`
				: html`<p>Its files stay on the disk.</p>`
		}
	<//>`;
}
