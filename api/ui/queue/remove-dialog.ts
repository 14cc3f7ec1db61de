import {useState} from 'preact/hooks';
import {query} from '../client/client.ts';
import type {QueueItem} from '../client/types.ts';
import {Confirm} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';
import {RemovalChoices} from './queue-selection.ts';

export function RemoveDialog({item, onClose, onRemoved}: {item: QueueItem; onClose: () => void; onRemoved: () => void}) {
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
