import {createHmac, createSecretKey, randomBytes, randomUUID} from 'node:crypto';
import {promisify} from 'node:util';
import {gunzip, gzip} from 'node:zlib';
import type {Redis} from 'ioredis';
import type {Connection} from 'mongoose';
import {cached, createHandOver, createHandOverList} from '../../coordination/cache.ts';
import type {IndexerResult, JudgedRelease} from '../../domain/decisions/judged-release.ts';
import type {GrabbedRelease} from '../../domain/downloads/queue-item.ts';
import {dayMs, hourMs, minuteMs} from '../../domain/durations.ts';
import type {PrivateAddresses} from '../../network-address.ts';
import type {Secrets} from '../../secrets.ts';
import {sealContextOf} from '../sealing/sealed-fields.ts';

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

interface KeyFact {
	_id: 'guidKey';
	/** Sealed. */
	value: string;
}

/** Returns the public name of a release: always the same, and the guid cannot be read from it. */
export type HideGuid = (guid: string) => string;

const guidKey = 'guidKey';
const hiddenForm = /^rel_[\w-]{32}$/;
const nameBytes = 24;

/** Is it a name that `HideGuid` gave? */
export function isHiddenGuid(guid: string): boolean {
	return hiddenForm.test(guid);
}

/**
 * Sites put passkeys into guids, so a release is known by an HMAC of its guid. Its key belongs to the installation:
 * all processes have the same, and it stays when SECRET_KEY is changed.
 */
export function createReleaseGuids(connection: Connection, secrets: Secrets) {
	const facts = () => connection.collection<KeyFact>('installation');
	const context = sealContextOf('installation', 'value', guidKey);

	const fresh = () => secrets.seal(randomBytes(32), context);

	async function load(): Promise<HideGuid> {
		const stored = await facts().findOneAndUpdate(
			{_id: guidKey},
			{$setOnInsert: {value: fresh()}},
			{upsert: true, returnDocument: 'after'},
		);
		// Not as bytes, which would be checked and copied for each release.
		const key = createSecretKey(opened(stored?.value ?? '') ?? (await replaced(stored?.value ?? '')));
		const nameOf = (guid: string) => createHmac('sha256', key).update(guid).digest().subarray(0, nameBytes).toString('base64url');
		return guid => `rel_${nameOf(guid)}`;
	}

	function opened(sealed: string): Buffer | null {
		try {
			return secrets.openBytes(sealed, context);
		} catch {
			return null;
		}
	}

	/** After SECRET_KEY was lost: releases get new names, and are not recognised by their old ones. */
	async function replaced(lost: string): Promise<Buffer> {
		await facts().updateOne({_id: guidKey, value: lost}, {$set: {value: fresh()}});
		const stored = await facts().findOne({_id: guidKey});
		return secrets.openBytes(stored?.value ?? '', context);
	}

	/** Reads the key at the first call. */
	const loadOnce = cached(load);

	return {
		load: loadOnce,
		/** Of a guid as its indexer writes it, or as we show it: both name the release. */
		nameOf: async (guid: string) => (isHiddenGuid(guid) ? guid : (await loadOnce())(guid)),
	};
}

type Release = Pick<GrabbedRelease, 'indexerId' | 'guid'>;

/** What was fetched for a release: exactly one of `magnetUrl`, `torrent` and `nzb`. */
interface FetchedFile {
	magnetUrl: string | null;
	torrent: Uint8Array | null;
	nzb: Uint8Array | null;
	infoHash: string | null;
	/** Addresses of the torrent that are missing, because they are private. */
	leftOut?: PrivateAddresses;
}

/** Bytes. An NZB lists each article of up to 100 GB, so 30 MB and more do occur. */
export const largestFile = 100 * 1024 * 1024;

export type KeptFiles = ReturnType<typeof createKeptFiles>;

interface Kept extends Pick<FetchedFile, 'infoHash' | 'leftOut' | 'magnetUrl'> {
	/** Packed, as base64. */
	torrent: string | null;
	nzb: string | null;
}

/** Bytes of a packed file. A larger one is fetched again, unless somebody waits for it. */
const maxBytes = 4 * 1024 * 1024;
const maxAwaitedBytes = 32 * 1024 * 1024;
/** Redis holds them in memory. */
const maxFiles = 12;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * Files that were fetched from a site for a client that did not take them, so that another try asks no site again, and
 * files that other programs wait for.
 * Encrypted because trackers put passkeys into them.
 */
export function createKeptFiles(sealedIn: {redis: Redis; prefix: string; secrets: Secrets}) {
	const files = createHandOverList<Kept>({...sealedIn, name: 'fetched-file', ttlMs: dayMs, max: maxFiles});
	const keyOf = ({indexerId, guid}: Release) => `${indexerId} ${guid}`;

	return {
		async keep(release: Release, {torrent, nzb, ...fetched}: FetchedFile, isAwaited = false): Promise<void> {
			const [packedTorrent, packedNzb] = await Promise.all([packed(torrent), packed(nzb)]);
			if ((packedTorrent ?? packedNzb ?? '').length * 0.75 <= (isAwaited ? maxAwaitedBytes : maxBytes)) {
				await files.put({[keyOf(release)]: {...fetched, torrent: packedTorrent, nzb: packedNzb}});
			}
		},
		/** Null when it was not kept, or not for so long. */
		async find(release: Release): Promise<FetchedFile | null> {
			const kept = await files.get(keyOf(release));
			return kept && {...kept, torrent: await unpacked(kept.torrent), nzb: await unpacked(kept.nzb)};
		},
		drop: async (release: Release): Promise<void> => void (await files.drop(keyOf(release))),
	};
}

const packed = async (bytes: Uint8Array | null) => bytes && (await pack(bytes)).toString('base64');

const unpacked = async (text: string | null) =>
	text === null ? null : unpack(Buffer.from(text, 'base64'), {maxOutputLength: largestFile});
