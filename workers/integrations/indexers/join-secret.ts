import type {IndexerSettings} from './indexer.ts';
import {joinQuery} from './newznab/build-query.ts';

/**
 * Returns the address of a feed or playlist. The key, if one is set, is added unless the address already contains it.
 */
export function joinSecret({url, apiKey}: Pick<IndexerSettings, 'url' | 'apiKey'>): string {
	return apiKey && !url.includes(apiKey) ? joinQuery(url, [`apikey=${encodeURIComponent(apiKey)}`]) : url;
}
