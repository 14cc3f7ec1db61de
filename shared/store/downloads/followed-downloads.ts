import type {Collection, Document, Filter} from 'mongodb';
import mongoose, {type Model, type QueryFilter} from 'mongoose';
import {createCache} from '../../coordination/cache.ts';
import {isUnclaimed} from '../../coordination/lease.ts';
import type {FollowedChange, FollowedItem, TransferringItem} from '../../domain/downloads/client-download.ts';
import {endStates, type QueueItem, type Transfer, trackedStates} from '../../domain/downloads/queue-item.ts';
import {dayMs} from '../../domain/durations.ts';
import type {Lookup} from '../mongo/one-command.ts';
import {repeatable} from '../mongo/small-steps.ts';
import {maxClaimMs, type StoredItem, toItem, toSet} from './download-schema.ts';

/** Writes of one command, and commands at the same time. */
const batchSize = 1000;
const together = 2;
/** Days for which a download that its client lost is looked for. */
const lostDays = 14;

const followed = {state: 1, status: 1, health: 1, errorMessage: 1, transfer: 1} as const satisfies Partial<Record<keyof FollowedItem, 1>>;

/** What the state of a title depends on. */
const shown = {...followed, statusMessages: 1, retryAt: 1, target: 1, client: 1} as const;
export type ItemUnderWay = Pick<
	QueueItem,
	'id' | 'state' | 'status' | 'health' | 'errorMessage' | 'statusMessages' | 'retryAt' | 'transfer' | 'target' | 'client'
>;
export interface UnderWayCount extends Pick<QueueItem, 'state' | 'health'> {
	count: number;
}
/** Listed by name, because a query that excludes states cannot use the index. */
const openStates = trackedStates.filter(state => !endStates.includes(state));
/** Items that one question about titles reads at most. */
const maxShown = 2000;

/** Torrents that one poll of a client considers. */
const maxConsidered = 1000;

export interface ItemChanged {
	id: string;
	/** When the transfer began that the change is about. */
	started: Date;
	change: FollowedChange;
}

type WriteOptions = {ordered: false} | typeof repeatable;

/** A torrent whose list of files was not checked. */
export interface UncheckedItem extends Pick<TransferringItem, 'id' | 'state'> {
	title: string;
	transfer: Pick<Transfer, 'downloadId' | 'started'>;
}

