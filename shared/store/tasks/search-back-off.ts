import {type Connection, Schema} from 'mongoose';
import {latestSearch, nextSearch} from '../../domain/tasks/search-back-off.ts';
import {schemaOptions} from '../mongo/record.ts';

interface StoredBackOff {
	/** Id of the movie or episode; `subtitles-<id>` for its subtitles. */
	_id: string;
	/** Backlog searches since a release was last found. */
	tries: number;
	nextSearchAt: Date;
	wasFound?: boolean;
}

export interface BackOffStanding {
	tries: number;
	/** The last search found a release. */
	wasFound: boolean;
	/** Null when it does not rest any more. */
	restsUntil: Date | null;
}

export type SearchBackOffStore = ReturnType<typeof createSearchBackOffStore>;

const backOffSchema = new Schema<StoredBackOff>({_id: String, tries: Number, nextSearchAt: Date, wasFound: Boolean}, schemaOptions);
backOffSchema.index({nextSearchAt: 1});

/** The ids of movies and episodes begin with a hexadecimal digit, so they come before this one. */
const firstOfSubtitles = 'subtitles-';

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
		 * Records that a backlog search of this title has ended. Each one without a result makes the next wait longer;
		 * `airedAt` makes the waits of an episode short while its releases may still appear.
		 */
		async note(id: string, now: Date, {found = false, airedAt = null}: {found?: boolean; airedAt?: Date | null} = {}): Promise<void> {
			const known = found ? null : await backOffs.findById(id).lean<StoredBackOff>();
			const tries = (known?.tries ?? 0) + 1;
			const nextSearchAt = nextSearch(tries, now, found ? null : airedAt);
			await backOffs.updateOne({_id: id}, {$set: {tries, nextSearchAt, wasFound: found}}, {upsert: true});
		},
		/** How often these titles were searched in vain, and until when they rest. Others are left out. */
		async standings(ids: readonly string[], now: Date): Promise<Map<string, BackOffStanding>> {
			const rows = ids.length === 0 ? [] : await backOffs.find({_id: {$in: [...ids]}}).lean<StoredBackOff[]>();
			return new Map(
				rows.map(({_id, tries, nextSearchAt, wasFound = false}) => {
					const isResting = nextSearchAt > now && nextSearchAt < latestSearch(now);
					return [_id, {tries, wasFound, restsUntil: isResting ? nextSearchAt : null}];
				}),
			);
		},
		/** Lets these or all titles be searched again at once: something has changed that makes it worthwhile. */
		async restart(ids: readonly string[] | 'all'): Promise<void> {
			await backOffs.deleteMany(ids === 'all' ? {_id: {$lt: firstOfSubtitles}} : {_id: {$in: [...ids]}});
		},
		/** Removes titles that were not searched for long: they are no longer missing, or start again. */
		async removeBefore(date: Date): Promise<number> {
			return (await backOffs.deleteMany({nextSearchAt: {$lt: date}})).deletedCount;
		},
	};
}
