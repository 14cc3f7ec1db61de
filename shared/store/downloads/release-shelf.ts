import {createHash} from 'node:crypto';
import type {Redis} from 'ioredis';
import type {IndexerResult, JudgedRelease} from '../../domain/decisions/judged-release.ts';
import {sendAll} from '../../redis.ts';
import type {Secrets} from '../../secrets.ts';

/** Seconds for which a found release can be grabbed. */
const releaseSeconds = 3600;
/** Seconds within which the caller must fetch the result of a search. */
const searchSeconds = 300;

export interface SearchResult {
	releases: JudgedRelease[];
	indexerResults: IndexerResult[];
	searchTime: Date;
}

export type ReleaseShelf = ReturnType<typeof createReleaseShelf>;

/**
 * Found releases are stored here until they are grabbed. They are encrypted because their
 * addresses contain indexer keys.
 */
export function createReleaseShelf({redis, prefix, secrets}: {redis: Redis; prefix: string; secrets: Secrets}) {
	const releaseKey = (indexerId: string, guid: string) =>
		`${prefix}:release:${indexerId}:${createHash('sha256').update(guid).digest('base64url')}`;
	// Not below the name of a pool: its queue has a key for each job there, and searches have the ids of their jobs.
	const searchKey = (searchId: string) => `${prefix}:found:${searchId}`;

	return {
		async keep(searchId: string, {releases, indexerResults, searchTime}: SearchResult): Promise<void> {
			const keys = releases.map(({release}) => releaseKey(release.indexerId, release.guid));
			const batch = redis.pipeline();
			for (const [index, release] of releases.entries()) {
				// One key for each release.
				batch.set(keys[index]!, secrets.seal(JSON.stringify(release), keys[index]!), 'EX', releaseSeconds);
			}
			batch.set(searchKey(searchId), JSON.stringify({keys, indexerResults, searchTime}), 'EX', searchSeconds);
			await sendAll(batch);
		},
		/** Null when the search is unknown or has expired. */
		async readSearch(searchId: string): Promise<SearchResult | null> {
			const text = await redis.get(searchKey(searchId));
			if (!text) {
				return null;
			}
			const {keys, indexerResults, searchTime} = JSON.parse(text) as {keys: string[]; indexerResults: IndexerResult[]; searchTime: string};
			const sealed = keys.length > 0 ? await redis.mget(keys) : [];
			return {
				releases: sealed.flatMap((each, index) => (each === null ? [] : [opened(each, keys[index]!)])),
				indexerResults,
				searchTime: new Date(searchTime),
			};
		},
		async find(indexerId: string, guid: string): Promise<JudgedRelease | null> {
			const key = releaseKey(indexerId, guid);
			const sealed = await redis.get(key);
			return sealed ? opened(sealed, key) : null;
		},
	};

	function opened(sealed: string, key: string): JudgedRelease {
		const judged = JSON.parse(secrets.open(sealed, key)) as JudgedRelease;
		return {...judged, release: {...judged.release, publishDate: new Date(judged.release.publishDate)}};
	}
}
