import {progressOf, type QueueItem} from '../domain/downloads/queue-item.ts';
import type {DownloadStatus} from '../domain/downloads/tracked-state.ts';
import type {queueItem} from '../presenters/queue-item.ts';
import type {EventBus, Stream} from './stream.ts';

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
	queueFailed: QueueSubject & {error: string};
}

export const queueStream: Stream<QueueEvents> = {channel: 'queue'};

/** Publishes that an item has a new status, state or progress. */
export async function publishItemUpdated(item: QueueItem, {events}: {events: EventBus}): Promise<void> {
	const {id, status} = item;
	await events.publish(queueStream, 'queueItemUpdated', {id, status, progress: progressOf(item)});
}
