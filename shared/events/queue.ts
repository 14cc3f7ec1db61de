import type {DownloadStatus} from '../domain/downloads/tracked-state.ts';
import type {Stream} from './stream.ts';

interface QueueSubject {
	id: string;
	title: string;
	movieId: string | null;
	seriesId: string | null;
	episodeIds: string[];
}

export interface QueueEvents {
	/** The item as `GET /api/queue/:id` shows it. */
	queueItemAdded: Record<string, unknown>;
	queueItemUpdated: {id: string; status: DownloadStatus; progress: number};
	queueItemRemoved: {id: string; reason: 'deleted' | 'cleanup' | 'imported'};
	queueCompleted: QueueSubject;
	queueFailed: QueueSubject & {error: string};
}

export const queueStream: Stream<QueueEvents> = {channel: 'queue'};
