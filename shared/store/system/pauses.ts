import {type Connection, Schema} from 'mongoose';
import {type Pause, pauseId} from '../../domain/pauses.ts';
import {type Stored, schemaOptions, toRecord} from '../mongo/records.ts';

const pauseSchema = new Schema<Stored<Pause>>(
	{_id: String, scope: String, targetId: String, until: Date, pausedBy: String, createdAt: Date, updatedAt: Date},
	schemaOptions,
);
pauseSchema.index({until: 1});

/** More than there are indexers, clients and libraries. */
const maxPauses = 1000;

/** What people have paused, one record for each thing. An expired one is ignored, and removed with the next change. */
export function createPauseStore(connection: Connection) {
	const pauses = connection.model<Stored<Pause>>('Pause', pauseSchema, 'pauses');
	return {
		/** Those in effect, the one of everything first. */
		async active(now: Date): Promise<Pause[]> {
			const filter = {$or: [{until: null}, {until: {$gt: now}}]};
			const rows = await pauses.find(filter).sort({_id: 1}).limit(maxPauses).lean<Stored<Pause>[]>();
			return rows.map(row => toRecord<Pause>(row));
		},
		/** Pauses something, or changes when that ends. */
		async set({scope, targetId, until, pausedBy}: Pick<Pause, 'scope' | 'targetId' | 'until' | 'pausedBy'>, now: Date): Promise<Pause> {
			await pauses.deleteMany({until: {$ne: null, $lte: now}});
			const stored = await pauses
				.findOneAndUpdate(
					{_id: pauseId(scope, targetId)},
					{$set: {scope, targetId, until, pausedBy, updatedAt: now}, $setOnInsert: {createdAt: now}},
					{upsert: true, returnDocument: 'after'},
				)
				.lean<Stored<Pause>>();
			return toRecord<Pause>(stored as Stored<Pause>); // an upsert returns one
		},
		/** Returns whether it was there. */
		remove: async (id: string): Promise<boolean> => (await pauses.deleteOne({_id: id})).deletedCount > 0,
	};
}
