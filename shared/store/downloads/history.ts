import {randomUUID} from 'node:crypto';
import type {Connection} from 'mongoose';
import {readPage} from '../../lists/page.ts';
import {createRevisions, createTotals, members} from '../../lists/revisions.ts';
import {maskSecrets} from '../../mask-secrets.ts';
import {toRecord} from '../mongo/record.ts';
import {createRecords} from '../mongo/records.ts';
import {type HistoryEntry, type HistoryEvent, historySchema, type StoredEntry, type UntoldEntry} from './history-schema.ts';
import {pastGrabs} from './past-grabs.ts';

/** Events that receivers of notifications get. */
const toldEvents: ReadonlySet<HistoryEvent> = new Set(['grabbed', 'imported', 'downloadFailed', 'importFailed', 'fileDeleted']);

export interface HistoryPageQuery {
	page: number;
	limit: number;
	event?: HistoryEvent;
	movieId?: string;
	seriesId?: string;
	episodeId?: string;
}

const hidden = {onceKey: 0, untold: 0, media: 0} as const;

export function createHistoryStore(connection: Connection) {
	const history = connection.model<StoredEntry>('HistoryEntry', historySchema, 'history');
	const {get, remove, open} = createRecords<HistoryEntry, StoredEntry>({model: history, kind: 'history entry', hidden});
	const revisions = createRevisions(connection, 'history');
	const totals = createTotals(revisions);
	const counted = <T>(write: () => Promise<T>) => revisions.during([members], write);
	return {
		...pastGrabs(history),
		/**
		 * With `onceKey`, a second call with the same key changes nothing and returns false,
		 * because jobs may run twice.
		 */
		async add({data, ...rest}: Omit<UntoldEntry, 'id'>, onceKey?: string): Promise<boolean> {
			const entry = {...rest, data: withoutAddresses(data)};
			const row = {_id: randomUUID(), ...entry, ...(toldEvents.has(entry.event) && {untold: true as const})};
			if (!onceKey) {
				await counted(() => history.create([row]));
				return true;
			}
			const change = {$setOnInsert: {...row, onceKey}};
			const {upsertedCount} = await counted(() => history.updateOne({onceKey}, change, {upsert: true}).exec());
			return upsertedCount > 0;
		},
		async page({page, limit, event, movieId, seriesId, episodeId}: HistoryPageQuery): Promise<{entries: HistoryEntry[]; total: number}> {
			const filter = {
				...(event && {event}),
				...(movieId && {movieId}),
				...(seriesId && {seriesId}),
				...(episodeId && {episodeIds: episodeId}),
			};
			const order = {timestamp: -1, _id: 1} as const;
			const options = {filter, sort: order, page, limit, projection: hidden, totals} as const;
			const {rows, total} = await readPage<StoredEntry, StoredEntry>(history, options);
			return {entries: rows.map(open), total};
		},
		/** The oldest entries that were not sent to receivers of notifications yet. */
		async untold(limit: number): Promise<UntoldEntry[]> {
			const rows = await history.find({untold: true}, {onceKey: 0, untold: 0}).sort({timestamp: 1}).limit(limit).lean<StoredEntry[]>();
			return rows.map(row => toRecord<UntoldEntry>(row));
		},
		async markTold(ids: readonly string[]): Promise<void> {
			await history.updateMany({_id: {$in: [...ids]}}, {$unset: {untold: 1, media: 1}});
		},
		get,
		remove: (id: string): Promise<boolean> => counted(() => remove(id)),
		async removeBefore(date: Date): Promise<number> {
			return (await counted(() => history.deleteMany({timestamp: {$lt: date}}).exec())).deletedCount;
		},
	};
}

/** Failures contain messages of other programs, which quote addresses. */
function withoutAddresses(data: HistoryEntry['data']): HistoryEntry['data'] {
	return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? maskSecrets(value) : value]));
}
