import {query} from '../client/client.ts';
import {queueEvents} from '../client/queue-events.ts';
import type {QueueItem} from '../client/types.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useEvents} from '../state/use-events.ts';
import {progressOf} from './item-state.ts';

export interface Queue {
	items: QueueItem[];
	totalRecords: number;
	page: number;
	pageSize: number;
}

/** A page of the queue, kept up to date by the events of the service. */
export function useQueue({
	movieId,
	seriesId,
	status = null,
	sort = null,
	page = 1,
	limit = 50,
}: {
	movieId?: string;
	seriesId?: string;
	status?: string | null;
	sort?: string | null;
	page?: number;
	limit?: number;
}) {
	const queue: Data<Queue> = useData(`api/queue${query({movieId, seriesId, status, sort, page, limit})}`, {isKept: true});
	const {data, change, reload} = queue;
	const onEvent = (name: string, event: {id: string; status: QueueItem['status']; progress: number}) => {
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
