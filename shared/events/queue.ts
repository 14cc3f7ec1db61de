import {type DownloadStatus, progressOf, type QueueItem} from '../domain/downloads/queue-item.ts';
import {type queueItem, withoutDetails} from '../presenters/queue-item.ts';
import type {EventBus, Stream, StreamEvent} from './stream.ts';

interface QueueSubject {
	id: string;
	title: string;
	movieId: string | null;
	seriesId: string | null;
	episodeIds: string[];
}

export interface QueueEvents {
	/** The item in the form of `GET /api/queue/:id`. */
	queueItemAdded: ReturnType<typeof queueItem.present>;
	queueItemUpdated: {id: string; status: DownloadStatus; progress: number};
	queueItemRemoved: {id: string; reason: 'deleted' | 'cleanup' | 'imported'};
	queueCompleted: QueueSubject;
	/** `error` is null for callers without credentials. */
	queueFailed: QueueSubject & {error: string | null};
}

export const queueStream: Stream<QueueEvents> = {channel: 'queue'};

/** The event as a caller without credentials sees it. */
export function asAnybodySees(streamed: StreamEvent): StreamEvent {
	if (streamed.event === 'queueItemAdded') {
		return {...streamed, data: withoutDetails(streamed.data as QueueEvents['queueItemAdded'])};
	}
	return streamed.event === 'queueFailed' ? {...streamed, data: {...(streamed.data as QueueEvents['queueFailed']), error: null}} : streamed;
}

type UpdatedItem = Pick<QueueItem, 'id' | 'status' | 'transfer'>;

/** Publishes that an item has a new status, state or progress. */
export async function publishItemUpdated(item: UpdatedItem, {events}: {events: EventBus}): Promise<void> {
	await events.publish(queueStream, 'queueItemUpdated', toUpdated(item));
}

export async function publishItemsUpdated(items: readonly UpdatedItem[], {events}: {events: EventBus}): Promise<void> {
	await events.publishMany(queueStream, 'queueItemUpdated', items.map(toUpdated));
}

function toUpdated(item: UpdatedItem): QueueEvents['queueItemUpdated'] {
	const {id, status} = item;
	return {id, status, progress: progressOf(item)};
}