/** What following the clients needs of the queue: few fields of many items. */
export function followedDownloads(items: Model<StoredItem>) {
	// Mongoose's collection is the driver's.
	const readAgain = createRowCache<FollowedItem>(items.collection as unknown as Collection, stored => toItem(stored as StoredItem));
	return {
		/** The items of a client that are not done: those that it downloads, and those that it should be rid of. */
		async followed(clientId: string): Promise<FollowedItem[]> {
			const isUnderWay = {state: {$nin: [...endStates]}};
			const filter = {'client.id': clientId, $or: [isUnderWay, {state: 'imported', 'transfer.removedFromClient': false}]};
			return readAgain(clientId, {filter, projection: followed});
		},
		/** The ids of the clients whose disk has kept a download from going on since then. */
		async faultyClients(since: Date): Promise<string[]> {
			return items.distinct('client.id', {state: 'downloading', 'transfer.clientFaultSince': {$gt: since}});
		},
		/** Those of these ids of clients that items have or had, those whose client has not answered yet included. */
		async known(downloadIds: readonly string[]): Promise<string[]> {
			const ids = [...downloadIds];
			const [sent, grabbed] = await Promise.all([
				items.distinct('transfer.downloadId', {'transfer.downloadId': {$in: ids}}),
				items.distinct('release.infoHash', {'release.infoHash': {$in: ids}}),
			]);
			return [...sent, ...grabbed].filter(id => typeof id === 'string');
		},
		/** The items that their client has lost of late. */
		async lost(clientId: string, now: Date): Promise<FollowedItem[]> {
			const isRecent = {$gt: new Date(Number(now) - lostDays * dayMs)};
			const filter = {'client.id': clientId, state: 'ignored' as const, 'transfer.missingSince': isRecent};
			return (await items.find(filter, followed).lean<StoredItem[]>()).map(toItem);
		},
		/** The items of these titles that have not ended, in few fields. */
		underWay(title: 'movieId' | 'seriesId', ids: readonly string[]): Lookup<ItemUnderWay[], StoredItem> {
			const filter = ids.length === 0 ? null : {[`target.${title}`]: {$in: [...ids]}, state: {$nin: [...endStates]}};
			return {source: items, filter, projection: shown, limit: maxShown, open: rows => rows.map(toItem)};
		},
		/** How many items have not ended, by state and health; read from one index. */
		async countUnderWay(): Promise<UnderWayCount[]> {
			const rows = await items.aggregate<{_id: Omit<UnderWayCount, 'count'>; count: number}>([
				{$match: {state: {$in: openStates}}},
				{$group: {_id: {state: '$state', health: '$health'}, count: {$sum: 1}}},
			]);
			return rows.map(({_id, count}) => ({..._id, count}));
		},
		/** The titles of the items that a client is needed for. */
		async titlesAt(clientId: string): Promise<string[]> {
			const filter = {'client.id': clientId, state: {$nin: [...endStates]}};
			return (await items.find(filter, {'release.title': 1}).lean<StoredItem[]>()).map(({release}) => release.title);
		},
		/** The torrents at this client that are still downloading and whose file list was not checked. */
		async withUncheckedFiles(clientId: string): Promise<UncheckedItem[]> {
			const filter = {'client.id': clientId, state: 'downloading' as const, 'release.filesChecked': false, transfer: {$ne: null}};
			const fields = {state: 1, 'release.title': 1, 'transfer.downloadId': 1, 'transfer.started': 1};
			const rows = await items.find(filter, fields).limit(maxConsidered).lean<StoredItem[]>();
			return rows.flatMap(({_id: id, state, release, transfer}) => (transfer ? [{id, state, title: release.title, transfer}] : []));
		},
		/**
		 * Writes to the items that are still downloading, and were not sent again since. Returns the ids of those. It
		 * does not wait for the disk: the client says the same at its next poll.
		 */
		changeFollowed: (changes: readonly ItemChanged[]): Promise<Set<string>> => writeAll(changes, repeatable),
		/**
		 * Notes which downloads a pause holds, and waits for the disk: the client is told next, and one that is paused
		 * and not noted would stay so.
		 */
		noteHeld: (items: readonly Omit<ItemChanged, 'change'>[], held: boolean): Promise<Set<string>> =>
			writeAll(
				items.map(({id, started}) => ({id, started, change: {transfer: {held}}})),
				{ordered: false},
			),
	};

	async function writeAll(changes: readonly ItemChanged[], options: WriteOptions): Promise<Set<string>> {
		const changed = new Set(changes.map(({id}) => id));
		const updatedAt = new Date();
		const batches = inBatches(changes, batchSize);
		for (const some of inBatches(batches, together)) {
			await Promise.all(some.map(batch => write(batch, {updatedAt, changed, options})));
		}
		return changed;
	}

	async function write(
		batch: readonly ItemChanged[],
		{updatedAt, changed, options}: {updatedAt: Date; changed: Set<string>; options: WriteOptions},
	): Promise<void> {
		const writes = batch.map(({id, started, change}) => ({
			updateOne: {filter: {_id: id, state: 'downloading', 'transfer.started': started}, update: {$set: {...toSet(change), updatedAt}}},
		}));
		// Skips mongoose validation, the largest cost with thousands of items; the driver's type of ids is ObjectId.
		const {matchedCount} = await items.collection.bulkWrite(writes as never, options);
		if (matchedCount < batch.length) {
			await dropMoved(batch, changed);
		}
	}

	/** Removes the items of the batch that were changed by others in the meantime from `changed`. */
	async function dropMoved(batch: readonly ItemChanged[], changed: Set<string>): Promise<void> {
		const ids = batch.map(({id}) => id);
		const rows = await items.find({_id: {$in: ids}, state: 'downloading'}, {'transfer.started': 1}).lean<StoredItem[]>();
		const startedOf = new Map(rows.map(({_id, transfer}) => [_id, Number(transfer?.started)]));
		for (const {id} of batch.filter(({id: each, started}) => startedOf.get(each) !== Number(started))) {
			changed.delete(id);
		}
	}
}

function inBatches<T>(all: readonly T[], size: number): T[][] {
	return Array.from({length: Math.ceil(all.length / size)}, (_, index) => all.slice(index * size, (index + 1) * size));
}

