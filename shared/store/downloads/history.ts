import {randomUUID} from 'node:crypto';
import type {ClientSession, Connection, Model} from 'mongoose';
import {joinCalls} from '../../coordination/wait.ts';
import {createTotals, readPage} from '../../lists/page.ts';
import {createRevisions, members} from '../../lists/revisions.ts';
import {maskSecrets} from '../../mask-secrets.ts';
import {createRecords, toRecord, unlessMadeMeanwhile} from '../mongo/records.ts';
import {removeSurplus} from '../mongo/remove-surplus.ts';
import {inSmallSteps} from '../mongo/small-steps.ts';
import {
	type HistoryEntry,
	type HistoryEvent,
	type HistoryPlace,
	historySchema,
	type StoredEntry,
	type UnnotifiedEntry,
} from './history-schema.ts';

/** Events that receivers of notifications get. */
const notifiedEvents: ReadonlySet<HistoryEvent> = new Set([
	'grabbed',
	'imported',
	'downloadFailed',
	'importFailed',
	'fileDeleted',
	'fileRenamed',
	'titleMoved',
	'titleAdded',
	'titleRemoved',
]);

export interface HistoryPageQuery {
	page: number;
	limit: number;
	event?: HistoryEvent;
	/** Any of them. */
	events?: readonly HistoryEvent[];
	/** Entries about titles of this kind. */
	kind?: 'movie' | 'series';
	movieId?: string;
	seriesId?: string;
	episodeId?: string;
	/** Name. */
	indexer?: string;
	/** From then on. */
	from?: Date;
	/** Before then. */
	to?: Date;
	/** The last entry of the page before, behind which this one begins, whatever `page` says. */
	after?: HistoryPlace;
}

const hidden = {onceKey: 0, unnotified: 0, media: 0} as const;

/** Adds an entry unless there is one with its key. */
interface AddOnce {
	updateOne: {filter: {onceKey: string}; update: {$setOnInsert: StoredEntry}; upsert: true};
}

interface KeyedEntry {
	entry: Omit<UnnotifiedEntry, 'id'>;
	/** Of entries with the same key, only the first is kept. */
	onceKey: string;
}

const toPastRow = ({entry: {data, ...rest}, onceKey}: KeyedEntry): StoredEntry => ({
	_id: randomUUID(),
	...rest,
	data: withoutAddresses(data),
	onceKey,
});

export type HistoryStore = ReturnType<typeof createHistoryStore>;

