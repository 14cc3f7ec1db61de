import type {Connection} from 'mongoose';
import type {Secrets} from '../../secrets.ts';
import {createFetchedSubtitleStore} from './fetched-subtitles.ts';
import {createSubtitleBlocklistStore} from './subtitle-blocklist.ts';
import {createSubtitleProviderStore} from './subtitle-providers.ts';

/** What is kept of the subtitles themselves; which ones a file has is in its record. */
export function createSubtitleStores(connection: Connection, secrets: Secrets) {
	return {
		fetchedSubtitles: createFetchedSubtitleStore(connection),
		subtitleBlocklist: createSubtitleBlocklistStore(connection),
		subtitleProviders: createSubtitleProviderStore(connection, secrets),
	};
}
