import type {Model, PipelineStage} from 'mongoose';
import {claimOf, databaseClock, isUnclaimed} from '../../coordination/lease.ts';
import type {QueueItem, Transfer} from '../../domain/downloads/queue-item.ts';
import {endStates} from '../../domain/downloads/queue-item.ts';
import {activeKeyOf, asSeen, type StoredItem, toSet} from './download-schema.ts';

/** Milliseconds for fetching a release, and then for its client to show it, before it may be sent again. */
const sendingMs = 120_000;

const untilSent = databaseClock.in(sendingMs);
const after = {returnDocument: 'after', updatePipeline: true} as const;

/** The part of the download store about intents: items that wait for the client's answer and have no transfer yet. */
export function createIntents(items: Model<StoredItem>, toItem: (stored: StoredItem) => QueueItem) {
	async function update(filter: object, set: object): Promise<QueueItem | null> {
		const pipeline: PipelineStage.Set[] = [{$set: {...set, updatedAt: databaseClock.now}}];
		// The filter is built here from known fields; the compiler cannot follow the spread.
		const changed = await items.findOneAndUpdate({state: 'downloading', transfer: null, ...filter}, pipeline, after).lean<StoredItem>();
		return changed && toItem(changed);
	}

	return {
		/** The item that keeps a release from being grabbed again. */
		async holderOf(release: Pick<QueueItem['release'], 'indexerId' | 'guid'>): Promise<QueueItem | null> {
			const found = await items.findOne({activeKey: activeKeyOf(release)}).lean<StoredItem>();
			return found && toItem(found);
		},
		/** An imported release may be grabbed again; false when it is not imported. */
		async freeImported(id: string): Promise<boolean> {
			return (await items.updateOne({_id: id, state: 'imported'}, {$unset: {activeKey: 1}})).matchedCount > 0;
		},
		/** Claims an intent for one sender; null when it is no longer an intent, or another sender has it. */
		async takeIntent(id: string, token: string): Promise<QueueItem | null> {
			const sending = {
				key: {$ifNull: ['$sending.key', null]},
				tries: {$ifNull: ['$sending.tries', 1]},
				...claimOf(token, sendingMs),
			};
			return update({_id: id, $expr: isUnclaimed('sending', sendingMs)}, {sending});
		},
		/** Notes another try of the token's holder, before the release is fetched; null if another took over. */
		async beginTry({id, sending}: QueueItem, retryAt: Date): Promise<QueueItem | null> {
			return update(
				{_id: id, 'sending.token': sending?.token ?? ''},
				{retryAt, 'sending.tries': {$add: ['$sending.tries', 1]}, 'sending.until': untilSent},
			);
		},
		/** Stored before the client is called, which may have the release from then on. Null if another took over. */
		async beginSending({id, sending}: QueueItem, infoHash: string | null): Promise<QueueItem | null> {
			return update(
				{_id: id, 'sending.token': sending?.token ?? ''},
				{'release.infoHash': {$literal: infoHash}, 'sending.until': untilSent},
			);
		},
		/** Changes what the queue shows of an intent; null once the client has it, or another sender has taken over. */
		async changeIntent(
			intent: QueueItem,
			change: Partial<Pick<QueueItem, 'status' | 'health' | 'errorMessage' | 'retryAt'>>,
		): Promise<QueueItem | null> {
			const changed = await items
				.findOneAndUpdate({_id: intent.id, ...asSeen(intent)}, {$set: {...toSet(change), updatedAt: new Date()}}, {returnDocument: 'after'})
				.lean<StoredItem>();
			return changed && toItem(changed);
		},
		/** Removes an intent that was not sent; false once the client has it, or another sender has taken over. */
		async removeIntent(intent: QueueItem): Promise<boolean> {
			return (await items.deleteOne({_id: intent.id, ...asSeen(intent)})).deletedCount > 0;
		},
		/**
		 * The client has it; a second call changes nothing. Null when the item is gone, has failed, or has another
		 * transfer.
		 */
		async confirmSent(id: string, transfer: Transfer): Promise<QueueItem | null> {
			const shown = {status: 'queued', health: 'ok', errorMessage: null, retryAt: null} as const;
			const confirmed = await items
				.findOneAndUpdate(
					{_id: id, state: 'downloading', transfer: null},
					{$set: {...shown, transfer, updatedAt: new Date()}},
					{returnDocument: 'after'},
				)
				.lean<StoredItem>();
			const found = confirmed ?? (await items.findOne({_id: id, 'transfer.downloadId': transfer.downloadId}).lean<StoredItem>());
			return found && toItem(found);
		},
		/** Items that still need this download of the client: those on their way, and imported ones that seed. */
		async holdersOf(clientId: string, downloadId: string): Promise<Pick<QueueItem, 'id' | 'state' | 'transfer'>[]> {
			const isNeeded = {$or: [{state: {$nin: [...endStates]}}, {state: 'imported' as const, 'transfer.removedFromClient': false}]};
			const isIt = {$or: [{'transfer.downloadId': downloadId}, {'release.infoHash': downloadId}]};
			const rows = await items.find({'client.id': clientId, $and: [isNeeded, isIt]}, {state: 1, transfer: 1}).lean<StoredItem[]>();
			return rows.map(({_id: id, state, transfer}) => ({id, state, transfer}));
		},
	};
}
