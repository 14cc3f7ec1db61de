import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import {createHandOver, createHandOverList} from '../../coordination/cache.ts';
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

export const searchStates = ['queued', 'searching', 'completed', 'failed', 'cancelled'] as const;
type SearchState = (typeof searchStates)[number];

/** A search that continues while its caller reads the results so far. */
export interface StartedSearch {
	id: string;
	/** `callerId` of the caller that started it. */
	startedBy: string;
	state: SearchState;
	/** Another one after each change. */
	revision: string;
	/** The indexers that have not answered yet. */
	asking: {id: string; name: string}[];
	startedAt: string;
	/** If no worker has written by then, none is working on it any more. */
	until: string;
	endedAt: string | null;
	/** Why it failed. */
	message: string | null;
}

/** Milliseconds for a search, which asks the indexers for 60 s at most, and for the line in front of it. */
const searchLimitMs = 90_000;
/** Beyond that the oldest are forgotten; a caller has a few at a time. */
const maxStarted = 500;

export const hasEnded = ({state}: Pick<StartedSearch, 'state'>) => state !== 'queued' && state !== 'searching';

export type ReleaseCache = ReturnType<typeof createReleaseCache>;

/** Found releases, which can be grabbed for an hour. Encrypted because their addresses contain indexer keys. */
export function createReleaseCache(sealedIn: {redis: Redis; prefix: string; secrets: Secrets}) {
	const releases = createHandOver<JudgedRelease>({...sealedIn, name: 'release', ttlMs: hourMs});
	const searches = createHandOver<StoredSearch>({...sealedIn, name: 'found', ttlMs: 5 * minuteMs});
	const started = createHandOverList<StartedSearch>({...sealedIn, name: 'started-search', ttlMs: 5 * minuteMs, max: maxStarted});
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
		/** Stores that a search was asked for; its id is that of its job. */
		async start(startedBy: string, now: Date): Promise<StartedSearch> {
			const [id, revision] = [randomUUID(), randomUUID()];
			const times = {startedAt: now.toISOString(), until: new Date(Number(now) + searchLimitMs).toISOString(), endedAt: null};
			const search: StartedSearch = {id, startedBy, state: 'queued', revision, asking: [], ...times, message: null};
			await started.put({[id]: search});
			return search;
		},
		/** Null when it is unknown or has expired. */
		startedSearch: (id: string): Promise<StartedSearch | null> => started.get(id),
		/** The searches of this caller that no worker has ended, and for which there still is time. */
		async openSearchesOf(startedBy: string, now: Date): Promise<StartedSearch[]> {
			const all = await started.list();
			return all.filter(search => search.startedBy === startedBy && !hasEnded(search) && new Date(search.until) > now);
		},
		/**
		 * Says how far a started search is. False when it has ended or is forgotten: whoever works on it may stop
		 * then. It may have begun twice, and whoever ends it first is right.
		 */
		async noteSearch(id: string, change: Partial<Pick<StartedSearch, 'state' | 'asking' | 'message'>>, now: Date): Promise<boolean> {
			const search = await started.get(id);
			if (!search || hasEnded(search)) {
				return false;
			}
			const changed = {...search, ...change, revision: randomUUID()};
			const times = hasEnded(changed)
				? {asking: [], endedAt: now.toISOString()}
				: {until: new Date(Number(now) + searchLimitMs).toISOString()};
			return started.change(id, {...changed, ...times});
		},
		async find(indexerId: string, guid: string): Promise<JudgedRelease | null> {
			const found = await releases.get(keyOf(indexerId, guid));
			return found && revived(found);
		},
	};
}

function revived(judged: JudgedRelease): JudgedRelease {
	const {publishDate} = judged.release;
	return {...judged, release: {...judged.release, publishDate: publishDate && new Date(publishDate)}};
}
