import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import {patiently} from '../client/patiently.ts';
import type {QueueItem} from '../client/types.ts';
import {Button} from '../parts/button.ts';
import {Confirm} from '../parts/dialog.ts';
import {Checkbox} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import type {IconName} from '../parts/icon.ts';
import {SelectionBar} from '../parts/selection-bar.ts';
import {counted, number} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';
import {type Picked, readPages} from '../state/use-picked.ts';
import {canRetry} from './item-state.ts';

type Action = 'remove' | 'retry' | 'pause' | 'resume' | 'top' | 'bottom';

/** Downloads of one request. */
const together = 500;

/** What is said of it. */
const words: Record<Action, string> = {
	remove: 'removed.',
	retry: 'tried again.',
	pause: 'paused.',
	resume: 'resumed.',
	top: 'moved to the top.',
	bottom: 'moved to the bottom.',
};

/** Does something with downloads of the queue, and tells what did not work. */
export function useQueueActions(onChange: () => void) {
	const {client, attempt, notify} = useApp();
	return async (action: Action, ids: readonly string[], options: object = {}) => {
		let done = 0;
		const failures: {error: string}[] = [];
		const isDone = await attempt(async () => {
			for (let at = 0; at < ids.length; at += together) {
				const some = ids.slice(at, at + together);
				const reply = (await patiently(() => client.post('api/queue/bulk', {action, ids: some, ...options}))) as any;
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
	const {data}: Data<{downloadClients: {id: string; controls: string[]}[]}> = useData('api/download-clients');
	return ({downloadClientId, trackedDownloadState, downloadId}: QueueItem) =>
		trackedDownloadState === 'downloading' && downloadId
			? (data?.downloadClients.find(({id}) => id === downloadClientId)?.controls ?? [])
			: [];
}

interface QueueSelectionProps {
	picked: Picked<QueueItem>;
	shown: readonly QueueItem[];
	total: number | undefined;
	/** Which of the queue are shown; null for all. */
	status: string | null;
	controlsOf: (item: QueueItem) => readonly string[];
	onChange: () => void;
}

/** What can be done with the downloads that were picked. */
export function QueueSelection({picked, shown, total, status, controlsOf, onChange}: QueueSelectionProps) {
	const {client} = useApp();
	const act = useQueueActions(onChange);
	const [isRemoving, setRemoving] = useState(false);
	const {rows, choose} = picked;
	const ids = rows.map(({id}) => id);
	const able = (name: string) => rows.filter(item => controlsOf(item).includes(name)).map(({id}) => id);
	const readAll = () =>
		readPages(
			client,
			page => `api/queue${toQuery({...page, status})}`,
			({items}) => items,
		);
	const remove = async (options: object) => {
		const isDone = await act('remove', ids, options);
		choose([]);
		return isDone;
	};
	const button = (action: 'pause' | 'resume' | 'top' | 'bottom', icon: IconName, label: string) =>
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

export function RemoveMany({
	count,
	onClose,
	onRemove,
}: {
	count: number;
	onClose: () => void;
	onRemove: (options: object) => Promise<boolean>;
}) {
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

type Setter = (isWanted: boolean) => void;

interface RemovalProps {
	removeFromClient: boolean;
	setRemove: Setter;
	blocklist: boolean;
	setBlocklist: Setter;
	search: boolean;
	setSearch: Setter;
}

export function RemovalChoices({removeFromClient, setRemove, blocklist, setBlocklist, search, setSearch}: RemovalProps) {
	return html`<${Checkbox} label="Remove it from the download client" hint="With the data that was downloaded." checked=${removeFromClient} onChange=${setRemove} />
		<${Checkbox} label="Add the release to the blocklist" hint="It will not be grabbed automatically again." checked=${blocklist} onChange=${setBlocklist} />
		<${Checkbox} label="Search for another release at once" checked=${search} onChange=${setSearch} />`;
}
