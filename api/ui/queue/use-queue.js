import {useEffect} from 'preact/hooks';
import {query} from '../client/client.js';
import {queueEvents} from '../client/queue-events.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';
import {progressOf} from './item-state.js';

/** @typedef {import('../client/types.js').QueueItem} QueueItem */
/** @typedef {{items: QueueItem[], totalRecords: number, page: number, pageSize: number}} Queue */

/** Milliseconds in which changes of many items are read at once. */
const readMs = 400;

/**
 * A page of the queue, kept up to date by the events of the service.
 * @param {{movieId?: string, seriesId?: string, page?: number, limit?: number}} filter
 */
export function useQueue({movieId, seriesId, page = 1, limit = 50}) {
	const {streams} = useApp();
	/** @type {import('../state/use-data.js').Data<Queue>} */
	const queue = useData(`api/queue${query({movieId, seriesId, page, limit})}`);
	const {change, reload} = queue;
	useEffect(() => {
		let timer = 0;
		const readAgain = () => {
			clearTimeout(timer);
			timer = setTimeout(reload, readMs);
		};
		/** @param {string} name @param {{id: string, status: string, progress: number}} data */
		const onEvent = (name, data) => {
			if (name !== 'queueItemUpdated') {
				readAgain();
				return;
			}
			change(last => {
				const known = last.items.find(({id}) => id === data.id);
				const isStill = known && Math.abs(progressOf(known) - data.progress) <= 0.05;
				if (known && (isStill || known.status !== data.status || data.progress === 100)) {
					readAgain(); // it has other reasons, which events do not carry
				}
				return known ? {...last, items: last.items.map(each => (each === known ? {...each, ...data} : each))} : last;
			});
		};
		const close = streams.subscribe(queueEvents.path, queueEvents.names, {onEvent, onGap: readAgain});
		return () => {
			clearTimeout(timer);
			close();
		};
	}, [reload]);
	return queue;
}
