import type {Collection} from 'mongodb';
import type {Model} from 'mongoose';
import type {FollowedItem} from '../../domain/downloads/follow-client.ts';
import type {QueueItem} from '../../domain/downloads/queue-item.ts';
import {endStates} from '../../domain/downloads/tracked-state.ts';
import {dayMs} from '../../domain/durations.ts';
import {createRowMemory} from '../mongo/row-memory.ts';
import {repeatable} from '../mongo/small-steps.ts';
import {type StoredItem, toItem} from './download-schema.ts';

/** Writes of one command, and commands at the same time. */
const batchSize = 1000;
const together = 2;
/** Days for which a download that its client lost is looked for. */
const lostDays = 14;

const followed = {
	downloadId: 1,
	started: 1,
	state: 1,
	status: 1,
	size: 1,
	sizeLeft: 1,
	secondsLeft: 1,
	outputPath: 1,
	seeders: 1,
	leechers: 1,
	removable: 1,
	health: 1,
	errorMessage: 1,
	progressAt: 1,
	missingSince: 1,
	missedLists: 1,
} as const satisfies Partial<Record<keyof FollowedItem, 1>>;

export interface FollowedChange {
	id: string;
	change: Partial<FollowedItem>;
}

/** What following the clients needs of the queue: few fields of many items. */
export function followedDownloads(items: Model<StoredItem>) {
	// Mongoose's collection is the driver's.
	const readAgain = createRowMemory<FollowedItem>(items.collection as unknown as Collection, stored => toItem(stored as StoredItem));
	return {
		/** The items of a client that are not done: those that it downloads, and those that it should be rid of. */
		async followed(downloadClientId: string): Promise<FollowedItem[]> {
			const isUnderWay = {state: {$nin: [...endStates]}};
			const filter = {downloadClientId, $or: [isUnderWay, {state: 'imported', removedFromClient: false}]};
			return readAgain(downloadClientId, {filter, projection: followed});
		},
		/** The items that their client has lost of late. */
		async lost(downloadClientId: string, now: Date): Promise<FollowedItem[]> {
			const missingSince = {$gt: new Date(Number(now) - lostDays * dayMs)};
			return (await items.find({downloadClientId, state: 'ignored', missingSince}, followed).lean<StoredItem[]>()).map(toItem);
		},
		/** The titles of the items that a client is needed for. */
		async titlesAt(downloadClientId: string): Promise<string[]> {
			const filter = {downloadClientId, state: {$nin: [...endStates]}};
			return (await items.find(filter, {_id: 0, title: 1}).lean<Pick<QueueItem, 'title'>[]>()).map(({title}) => title);
		},
		/** Writes to the items that are still downloading. Returns the ids of those. */
		async changeFollowed(changes: readonly FollowedChange[]): Promise<Set<string>> {
			const changed = new Set(changes.map(({id}) => id));
			const updatedAt = new Date();
			const batches = inBatches(changes, batchSize);
			for (const some of inBatches(batches, together)) {
				await Promise.all(some.map(batch => write(batch, {updatedAt, changed})));
			}
			return changed;
		},
	};

	async function write(batch: readonly FollowedChange[], {updatedAt, changed}: {updatedAt: Date; changed: Set<string>}): Promise<void> {
		const writes = batch.map(({id, change}) => ({
			updateOne: {filter: {_id: id, state: 'downloading'}, update: {$set: {...change, updatedAt}}},
		}));
		// Skips mongoose validation, the largest cost with thousands of items; the driver's type of ids is ObjectId.
		const {matchedCount} = await items.collection.bulkWrite(writes as never, repeatable);
		if (matchedCount < batch.length) {
			await dropMoved(batch, changed);
		}
	}

	/** Takes the items of the batch that somebody moved on in the meantime out of `changed`. */
	async function dropMoved(batch: readonly FollowedChange[], changed: Set<string>): Promise<void> {
		const ids = batch.map(({id}) => id);
		const rows = await items.find({_id: {$in: ids}, state: 'downloading'}, {_id: 1}).lean<{_id: string}[]>();
		const there = new Set(rows.map(({_id}) => _id));
		for (const id of ids.filter(each => !there.has(each))) {
			changed.delete(id);
		}
	}
}

function inBatches<T>(all: readonly T[], size: number): T[][] {
	return Array.from({length: Math.ceil(all.length / size)}, (_, index) => all.slice(index * size, (index + 1) * size));
}
