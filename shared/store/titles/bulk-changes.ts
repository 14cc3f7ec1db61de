import {type Connection, Schema} from 'mongoose';
import type {BulkChange} from '../../domain/tasks/bulk-change.ts';
import {createRecords, madeAt, type Stored, schemaOptions} from '../mongo/records.ts';

export type BulkChangeStore = ReturnType<typeof createBulkChangeStore>;

const bulkSchema = new Schema<Stored<BulkChange>>(
	{
		_id: String,
		kind: String,
		action: String,
		titleIds: [String],
		edit: Schema.Types.Mixed,
		moveFiles: Boolean,
		deleteFiles: Boolean,
		exclude: Boolean,
		requestedBy: String,
		createdAt: Date,
		updatedAt: Date,
	},
	// Mongoose leaves empty objects out otherwise.
	{...schemaOptions, minimize: false},
);
bulkSchema.index({createdAt: 1});

/** Changes of many titles at once. Their progress is in the execution of the task. */
export function createBulkChangeStore(connection: Connection) {
	const changes = connection.model<Stored<BulkChange>>('BulkChange', bulkSchema, 'bulkChanges');
	const {get, insert} = createRecords<BulkChange>({model: changes, kind: 'bulk change'});
	return {
		/** Throws NotFound `bulk_change_not_found`. */
		get,
		add: (wanted: Omit<BulkChange, 'id' | 'createdAt' | 'updatedAt'>, now: Date): Promise<BulkChange> =>
			insert({...wanted, ...madeAt(now)}),
		/** Forgets those from before `date`, which have ended long ago. */
		async removeBefore(date: Date): Promise<number> {
			return (await changes.deleteMany({createdAt: {$lt: date}})).deletedCount;
		},
	};
}
