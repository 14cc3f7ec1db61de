import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {episodeSide} from './episode-side.ts';
import type {LibrarySide} from './library-side.ts';
import {movieSide} from './movie-side.ts';

/** Which part of the library a download is for. */
export function sideOf({seriesId}: Pick<QueueItem, 'seriesId'>): LibrarySide {
	return seriesId ? episodeSide : movieSide;
}
