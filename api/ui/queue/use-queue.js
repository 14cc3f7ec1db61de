import {query} from '../client/client.js';
import {queueEvents} from '../client/queue-events.js';
import {useData} from '../state/use-data.js';
import {useEvents} from '../state/use-events.js';
import {progressOf} from './item-state.js';

/** @typedef {import('../client/types.js').QueueItem} QueueItem */
/** @typedef {{items: QueueItem[], totalRecords: number, page: number, pageSize: number}} Queue */

/**
 * A page of the queue, kept up to date by the events of the service.
 * @param {{movieId?: string, seriesId?: string, status?: string | null, sort?: string | null, page?: number, limit?: number}} filter
 */
export function useQueue({movieId, seriesId, status = null, sort = null, page = 1, limit = 50}) {
	/** @type {import('../state/use-data.js').Data<Queue>} */
	const queue = useData(`api/queue${query({movieId, seriesId, status, sort, page, limit})}`, {isKept: true});
	const {data, change, reload} = queue;
	/** @param {string} name @param {{id: string, status: string, progress: number}} event */
	const onEvent = (name, event) => {
		if (name !== 'queueItemUpdated') {
			return true;
		}
		const known = data?.items.find(({id}) => id === event.id);
		if (!known) {
			return status === event.status; // it belongs into what is shown now
		}
		change(last => ({...last, items: last.items.map(each => (each.id === event.id ? {...each, ...event} : each))}));
		const isStill = Math.abs(progressOf(known) - event.progress) <= 0.05; // so something else has changed
		const hasOtherState = isStill || known.status !== event.status || event.progress === 100;
		return hasOtherState || 'later'; // events carry neither reasons nor the time left
	};
	useEvents({...queueEvents, onEvent, read: reload, throttleMs: 400});
	return queue;
}
