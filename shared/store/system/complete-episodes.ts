import type {Collection} from 'mongodb';
import type {Revisions} from '../../lists/revisions.ts';
import {repeatable} from '../mongo/small-steps.ts';
import {episodesAspect} from '../wanted/wanted-lists.ts';
import {type CompleteNext, storedHasFile} from './complete-movies.ts';

interface Collections {
	series(): Collection<{_id: string; monitored: boolean}>;
	episodes(): Collection;
	/** Of the series. */
	revisions: Revisions;
}

/** Adds what earlier versions did not store to the episodes of the next series; see `completeMovies`. */
export function completeEpisodes({series, episodes, revisions}: Collections): CompleteNext {
	return async ({after, limit}) => {
		const rows = await series()
			.find({_id: {$gt: after}}, {projection: {monitored: 1}})
			.sort({_id: 1})
			.limit(limit)
			.toArray();
		const writes = rows.flatMap(({_id: seriesId, monitored}) => [
			{updateMany: {filter: {seriesId, hasFile: {$exists: false}}, update: [{$set: {hasFile: storedHasFile}}]}},
			// A change of the series' flag is written to all of its episodes, which then have it.
			{updateMany: {filter: {seriesId, seriesMonitored: {$exists: false}}, update: {$set: {seriesMonitored: monitored}}}},
		]);
		if (writes.length > 0) {
			await revisions.during([episodesAspect], () => episodes().bulkWrite(writes as never, repeatable));
		}
		return rows.length < limit ? null : (rows.at(-1)?._id ?? null);
	};
}
