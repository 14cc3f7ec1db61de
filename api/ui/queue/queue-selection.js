import {useState} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {Confirm} from '../parts/dialog.js';
import {Checkbox} from '../parts/field.js';
import {html} from '../parts/html.js';
import {counted, number} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';
import {canRetry} from './item-state.js';

/** @typedef {import('../client/types.js').QueueItem} QueueItem */
/** @typedef {'remove' | 'retry' | 'pause' | 'resume' | 'top' | 'bottom'} Action */

/** What is said of it. @type {Record<Action, string>} */
const done = {
	remove: 'removed.',
	retry: 'tried again.',
	pause: 'paused.',
	resume: 'resumed.',
	top: 'moved to the top.',
	bottom: 'moved to the bottom.',
};

/**
 * Does something with downloads of the queue, and tells what did not work.
 * @param {() => void} onChange
 */
export function useQueueActions(onChange) {
	const {client, attempt, notify} = useApp();
	return async (/** @type {Action} */ action, /** @type {readonly string[]} */ ids, /** @type {object} */ options = {}) => {
		const isDone = await attempt(async () => {
			const {updatedCount, failures} = await client.post('api/queue/bulk', {action, ids, ...options});
			const [first] = failures;
			if (first) {
				notify(`${failures.length === 1 ? '' : `${number(failures.length)} failed. `}${first.error}`, {isError: true});
			}
			return updatedCount > 0 ? {message: `${counted(updatedCount, 'download')} ${done[action]}`} : null;
		});
		onChange();
		return isDone;
	};
}

/** What can be done with a download in its client; nothing once it is there. */
export function useControls() {
	/** @type {import('../state/use-data.js').Data<{downloadClients: {id: string, controls: string[]}[]}>} */
	const {data} = useData('api/download-clients');
	return (/** @type {QueueItem} */ {downloadClientId, trackedDownloadState, downloadId}) =>
		trackedDownloadState === 'downloading' && downloadId
			? (data?.downloadClients.find(({id}) => id === downloadClientId)?.controls ?? [])
			: [];
}

/**
 * What can be done with the downloads that were picked, of those that are shown.
 * @typedef {object} QueueSelectionProps
 * @property {readonly QueueItem[]} items
 * @property {(item: QueueItem) => readonly string[]} controlsOf
 * @property {ReadonlySet<string>} chosen
 * @property {(ids: ReadonlySet<string>) => void} onChosen
 * @property {() => void} onChange
 * @property {() => void} onEnd
 *
 * @param {QueueSelectionProps} props
 */
export function QueueSelection({items, controlsOf, chosen, onChosen, onChange, onEnd}) {
	const act = useQueueActions(onChange);
	const [isRemoving, setRemoving] = useState(false);
	const picked = items.filter(({id}) => chosen.has(id));
	const ids = picked.map(({id}) => id);
	const able = (/** @type {string} */ name) => picked.filter(item => controlsOf(item).includes(name)).map(({id}) => id);
	const button = (
		/** @type {'pause' | 'resume' | 'top' | 'bottom'} */ action,
		/** @type {import('../parts/icon.js').IconName} */ icon,
		/** @type {string} */ label,
	) =>
		able(action).length > 0 &&
		html`<${Button} icon=${icon} label=${label} bare=${action === 'top' || action === 'bottom'} onClick=${() => act(action, able(action))} />`;
	const failed = picked.filter(canRetry).map(({id}) => id);
	return html`<div class="selection" role="group" aria-label="Selected downloads">
		<span class="number" role="status">${number(ids.length)} selected</span>
		${ids.length < items.length && html`<${Button} label=${`Select all ${number(items.length)}`} onClick=${() => onChosen(new Set(items.map(({id}) => id)))} />`}
		${button('pause', 'pause', 'Pause')}${button('resume', 'play', 'Resume')}
		${button('top', 'up', 'To the top of its client')}${button('bottom', 'down', 'To the bottom of its client')}
		${failed.length > 0 && html`<${Button} icon="refresh" label="Retry" onClick=${() => act('retry', failed)} />`}
		<${Button} icon="trash" label="Remove" kind="danger" disabled=${ids.length === 0} onClick=${() => setRemoving(true)} />
		<${Button} bare icon="close" label="End the selection" onClick=${onEnd} />
		${isRemoving && html`<${RemoveMany} count=${ids.length} onClose=${() => setRemoving(false)} onRemove=${(/** @type {object} */ options) => act('remove', ids, options)} />`}
	</div>`;
}

/** @param {{count: number, onClose: () => void, onRemove: (options: object) => Promise<boolean>}} props */
export function RemoveMany({count, onClose, onRemove}) {
	const [removeFromClient, setRemove] = useState(true);
	const [blocklist, setBlocklist] = useState(false);
	const [search, setSearch] = useState(false);
	const remove = async () => {
		if (await onRemove({removeFromClient, blocklist, search})) {
			onClose();
		}
	};
	return html`<${Confirm} title=${`Remove ${counted(count, 'download')}`} action="Remove" onConfirm=${remove} onClose=${onClose}>
		<${RemovalChoices} ...${{removeFromClient, setRemove, blocklist, setBlocklist, search, setSearch}} />
	<//>`;
}

/**
 * @typedef {(isWanted: boolean) => void} Setter
 * @typedef {object} RemovalProps
 * @property {boolean} removeFromClient
 * @property {Setter} setRemove
 * @property {boolean} blocklist
 * @property {Setter} setBlocklist
 * @property {boolean} search
 * @property {Setter} setSearch
 *
 * @param {RemovalProps} props
 */
export function RemovalChoices({removeFromClient, setRemove, blocklist, setBlocklist, search, setSearch}) {
	return html`<${Checkbox} label="Remove it from the download client" hint="With the data that was downloaded." checked=${removeFromClient} onChange=${setRemove} />
		<${Checkbox} label="Add the release to the blocklist" hint="It will not be grabbed by itself again." checked=${blocklist} onChange=${setBlocklist} />
		<${Checkbox} label="Search another release at once" checked=${search} onChange=${setSearch} />`;
}
