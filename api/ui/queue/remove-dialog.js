import {useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {Confirm} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';
import {RemovalChoices} from './queue-selection.js';

/** @param {{item: import('../client/types.js').QueueItem, onClose: () => void, onRemoved: () => void}} props */
export function RemoveDialog({item, onClose, onRemoved}) {
	const {client, attempt} = useApp();
	const [removeFromClient, setRemove] = useState(true);
	const [blocklist, setBlocklist] = useState(false);
	const [search, setSearch] = useState(false);
	const remove = async () => {
		if (
			await attempt(() => client.remove(`api/queue/${item.id}${query({removeFromClient, blocklist, search})}`), 'Removed from the queue.')
		) {
			onClose();
			onRemoved();
		}
	};
	return html`<${Confirm} title="Remove from the queue" action="Remove" onConfirm=${remove} onClose=${onClose}>
		<p>${item.title}</p>
		<${RemovalChoices} ...${{removeFromClient, setRemove, blocklist, setBlocklist, search, setSearch}} />
	<//>`;
}
