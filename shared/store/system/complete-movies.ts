import type {Collection} from 'mongodb';
import {availableBy} from '../../domain/media/availability.ts';
import type {Movie} from '../../domain/media/library-movie.ts';
import type {Revisions} from '../../lists/revisions.ts';
import {inSmallSteps, repeatable} from '../mongo/small-steps.ts';
import {releaseDates, type StoredMovie} from '../movies/movie-schema.ts';
import {storedDates} from '../movies/movies.ts';
import {fileAspects} from '../wanted/wanted-lists.ts';

type OldMovie = Pick<Movie, 'inCinemas' | 'digitalRelease' | 'physicalRelease'> &
	Partial<Pick<StoredMovie, 'hasFile' | 'availableBy' | 'releasedAt'>> & {_id: string};

/** What an update pipeline says about `file`, null or missing. */
export const storedHasFile = {$ne: [{$ifNull: ['$file', null]}, null]};

const fields = {inCinemas: 1, digitalRelease: 1, physicalRelease: 1, hasFile: 1, availableBy: 1, releasedAt: 1} as const;

interface Part {
	/** The id of the last one that is complete. */
	after: string;
	limit: number;
}

export type CompleteNext = (part: Part) => Promise<string | null>;

/** Adds what earlier versions did not store to the next movies. Returns the id to go on after; null at the end. */
export function completeMovies(movies: () => Collection<StoredMovie>, revisions: Revisions): CompleteNext {
	return async ({after, limit}) => {
		const rows = await movies()
			.find({_id: {$gt: after}}, {projection: fields})
			.sort({_id: 1})
			.limit(limit)
			.toArray();
		const writes = (rows as OldMovie[]).filter(isIncomplete).flatMap(toWrites);
		if (writes.length > 0) {
			const write = () => inSmallSteps(writes, some => movies().bulkWrite(some as never, repeatable));
			await revisions.during([fileAspects.file, ...Object.keys(storedDates)], write);
		}
		return rows.length < limit ? null : (rows.at(-1)?._id ?? null);
	};
}

const isIncomplete = ({hasFile, availableBy: by, releasedAt}: OldMovie) => [hasFile, by, releasedAt].includes(undefined);

/** Another process may have written the fields since they were read; its values are newer. */
function toWrites({_id, ...dates}: OldMovie) {
	const known = {
		inCinemas: dates.inCinemas ?? null,
		digitalRelease: dates.digitalRelease ?? null,
		physicalRelease: dates.physicalRelease ?? null,
	};
	const set = {availableBy: {$literal: availableBy(known)}, releaseDates: {$literal: releaseDates(known)}};
	return [
		{updateOne: {filter: {_id, hasFile: {$exists: false}}, update: [{$set: {hasFile: storedHasFile}}]}},
		{updateOne: {filter: {_id, availableBy: {$exists: false}}, update: [{$set: set}, {$set: storedDates}]}},
		{updateOne: {filter: {_id, releasedAt: {$exists: false}}, update: [{$set: {releasedAt: storedDates.releasedAt}}]}},
	];
}
