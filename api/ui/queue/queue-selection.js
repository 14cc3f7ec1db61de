import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {patiently} from '../client/patiently.js';
import {Button} from '../parts/button.js';
import {Confirm} from '../parts/dialog.js';
import {Checkbox} from '../parts/field.js';
import {html} from '../parts/html.js';
import {SelectionBar} from '../parts/selection-bar.js';
import {counted, number} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';
import {readPages} from '../state/use-picked.js';
import {canRetry} from './item-state.js';

/** @typedef {import('../client/types.js').QueueItem} QueueItem */
/** @typedef {'remove' | 'retry' | 'pause' | 'resume' | 'top' | 'bottom'} Action */

/** Downloads of one request. */
const together = 500;

/** What is said of it. @type {Record<Action, string>} */
const words = {
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
		let done = 0;
		/** @type {{error: string}[]} */
		const failures = [];
		const isDone = await attempt(async () => {
			for (let at = 0; at < ids.length; at += together) {
				const some = ids.slice(at, at + together);
				const reply = /** @type {any} */ (await patiently(() => client.post('api/queue/bulk', {action, ids: some, ...options})));
				done += reply.updatedCount;
				failures.push(...reply.failures);
			}
			const [first] = failures;
			if (first) {
				notify(`${failures.length === 1 ? '' : `${number(failures.length)} failed. `}${first.error}`, {isError: true});
			}
			return done > 0 ? {message: `${counted(done, 'download')} ${words[action]}`} : null;
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
 * What can be done with the downloads that were picked.
 * @typedef {object} QueueSelectionProps
 * @property {import('../state/use-picked.js').Picked<QueueItem>} picked
 * @property {readonly QueueItem[]} shown
 * @property {number | undefined} total
 * @property {string | null} status Which of the queue are shown; null for all.
 * @property {(item: QueueItem) => readonly string[]} controlsOf
 * @property {() => void} onChange
 *
 * @param {QueueSelectionProps} props
 */
export function QueueSelection({picked, shown, total, status, controlsOf, onChange}) {
	const {client} = useApp();
	const act = useQueueActions(onChange);
	const [isRemoving, setRemoving] = useState(false);
	const {rows, choose} = picked;
	const ids = rows.map(({id}) => id);
	const able = (/** @type {string} */ name) => rows.filter(item => controlsOf(item).includes(name)).map(({id}) => id);
	const readAll = () =>
		readPages(
			client,
			page => `api/queue${toQuery({...page, status})}`,
			({items}) => items,
		);
	const remove = async (/** @type {object} */ options) => {
		const isDone = await act('remove', ids, options);
		choose([]);
		return isDone;
	};
	const button = (
		/** @type {'pause' | 'resume' | 'top' | 'bottom'} */ action,
		/** @type {import('../parts/icon.js').IconName} */ icon,
		/** @type {string} */ label,
	) =>
		able(action).length > 0 &&
		html`<${Button} icon=${icon} label=${label} bare=${action === 'top' || action === 'bottom'} onClick=${() => act(action, able(action))} />`;
	const failed = rows.filter(canRetry).map(({id}) => id);
	return html`<${SelectionBar} label="Selected downloads" picked=${picked} shown=${shown} total=${total} readAll=${readAll}>
		${button('pause', 'pause', 'Pause')}${button('resume', 'play', 'Resume')}
		${button('top', 'up', 'To the top of its client')}${button('bottom', 'down', 'To the bottom of its client')}
		${failed.length > 0 && html`<${Button} icon="refresh" label="Retry" onClick=${() => act('retry', failed)} />`}
		<${Button} icon="trash" label="Remove" kind="danger" disabled=${ids.length === 0} onClick=${() => setRemoving(true)} />
		${isRemoving && html`<${RemoveMany} count=${ids.length} onClose=${() => setRemoving(false)} onRemove=${remove} />`}
	<//>`;
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
		<${Checkbox} label="Add the release to the blocklist" hint="It will not be grabbed automatically again." checked=${blocklist} onChange=${setBlocklist} />
		<${Checkbox} label="Search for another release at once" checked=${search} onChange=${setSearch} />`;
}
