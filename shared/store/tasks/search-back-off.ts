import {type Connection, Schema} from 'mongoose';
import {latestSearch, nextSearch} from '../../domain/tasks/search-back-off.ts';
import {schemaOptions} from '../mongo/record.ts';

interface StoredBackOff {
	/** Id of the movie or episode; `subtitles-` and the id for a search of its subtitles. */
	_id: string;
	/** Backlog searches since a release was last found. */
	tries: number;
	nextSearchAt: Date;
}

export type SearchBackOffStore = ReturnType<typeof createSearchBackOffStore>;

const backOffSchema = new Schema<StoredBackOff>({_id: String, tries: Number, nextSearchAt: Date}, schemaOptions);
backOffSchema.index({nextSearchAt: 1});

/** How long the backlog skips titles whose searches found nothing. */
export function createSearchBackOffStore(connection: Connection) {
	const backOffs = connection.model<StoredBackOff>('SearchBackOff', backOffSchema, 'searchBackOff');
	return {
		/** Which of these titles must not be searched yet. */
		async resting(ids: readonly string[], now: Date): Promise<Set<string>> {
			const rows = await backOffs
				.find({_id: {$in: [...ids]}, nextSearchAt: {$gt: now, $lt: latestSearch(now)}}, {_id: 1})
				.lean<{_id: string}[]>();
			return new Set(rows.map(({_id}) => _id));
		},
		/** When each of these titles may be searched again; those that were never searched are left out. */
		async waits(ids: readonly string[]): Promise<Map<string, Date>> {
			const rows = await backOffs.find({_id: {$in: [...ids]}}, {nextSearchAt: 1}).lean<Pick<StoredBackOff, '_id' | 'nextSearchAt'>[]>();
			return new Map(rows.map(({_id, nextSearchAt}) => [_id, nextSearchAt]));
		},
		/**
		 * Records that a backlog search of this title has ended. Each one without a result makes the next wait longer.
		 */
		async note(id: string, now: Date, {found} = {found: false}): Promise<void> {
			const known = found ? null : await backOffs.findById(id).lean<StoredBackOff>();
			const tries = (known?.tries ?? 0) + 1;
			await backOffs.updateOne({_id: id}, {$set: {tries, nextSearchAt: nextSearch(tries, now)}}, {upsert: true});
		},
		/** Removes titles that were not searched for long: they are no longer missing, or start again. */
		async removeBefore(date: Date): Promise<number> {
			return (await backOffs.deleteMany({nextSearchAt: {$lt: date}})).deletedCount;
		},
	};
}