export function createHistoryStore(connection: Connection) {
	const history = connection.model<StoredEntry>('HistoryEntry', historySchema, 'history');
	const {get, remove, open} = createRecords<HistoryEntry, StoredEntry>({model: history, kind: 'history entry', hidden});
	const revisions = createRevisions(connection, 'history');
	const totals = createTotals(revisions);
	const counted = <T>(write: () => Promise<T>) => revisions.during([members], write);
	const addTogether = joinCalls<readonly AddOnce[], unknown>(all => counted(() => history.bulkWrite(all.flat(), {ordered: false})));
	return {
		...pastGrabs(history),
		/**
		 * With `onceKey`, a second call with the same key changes nothing and returns false,
		 * because jobs may run twice.
		 */
		async add({data, ...rest}: Omit<UnnotifiedEntry, 'id'>, onceKey?: string): Promise<boolean> {
			const entry = {...rest, data: withoutAddresses(data)};
			const row = {_id: randomUUID(), ...entry, ...(notifiedEvents.has(entry.event) && {unnotified: true as const})};
			if (!onceKey) {
				await counted(() => history.create([row]));
				return true;
			}
			const change = {$setOnInsert: {...row, onceKey}};
			const {upsertedCount} = await counted(() => history.updateOne({onceKey}, change, {upsert: true}).exec());
			return upsertedCount > 0;
		},
		/** Like `add` with a key, for many entries at once. */
		async addMany(entries: readonly KeyedEntry[]): Promise<void> {
			const writes = entries.map(keyed => {
				const row = {...toPastRow(keyed), ...(notifiedEvents.has(keyed.entry.event) && {unnotified: true as const})};
				return {updateOne: {filter: {onceKey: keyed.onceKey}, update: {$setOnInsert: row}, upsert: true} as const};
			});
			await (writes.length > 0 ? addTogether(writes) : null);
		},
		/** The same for what is past: nobody is notified of it. */
		async addPast(entries: readonly KeyedEntry[]): Promise<void> {
			const rows = entries.map(toPastRow);
			const write = () => history.insertMany(rows, {lean: true, ordered: false});
			await (rows.length > 0 ? counted(write).catch(unlessMadeMeanwhile) : null);
		},
		/** Which of these keys entries have. */
		async keysAmong(onceKeys: readonly string[]): Promise<Set<string>> {
			const rows = await history.find({onceKey: {$in: [...onceKeys], $exists: true}}, {onceKey: 1}).lean<{onceKey: string}[]>();
			return new Set(rows.map(({onceKey}) => onceKey));
		},
		/** Removes what a move from another program has brought. Returns how many entries. */
		async removeMoved(moveId: string): Promise<number> {
			const filter = {onceKey: {$gte: 'move:', $lt: 'move;', $exists: true}, 'data.moveId': moveId};
			return (await counted(() => history.deleteMany(filter).exec())).deletedCount;
		},
		/** Runs a change that adds entries in its own transaction. */
		alongside: <T>(change: (add: AddEntries) => Promise<T>): Promise<T> =>
			counted(() =>
				change((entries, session) =>
					history.insertMany(
						entries.map(entry => ({_id: randomUUID(), ...entry, ...(notifiedEvents.has(entry.event) && {unnotified: true as const})})),
						{session},
					),
				),
			),
		async page(query: HistoryPageQuery): Promise<{entries: HistoryEntry[]; total: number}> {
			const {page, limit, event, events, kind, movieId, seriesId, episodeId, indexer, from, to, after} = query;
			const filter = {
				...(event && {event}),
				...(events && {event: {$in: [...events]}}),
				...(kind && {[`${kind}Id`]: {$type: 'string'}}),
				...(movieId && {movieId}),
				...(seriesId && {seriesId}),
				...(episodeId && {episodeIds: episodeId}),
				...(indexer && {indexer}),
				...((from || to) && {timestamp: {...(from && {$gte: from}), ...(to && {$lt: to})}}),
			};
			const order = {timestamp: -1, _id: 1} as const;
			const options = {filter, sort: order, page, limit, projection: hidden, totals} as const;
			if (after) {
				const [rows, total] = await Promise.all([
					readBehind(history, {...options, after}),
					totals.of(JSON.stringify(filter), () => history.countDocuments(filter).exec()),
				]);
				return {entries: rows.map(open), total};
			}
			const {rows, total} = await readPage<StoredEntry, StoredEntry>(history, options);
			return {entries: rows.map(open), total};
		},
		/** The newest entries of these kinds in a time, and how many there are of each kind. */
		async since<Event extends HistoryEvent>({
			from,
			to,
			limit,
			events,
		}: {
			from: Date;
			to: Date;
			limit: number;
			events: readonly Event[];
		}): Promise<{entries: HistoryEntry[]; counts: Record<Event, number>}> {
			const timestamp = {$gte: from, $lt: to};
			const [rows, ...counts] = await Promise.all([
				history
					.find({event: {$in: [...events]}, timestamp}, hidden)
					.sort({timestamp: -1, _id: 1})
					.limit(limit)
					.lean<StoredEntry[]>(),
				...events.map(event => history.countDocuments({event, timestamp}, {limit: maxCounted}).exec()),
			]);
			// There is a count for each event.
			const byEvent = Object.fromEntries(events.map((event, index) => [event, counts[index] ?? 0])) as Record<Event, number>;
			return {entries: rows.map(open), counts: byEvent};
		},
		/** The entries about files of these titles whose place one of these files took, since then. */
		async replacedBy(fileIds: readonly string[], titleIds: readonly string[], since: Date): Promise<HistoryEntry[]> {
			const of = {event: 'fileDeleted', timestamp: {$gte: since}, 'data.replacedBy': {$in: [...fileIds]}} as const;
			const titles = {$in: [...titleIds]};
			const rows = await history
				.find(
					{
						$or: [
							{...of, movieId: titles},
							{...of, seriesId: titles},
						],
					},
					hidden,
				)
				.lean<StoredEntry[]>();
			return rows.map(row => toRecord<HistoryEntry>(row));
		},
		/** The oldest entries that were not sent to receivers of notifications yet. */
		async unnotified(limit: number): Promise<UnnotifiedEntry[]> {
			const rows = await history
				.find({unnotified: true}, {onceKey: 0, unnotified: 0})
				.sort({timestamp: 1})
				.limit(limit)
				.lean<StoredEntry[]>();
			return rows.map(row => toRecord<UnnotifiedEntry>(row));
		},
		async markNotified(ids: readonly string[]): Promise<void> {
			await history.updateMany({_id: {$in: [...ids]}}, {$unset: {unnotified: 1, media: 1}});
		},
		get,
		remove: (id: string): Promise<boolean> => counted(() => remove(id)),
		/** The next entries before this time after a place, oldest first, with what decides whether they are kept. */
		async olderThan(date: Date, {after, limit}: {after: HistoryPlace | null; limit: number}): Promise<OldEntry[]> {
			const from = after && {$or: [{timestamp: {$gt: after.timestamp}}, {timestamp: after.timestamp, _id: {$lt: after.id}}]};
			const range = {$lt: date, ...(after && {$gte: after.timestamp})};
			const rows = await history
				.find({timestamp: range, ...from}, {timestamp: 1, movieId: 1, seriesId: 1})
				.sort({timestamp: 1, _id: -1})
				.limit(limit)
				.lean<StoredEntry[]>();
			return rows.map(({_id, timestamp, movieId, seriesId}) => ({id: _id, timestamp, titleId: movieId ?? seriesId ?? null}));
		},
		async removeMany(ids: readonly string[]): Promise<number> {
			const remove = () => inSmallSteps(ids, some => history.deleteMany({_id: {$in: some}}).exec());
			const removed = ids.length > 0 ? await counted(remove) : [];
			return removed.reduce((sum, {deletedCount}) => sum + deletedCount, 0);
		},
		/** Removes the oldest entries above the number that is kept. */
		async removeSurplus(max = maxEntries): Promise<number> {
			return (await history.estimatedDocumentCount()) > max ? counted(() => removeSurplus(history, {by: 'timestamp', max})) : 0;
		},
	};
}

