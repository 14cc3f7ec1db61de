import {useEffect, useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {reasonsOf} from '../client/in-words.js';
import {queueEvents} from '../client/queue-events.js';
import {useApp} from '../state/app-state.js';
import {useEvents} from '../state/use-events.js';

/** @typedef {import('../client/types.js').QueueItem} QueueItem */
/**
 * @typedef {'running' | 'refused' | 'imported'} Stage
 * @typedef {{path: string, queueId: string, stage: Stage, reasons: readonly string[]}} Started One file.
 * @typedef {{path: string, queueId: string | null}} Answer Of the service; no item: it was not started.
 */

/** Items of the queue that are read at once; a person starts at most half as many. */
const limit = 100;

/**
 * The imports that were started here, and what becomes of them: one that is refused is shown with its reasons.
 * @returns {{of: (path: string) => Started | undefined, count: (stage: Stage) => number,
 * add: (imports: readonly Answer[]) => void}}
 */
export function useStarted() {
	const {client} = useApp();
	const [all, setAll] = useState(/** @type {readonly Started[]} */ ([]));
	const read = async () => {
		if (all.length === 0) {
			return;
		}
		const reply = await client.get(`api/queue${query({sort: 'added:desc', limit})}`).catch(() => null);
		if (reply) {
			setAll(known => known.map(one => ({...one, ...stageOf(reply.items.find((/** @type {QueueItem} */ {id}) => id === one.queueId))})));
		}
	};
	// What happened before the answer came was told to nobody.
	useEffect(() => void read(), [all.map(({queueId}) => queueId).join()]);
	const onEvent = (/** @type {string} */ _name, /** @type {{id: string}} */ {id}) => all.some(({queueId}) => queueId === id);
	useEvents({...queueEvents, onEvent, read, throttleMs: 1_000, isSparing: true});
	return {
		of: path => all.find(one => one.path === path),
		count: stage => all.filter(one => one.stage === stage).length,
		add(imports) {
			const begun = imports.flatMap(({path, queueId}) =>
				queueId ? {path, queueId, stage: /** @type {const} */ ('running'), reasons: []} : [],
			);
			const paths = new Set(begun.map(({path}) => path));
			setAll(known => [...known.filter(({path}) => !paths.has(path)), ...begun]);
		},
	};
}

/**
 * What an item says of its import; one that has left the queue is imported.
 * @param {QueueItem | undefined} item
 * @returns {Pick<Started, 'stage' | 'reasons'>}
 */
function stageOf(item) {
	if (!item || item.trackedDownloadState === 'imported') {
		return {stage: 'imported', reasons: []};
	}
	return item.trackedDownloadStatus === 'ok' ? {stage: 'running', reasons: []} : {stage: 'refused', reasons: reasonsOf(item)};
}
