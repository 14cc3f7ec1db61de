import {type Connection, Schema} from 'mongoose';
import type {BulkChange, EditedFields} from '../../domain/tasks/bulk-change.ts';
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
		undoes: String,
		requestedBy: String,
		createdAt: Date,
		updatedAt: Date,
	},
	// Mongoose leaves empty objects out otherwise.
	{...schemaOptions, minimize: false},
);
bulkSchema.index({createdAt: 1});
bulkSchema.index({undoes: 1}, {unique: true, partialFilterExpression: {undoes: {$type: 'string'}}});

/** What some of the titles of a bulk edit were before it. */
interface BulkBefore {
	/** Of the change, and of the first of the titles. */
	_id: string;
	changeId: string;
	titles: {id: string; fields: EditedFields}[];
	createdAt: Date;
}
const beforeSchema = new Schema<BulkBefore>(
	{_id: String, changeId: String, titles: [Schema.Types.Mixed], createdAt: Date},
	{...schemaOptions, minimize: false},
);
beforeSchema.index({changeId: 1});
beforeSchema.index({createdAt: 1});

/** Changes of many titles at once. Their progress is in the execution of the task. */
export function createBulkChangeStore(connection: Connection) {
	const changes = connection.model<Stored<BulkChange>>('BulkChange', bulkSchema, 'bulkChanges');
	const befores = connection.model<BulkBefore>('BulkBefore', beforeSchema, 'bulkBefores');
	const {get, insert, open} = createRecords<BulkChange>({
		model: changes,
		kind: 'bulk change',
		taken: {code: 'already_undone', message: () => 'This change of many titles is being taken back already.'},
	});
	return {
		/** Throws NotFound `bulk_change_not_found`. */
		get,
		/** Throws Conflict `already_undone`. */
		add: (wanted: Omit<BulkChange, 'id' | 'createdAt' | 'updatedAt'>, now: Date): Promise<BulkChange> =>
			insert({...wanted, ...madeAt(now)}),
		/** The change that takes this one back; null if there is none. */
		async undoOf(id: string): Promise<BulkChange | null> {
			const found = await changes.findOne({undoes: id}).lean<Stored<BulkChange>>();
			return found && open(found);
		},
		/** Keeps what titles are before an edit. What an earlier try has kept of them stays. */
		async keepBefore(changeId: string, titles: BulkBefore['titles'], now: Date): Promise<void> {
			const [first] = titles;
			const kept = {changeId, titles, createdAt: now};
			await (first && befores.updateOne({_id: `${changeId}-${first.id}`}, {$setOnInsert: kept}, {upsert: true}));
		},
		/** What the titles of an edit were before it, by their ids. */
		async before(changeId: string): Promise<Map<string, EditedFields>> {
			const kept = await befores.find({changeId}).lean<BulkBefore[]>();
			return new Map(kept.flatMap(({titles}) => titles.map(({id, fields}) => [id, fields] as const)));
		},
		/** Forgets those from before `date`, which have ended long ago. */
		async removeBefore(date: Date): Promise<number> {
			await befores.deleteMany({createdAt: {$lt: date}});
			return (await changes.deleteMany({createdAt: {$lt: date}})).deletedCount;
		},
	};
}
