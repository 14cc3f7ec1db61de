import type {Model, QueryFilter} from 'mongoose';
import {isUnclaimed} from '../../coordination/lease.ts';
import type {QueueItem} from '../../domain/downloads/queue-item.ts';
import {maxClaimMs, type StoredItem, toItem} from './download-schema.ts';

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
