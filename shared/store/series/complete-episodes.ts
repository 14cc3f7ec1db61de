import {repeatable} from '../mongo/small-steps.ts';
import {storedHasFile} from '../movies/complete-movies.ts';
import {episodesAspect} from '../wanted/wanted-lists.ts';
import type {SeriesModels} from './count-series.ts';

/** Adds fields that earlier versions did not store. */
export function completeEpisodes({series, episodes, revisions}: SeriesModels) {
	return {
		/** Completes the episodes of the next series in order of id. Returns the id to go on after; null at the end. */
		async complete({after, limit}: {after: string; limit: number}): Promise<string | null> {
			const rows = await series
				.find({_id: {$gt: after}}, {monitored: 1})
				.sort({_id: 1})
				.limit(limit)
				.lean<{_id: string; monitored: boolean}[]>();
			const writes = rows.flatMap(({_id: seriesId, monitored}) => [
				{updateMany: {filter: {seriesId, hasFile: {$exists: false}}, update: [{$set: {hasFile: storedHasFile}}]}},
				// Whoever changes the flag of the series writes it to all of its episodes, which then have it.
				{updateMany: {filter: {seriesId, seriesMonitored: {$exists: false}}, update: {$set: {seriesMonitored: monitored}}}},
			]);
			if (writes.length > 0) {
				// The driver's type of ids is ObjectId.
				await revisions.during([episodesAspect], () => episodes.collection.bulkWrite(writes as never, repeatable));
			}
			return rows.length < limit ? null : (rows.at(-1)?._id ?? null);
		},
	};
}