/** Adds entries of the history in a transaction. */
export type AddEntries = (entries: readonly Omit<UnnotifiedEntry, 'id'>[], session: ClientSession) => Promise<unknown>;

interface Behind {
	filter: object;
	sort: Record<string, 1 | -1>;
	limit: number;
	after: HistoryPlace;
}

/** The entries after a place, without walking through those before it. */
function readBehind(history: Model<StoredEntry>, {filter, sort, limit, after: {timestamp, id}}: Behind): Promise<StoredEntry[]> {
	const behind = {$or: [{timestamp: {$lt: timestamp}}, {timestamp, _id: {$gt: id}}]};
	return history
		.find({$and: [filter, {timestamp: {$lte: timestamp}}, behind]}, hidden)
		.sort(sort)
		.limit(limit)
		.lean<StoredEntry[]>();
}

/** Entries of one kind that are counted. */
const maxCounted = 10_000;

/** Entries that are kept at most. */
const maxEntries = 5_000_000;

export interface OldEntry extends HistoryPlace {
	/** The movie or series that it is about; null for none. */
	titleId: string | null;
}

/** Characters. */
const maxText = 2000;

/** Failures contain messages of other programs, which quote addresses. */
function withoutAddresses(data: HistoryEntry['data']): HistoryEntry['data'] {
	return Object.fromEntries(
		Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? maskSecrets(value.slice(0, maxText)) : value]),
	);
}

