import type {IndexerSettings} from './indexer.ts';
import {joinQuery} from './newznab/query.ts';

/** Where a feed or playlist lies; the key, if one is set, is added unless the address carries it already. */
export function joinSecret({url, apiKey}: Pick<IndexerSettings, 'url' | 'apiKey'>): string {
	return apiKey && !url.includes(apiKey) ? joinQuery(url, [`apikey=${encodeURIComponent(apiKey)}`]) : url;
}
