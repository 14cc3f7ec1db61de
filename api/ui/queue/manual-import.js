import {Candidates} from '../imports/candidates.js';
import {Dialog} from '../parts/dialog.js';
import {html} from '../parts/html.js';

/**
 * The files of a download, to be imported as what a person says.
 * @param {{item: import('../client/types.js').QueueItem, onClose: () => void, onStarted: () => void}} props
 */
export function ManualImport({item, onClose, onStarted}) {
	const started = () => {
		onClose();
		onStarted();
	};
	return html`<${Dialog} wide title="Import by hand" onClose=${onClose}><${Candidates} from=${{queueId: item.id}} onStarted=${started} onClose=${onClose} /><//>`;
}