interface RowQuery {
	filter: Filter<Document>;
	projection: Record<string, 0 | 1>;
}

/** Cached lists; far more than anybody polls. */
const maxLists = 50;
/** All rows of a list in one reply, as long as MongoDB allows it. */
const allRows = 100_000;

/**
 * Reads lists that are read again and again and hardly change. A row with the same bytes as last time is not decoded
 * again, which costs four times as much as reading it. The rows are shared, so callers must not change them.
 */
export function createRowCache<Row>(collection: Collection, open: (stored: Document) => Row) {
	const lists = createCache<Map<string, Row>>({max: maxLists});
	return async (name: string, {filter, projection}: RowQuery): Promise<Row[]> => {
		// With `raw`, the driver returns the bytes of each row.
		const rows = (await collection.find(filter, {projection, raw: true, batchSize: allRows}).toArray()) as unknown as Buffer[];
		const known = lists.peek(name);
		const fresh = new Map<string, Row>();
		for (const bytes of rows) {
			const text = bytes.toString('latin1');
			fresh.set(text, known?.get(text) ?? open(mongoose.mongo.BSON.deserialize(bytes)));
		}
		lists.set(name, fresh);
		return [...fresh.values()];
	};
}

/** Items that one call returns at most; the next call finds the rest. */
const maxItems = 500;

/** Fewer, because those whose job waits are found again each time. */
const maxImports = 200;

export type ImportedItem = Pick<QueueItem, 'id' | 'release' | 'client' | 'sending' | 'transfer'>;

/** Finds the items that must continue, each kind by its own condition and in the order of its own index. */
export function dueDownloads(items: Model<StoredItem>) {
	/** Due, or without a time. */
	const upTo = (now: Date) => ({$not: {$gt: now}});

	async function idsOf(filter: QueryFilter<StoredItem>, sort: Record<string, 1>, limit = maxItems): Promise<{id: string}[]> {
		const rows = await items.find(filter, {_id: 1}).sort(sort).limit(limit).lean<{_id: string}[]>();
		return rows.map(({_id}) => ({id: _id}));
	}

	return {
		/** Whether the queue holds anything at all. */
		async isEmpty(): Promise<boolean> {
			return (await items.findOne({}, {_id: 1}).lean()) === null;
		},
		/** Failed downloads whose time for a retry is over. */
		async failedDue(now: Date): Promise<QueueItem[]> {
			const filter = {state: 'failedPending', retryAt: upTo(now)} as const;
			return (await items.find(filter).sort({retryAt: 1}).limit(maxItems).lean<StoredItem[]>()).map(toItem);
		},
		/** Failures whose consequences are not all drawn. */
		async followUpsDue(): Promise<QueueItem[]> {
			const filter = {'followUp.since': {$exists: true}};
			return (await items.find(filter).sort({'followUp.since': 1}).limit(maxItems).lean<StoredItem[]>()).map(toItem);
		},
		importsDue: (now: Date) => idsOf({state: 'importPending', retryAt: upTo(now)}, {retryAt: 1}, maxImports),
		/** Imports whose worker no longer renews its claim. */
		importsLeft: () => idsOf({state: 'importing', $expr: isUnclaimed('import.claim', maxClaimMs)}, {'import.claim.until': 1}),
		/** Releases that were sent before `date`, have no answer of their client, and do not wait for another try. */
		unanswered: (date: Date, now: Date) =>
			idsOf({state: 'downloading', transfer: null, updatedAt: {$lt: date}, retryAt: upTo(now)}, {updatedAt: 1}),
		async importedBefore(date: Date): Promise<ImportedItem[]> {
			const fields = {release: 1, client: 1, sending: 1, transfer: 1};
			const filter = {state: 'imported', updatedAt: {$lt: date}} as const;
			return (await items.find(filter, fields).sort({updatedAt: 1}).limit(maxItems).lean<StoredItem[]>()).map(toItem);
		},
		/** Removes those of the items that are still imported. Returns their ids. */
		async removeImported(ids: readonly string[]): Promise<string[]> {
			const imported = (await idsOf({_id: {$in: [...ids]}, state: 'imported'}, {_id: 1})).map(({id}) => id);
			await items.deleteMany({_id: {$in: imported}, state: 'imported'});
			return imported;
		},
	};
}
