import type {Redis} from 'ioredis';
import {createHandOver} from '../../coordination/cache.ts';
import type {IndexerResult, JudgedRelease} from '../../domain/decisions/judged-release.ts';
import {hourMs, minuteMs} from '../../domain/durations.ts';
import type {Secrets} from '../../secrets.ts';

export interface SearchResult {
	releases: JudgedRelease[];
	indexerResults: IndexerResult[];
	searchTime: Date;
}

/** The releases of a search are stored once each, under these keys. */
interface StoredSearch extends Omit<SearchResult, 'releases' | 'searchTime'> {
	keys: string[];
	searchTime: string;
}

export type ReleaseCache = ReturnType<typeof createReleaseCache>;

/** Found releases, which can be grabbed for an hour. Encrypted because their addresses contain indexer keys. */
export function createReleaseCache(sealedIn: {redis: Redis; prefix: string; secrets: Secrets}) {
	const releases = createHandOver<JudgedRelease>({...sealedIn, name: 'release', ttlMs: hourMs});
	const searches = createHandOver<StoredSearch>({...sealedIn, name: 'found', ttlMs: 5 * minuteMs});
	const keyOf = (indexerId: string, guid: string) => `${indexerId} ${guid}`;

	return {
		async put(searchId: string, {releases: found, indexerResults, searchTime}: SearchResult): Promise<void> {
			const keys = found.map(({release}) => keyOf(release.indexerId, release.guid));
			await releases.putAll(found.map((release, index) => [keys[index] ?? '', release]));
			await searches.put(searchId, {keys, indexerResults, searchTime: searchTime.toISOString()});
		},
		/** Null when the search is unknown or has expired. */
		async readSearch(searchId: string): Promise<SearchResult | null> {
			const search = await searches.get(searchId);
			if (!search) {
				return null;
			}
			const {keys, indexerResults, searchTime} = search;
			const found = (await releases.getAll(keys)).flatMap(release => (release ? [revived(release)] : []));
			return {releases: found, indexerResults, searchTime: new Date(searchTime)};
		},
		async find(indexerId: string, guid: string): Promise<JudgedRelease | null> {
			const found = await releases.get(keyOf(indexerId, guid));
			return found && revived(found);
		},
	};
}

function revived(judged: JudgedRelease): JudgedRelease {
	return {...judged, release: {...judged.release, publishDate: new Date(judged.release.publishDate)}};
}
