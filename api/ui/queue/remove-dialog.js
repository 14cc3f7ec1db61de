import {useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {Confirm} from '../parts/dialog.js';
import {Checkbox} from '../parts/field.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';

/** @param {{item: import('../client/types.js').QueueItem, onClose: () => void, onRemoved: () => void}} props */
export function RemoveDialog({item, onClose, onRemoved}) {
	const {client, attempt} = useApp();
	const [removeFromClient, setRemove] = useState(true);
	const [blocklist, setBlocklist] = useState(false);
	const remove = async () => {
		if (await attempt(() => client.remove(`api/queue/${item.id}${query({removeFromClient, blocklist})}`), 'Removed from the queue.')) {
			onClose();
			onRemoved();
		}
	};
	return html`<${Confirm} title="Remove from the queue" action="Remove" onConfirm=${remove} onClose=${onClose}>
		<p>${item.title}</p>
		<${Checkbox} label="Remove it from the download client" hint="With the data that was downloaded." checked=${removeFromClient} onChange=${setRemove} />
		<${Checkbox} label="Add the release to the blocklist" hint="It will not be grabbed by itself again." checked=${blocklist} onChange=${setBlocklist} />
	<//>`;
}
