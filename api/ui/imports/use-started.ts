import {useEffect, useState} from 'preact/hooks';
import {query} from '../client/client.ts';
import {reasonsOf} from '../client/in-words.ts';
import {queueEvents} from '../client/queue-events.ts';
import type {QueueItem} from '../client/types.ts';
import {useApp} from '../state/app-state.ts';
import {useEvents} from '../state/use-events.ts';

type Stage = 'running' | 'refused' | 'imported';

/** One file. */
interface Started {
	path: string;
	queueId: string;
	stage: Stage;
	reasons: readonly string[];
}

/** Of the service; no item: it was not started. */
interface Answer {
	path: string;
	queueId: string | null;
}

/** Items of the queue that are read at once; a person starts at most half as many. */
const limit = 100;

/** The imports that were started here, and what becomes of them: one that is refused is shown with its reasons. */
export function useStarted(): {
	of: (path: string) => Started | undefined;
	count: (stage: Stage) => number;
	add: (imports: readonly Answer[]) => void;
} {
	const {client} = useApp();
	const [all, setAll] = useState<readonly Started[]>([]);
	const read = async () => {
		if (all.length === 0) {
			return;
		}
		const reply = await client.get(`api/queue${query({sort: 'added:desc', limit})}`).catch(() => null);
		if (reply) {
			setAll(known => known.map(one => ({...one, ...stageOf(reply.items.find(({id}: QueueItem) => id === one.queueId))})));
		}
	};
	// What happened before the answer came was told to nobody.
	useEffect(() => void read(), [all.map(({queueId}) => queueId).join()]);
	const onEvent = (_name: string, {id}: {id: string}) => all.some(({queueId}) => queueId === id);
	useEvents({...queueEvents, onEvent, read, throttleMs: 1_000, isSparing: true});
	return {
		of: path => all.find(one => one.path === path),
		count: stage => all.filter(one => one.stage === stage).length,
		add(imports) {
			const begun = imports.flatMap(({path, queueId}) => (queueId ? {path, queueId, stage: 'running' as const, reasons: []} : []));
			const paths = new Set(begun.map(({path}) => path));
			setAll(known => [...known.filter(({path}) => !paths.has(path)), ...begun]);
		},
	};
}

/** What an item says of its import; one that has left the queue is imported. */
function stageOf(item: QueueItem | undefined): Pick<Started, 'stage' | 'reasons'> {
	if (!item || item.trackedDownloadState === 'imported') {
		return {stage: 'imported', reasons: []};
	}
	return item.trackedDownloadStatus === 'ok' ? {stage: 'running', reasons: []} : {stage: 'refused', reasons: reasonsOf(item)};
}
