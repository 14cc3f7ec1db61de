import {type Connection, Schema} from 'mongoose';
import {type Absence, present} from '../../domain/downloads/client-download.ts';
import {type Stored, schemaOptions, toRecord} from '../mongo/records.ts';

/** A download that is no longer in the queue, or failed in it, and is to be removed from its client. */
export interface Leftover extends Absence {
	/** The id of its queue item. */
	id: string;
	title: string;
	downloadClientId: string;
	/** Its id at the client; a guess if the client never reported it. */
	downloadId: string;
	/** When the client accepted it, in milliseconds; null if it never answered. A later download is not removed. */
	started: number | null;
	/** Part of its name at a client that never reported the id; null if the id is known. */
	jobKey: string | null;
	/** With `jobKey`: the client may still accept it until then, in milliseconds. Records of older versions lack it. */
	until?: number;
	/** It is removed only once the client reports that its seeding goals are met. */
	whenSeeded: boolean;
	/**
	 * A person removed the item while it was being sent, and wants to keep what the client may still take. Instead of a
	 * removal, this says so to the worker that sends it, until `retryAt`.
	 */
	stays: boolean;
	/** Next try after the client refused to remove it; null to try at once. */
	retryAt: Date | null;
}

export type NewLeftover = Omit<Leftover, 'retryAt' | 'stays' | keyof Absence>;

const leftoverSchema = new Schema<Stored<Leftover>>(
	{
		_id: String,
		title: String,
		downloadClientId: String,
		downloadId: String,
		started: Number,
		jobKey: String,
		until: Number,
		whenSeeded: Boolean,
		retryAt: Date,
		missingSince: Date,
		missedLists: Number,
		stays: Boolean,
	},
	schemaOptions,
);
leftoverSchema.index({downloadClientId: 1});
leftoverSchema.index({whenSeeded: 1, retryAt: 1});

/** Max rows of one call; the next call finds the rest. */
const maxRows = 500;

/** A record stays until the client has confirmed the removal, or no longer lists the download. */
export function createLeftoverStore(connection: Connection) {
	const leftovers = connection.model<Stored<Leftover>>('Leftover', leftoverSchema, 'leftovers');
	const records = (rows: Stored<Leftover>[]) => rows.map(row => toRecord<Leftover>(row));
	return {
		async add(added: readonly NewLeftover[]): Promise<void> {
			const writes = added.map(({id, ...fields}) => ({
				updateOne: {
					filter: {_id: id},
					update: {$set: {...fields, stays: false}, $setOnInsert: {retryAt: null, missingSince: null, missedLists: 0}},
					upsert: true,
				},
			}));
			if (writes.length > 0) {
				await leftovers.bulkWrite(writes, {ordered: false});
			}
		},
		/** Those that wait for their seeding goals. */
		async seedingAt(downloadClientId: string): Promise<Leftover[]> {
			return records(await leftovers.find({downloadClientId, whenSeeded: true}).lean<Stored<Leftover>[]>());
		},
		/** Their ids at this client. */
		knownAt: (downloadClientId: string): Promise<string[]> => leftovers.distinct('downloadId', {downloadClientId}),
		/** Whether any may be removed, now or at its `retryAt`. */
		async hasRemovals(): Promise<boolean> {
			return (await leftovers.findOne({whenSeeded: false, stays: {$ne: true}}, {_id: 1}).lean()) !== null;
		},
		/** Those that may be removed now, and those whose time to stay is over. */
		async due(now: Date): Promise<Leftover[]> {
			const filter = {whenSeeded: false, retryAt: {$not: {$gt: now}}};
			return records(await leftovers.find(filter).sort({retryAt: 1}).limit(maxRows).lean<Stored<Leftover>[]>());
		},
		async noteAbsences(changes: readonly (Absence & {id: string})[]): Promise<void> {
			const writes = changes.map(({id, missingSince, missedLists}) => ({
				updateOne: {filter: {_id: id}, update: {$set: {missingSince, missedLists}}},
			}));
			if (writes.length > 0) {
				await leftovers.bulkWrite(writes, {ordered: false});
			}
		},
		/** The client did not remove it; it is asked again at `retryAt`. */
		async postpone(id: string, retryAt: Date): Promise<void> {
			await leftovers.updateOne({_id: id}, {$set: {retryAt}});
		},
		/** An item that is being sent leaves the queue, but what its client takes is to stay there. */
		async leave({id, ...fields}: NewLeftover, until: Date): Promise<void> {
			const left = {...fields, ...present, whenSeeded: false, stays: true, retryAt: until};
			await leftovers.updateOne({_id: id}, {$set: left}, {upsert: true});
		},
		isToStay: async (id: string): Promise<boolean> => (await leftovers.exists({_id: id, stays: true})) !== null,
		/** Ends the record of this download, and not one that replaced it. */
		async end({id, downloadId, started}: Pick<Leftover, 'id' | 'downloadId' | 'started'>): Promise<void> {
			await leftovers.deleteOne({_id: id, downloadId, started});
		},
		async remove(ids: readonly string[]): Promise<void> {
			await leftovers.deleteMany({_id: {$in: [...ids]}});
		},
		async removeOfClient(downloadClientId: string): Promise<void> {
			await leftovers.deleteMany({downloadClientId});
		},
	};
}
