import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {readPage} from '../../lists/page.ts';
import {type Stored, schemaOptions, toRecord} from '../mongo/records.ts';

/** What an execution did with one title. */
export interface TaskActivity {
	id: string;
	/** Id of the execution. */
	historyId: string;
	mediaId: string | null;
	mediaTitle: string | null;
	action: string;
	status: string;
	message: string | null;
	timestamp: Date;
}

/** How the last search of a task for a title ended. */
export interface SearchedTitle {
	mediaId: string;
	mediaTitle: string | null;
	status: string;
	message: string | null;
	timestamp: Date;
}

/** What searches and feeds say of titles. */
const searching = ['search', 'grab'];
const searchStatuses = ['grabbed', 'nothing', 'refused', 'failed', 'notSearched'];
/** Outcomes of one status that a question reads; those before are not counted. */
const maxOutcomes = 500;

export interface NewActivity extends Omit<TaskActivity, 'id'> {
	/** Names the row within its execution, so that a later outcome replaces it. */
	key?: string;
}

const activitySchema = new Schema<Stored<TaskActivity>>(
	{
		_id: String,
		historyId: String,
		mediaId: String,
		mediaTitle: String,
		action: String,
		status: String,
		message: String,
		timestamp: Date,
	},
	schemaOptions,
);
activitySchema.index({historyId: 1, timestamp: 1, _id: 1});
activitySchema.index({historyId: 1, status: 1, timestamp: 1, _id: 1});
activitySchema.index({timestamp: 1});
activitySchema.index({status: 1, timestamp: -1});

export function createTaskActivityStore(connection: Connection) {
	const activities = connection.model<Stored<TaskActivity>>('TaskActivity', activitySchema, 'taskActivities');
	return {
		/** A row with a key that is there already stays as it is. */
		async addMany(rows: readonly NewActivity[]): Promise<void> {
			if (rows.length > 0) {
				const writes = rows.map(row => ({updateOne: {filter: {_id: idOf(row)}, update: {$setOnInsert: fieldsOf(row)}, upsert: true}}));
				await activities.bulkWrite(writes, {ordered: false});
			}
		},
		/** Writes the outcome for one title, replacing what was written under its key before. */
		async settle(row: NewActivity & {key: string}): Promise<void> {
			await activities.updateOne({_id: idOf(row)}, {$set: fieldsOf(row)}, {upsert: true});
		},
		/** In order of time. */
		async page({
			historyId,
			page,
			limit,
			status,
		}: {
			historyId: string;
			page: number;
			limit: number;
			status?: string;
		}): Promise<{activities: TaskActivity[]; total: number}> {
			const options = {filter: {historyId, ...(status !== undefined && {status})}, sort: {timestamp: 1, _id: 1}, page, limit} as const;
			const {rows, total} = await readPage<Stored<TaskActivity>, Stored<TaskActivity>>(activities, options);
			return {activities: rows.map(row => toRecord<TaskActivity>(row)), total};
		},
		/** Each title that tasks have searched in this time, with its last outcome, newest first. */
		async searchedSince({from, to}: {from: Date; to: Date}): Promise<SearchedTitle[]> {
			// One query for each status, so that all are read in the order of an index.
			const read = (status: string) =>
				activities
					.find({status, timestamp: {$gte: from, $lt: to}, action: {$in: searching}})
					.sort({timestamp: -1})
					.limit(maxOutcomes)
					.lean<Stored<TaskActivity>[]>();
			const rows = (await Promise.all(searchStatuses.map(read))).flat().toSorted((a, b) => Number(b.timestamp) - Number(a.timestamp));
			const last = new Map<string, SearchedTitle>();
			for (const {mediaId, mediaTitle, status, message, timestamp} of rows) {
				if (mediaId !== null && !last.has(mediaId)) {
					last.set(mediaId, {mediaId, mediaTitle, status, message, timestamp});
				}
			}
			return [...last.values()];
		},
		async removeBefore(date: Date): Promise<number> {
			return (await activities.deleteMany({timestamp: {$lt: date}})).deletedCount;
		},
	};
}

const idOf = ({historyId, key}: NewActivity) => (key === undefined ? randomUUID() : `${historyId}-${key}`);

function fieldsOf({key: _, ...row}: NewActivity): Omit<TaskActivity, 'id'> {
	return row;
}
