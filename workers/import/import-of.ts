import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {episodeImport} from './episode-import.ts';
import type {MediaImport} from './media-import.ts';
import {movieImport} from './movie-import.ts';

/** Picks the import for the kind of media the download is for. */
export function importOf({seriesId}: Pick<QueueItem, 'seriesId'>): MediaImport {
	return seriesId ? episodeImport : movieImport;
}
