import type {Connection} from 'mongoose';
import {createFetchedSubtitleStore} from './fetched-subtitles.ts';
import {createSubtitleBlocklistStore} from './subtitle-blocklist.ts';

/** What is kept of the subtitles themselves; which ones a file has is in its record. */
export function createSubtitleStores(connection: Connection) {
	return {
		fetchedSubtitles: createFetchedSubtitleStore(connection),
		subtitleBlocklist: createSubtitleBlocklistStore(connection),
	};
}