interface PastGrab {
	guid: string;
	indexerId: string;
	downloadId: string | null;
	/** `open`: neither failed nor came into the library, whether it is on its way or was taken away. */
	outcome: 'open' | 'imported' | 'failed';
	at: Date;
}

/** After these a download is no longer on its way. */
const ends: ReadonlySet<HistoryEvent> = new Set(['imported', 'downloadFailed']);

/** What the history knows of earlier grabs. */
function pastGrabs(history: Model<StoredEntry>) {
	return {
		/** Which of these torrents were imported. Clients write info hashes in upper or lower case. */
		async importedHashes(infoHashes: readonly string[]): Promise<Set<string>> {
			const spelled = infoHashes.flatMap(hash => [hash.toLowerCase(), hash.toUpperCase()]);
			const found = await history.find({downloadId: {$in: spelled}, event: 'imported'}, {downloadId: 1}).lean<{downloadId: string}[]>();
			return new Set(found.map(({downloadId}) => downloadId.toLowerCase()));
		},
		/** What was grabbed for a title since then, and has neither failed nor come into the library. */
		async grabbedSince(
			of: {movieId: string} | {seriesId: string},
			since: Date,
		): Promise<Pick<HistoryEntry, 'title' | 'episodeIds' | 'quality' | 'data' | 'timestamp'>[]> {
			const fields = {event: 1, title: 1, episodeIds: 1, quality: 1, downloadId: 1, data: 1, timestamp: 1};
			const rows = await history.find({...of, timestamp: {$gte: since}}, fields).lean<StoredEntry[]>();
			const ended = new Set(rows.flatMap(({event, downloadId}) => (ends.has(event) && downloadId ? [downloadId] : [])));
			return rows.filter(({event, downloadId}) => event === 'grabbed' && !(downloadId && ended.has(downloadId)));
		},
		/**
		 * The grabs of these releases, known by guid or info hash, and what became of each download. An intent that
		 * somebody removed before its client answered counts too.
		 */
		async grabsOf(releases: readonly {guid: string; infoHash: string | null}[]): Promise<PastGrab[]> {
			const hashes = releases.flatMap(({infoHash}) => (infoHash ? [infoHash.toLowerCase(), infoHash.toUpperCase()] : []));
			const guids = releases.map(({guid}) => guid);
			const fields = {event: 1, downloadId: 1, data: 1, timestamp: 1};
			const grabs = await history
				.find({event: {$in: ['grabbed', 'ignored']}, $or: [{'data.guid': {$in: guids}}, {downloadId: {$in: hashes}}]}, fields)
				.lean<StoredEntry[]>();
			const ids = grabs.flatMap(({downloadId}) => downloadId ?? []);
			const ended = await history.find({downloadId: {$in: ids}, event: {$in: [...ends]}}, fields).lean<StoredEntry[]>();
			return grabs.map(grab => toPastGrab(grab, ended));
		},
	};
}

/** A release may be grabbed again after a failure, so only failures after the grab count. */
function toPastGrab({downloadId, data, timestamp}: StoredEntry, ended: readonly StoredEntry[]): PastGrab {
	const later = ended.filter(each => each.downloadId === downloadId && each.timestamp >= timestamp);
	const isImported = later.some(({event}) => event === 'imported');
	const outcome = isImported ? 'imported' : later.length > 0 ? 'failed' : 'open';
	return {guid: String(data['guid'] ?? ''), indexerId: String(data['indexerId'] ?? ''), downloadId, outcome, at: timestamp};
}
