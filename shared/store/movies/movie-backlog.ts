import type {Model} from 'mongoose';
import type {Movie} from '../../domain/media/library-movie.ts';
import {type Stored, toRecord} from '../mongo/record.ts';
import type {StoredMovie} from './movie-schema.ts';

/** The fields of a movie that the backlog uses. */
export type BacklogMovie = Pick<
	Movie,
	| 'id'
	| 'title'
	| 'minimumAvailability'
	| 'inCinemas'
	| 'digitalRelease'
	| 'physicalRelease'
	| 'qualityProfileId'
	| 'file'
	| 'lastSearchTime'
>;

const fields = {
	title: 1,
	minimumAvailability: 1,
	inCinemas: 1,
	digitalRelease: 1,
	physicalRelease: 1,
	qualityProfileId: 1,
	lastSearchTime: 1,
	'file.quality': 1,
	'file.formatScore': 1,
	'file.releaseGroup': 1,
	'file.dateAdded': 1,
} as const;
const batchSize = 500;

/** Monitored movies that may be searched, the least recently searched first. */
export function listMovieBacklog(movies: Model<StoredMovie>) {
	async function* stream(filter: Record<string, unknown>): AsyncGenerator<BacklogMovie> {
		const rows = movies
			.find({monitored: true, ...filter}, fields)
			.sort({lastSearchTime: 1, _id: 1})
			.lean<Stored<BacklogMovie>[]>()
			.cursor({batchSize});
		for await (const row of rows) {
			// Mongoose types cursors by the whole document.
			yield toRecord<BacklogMovie>(row as unknown as Stored<BacklogMovie>);
		}
	}

	return {
		/** These movies, with their dates. */
		async releaseDatesOf(ids: readonly string[]): Promise<BacklogMovie[]> {
			const rows = ids.length === 0 ? [] : await movies.find({_id: {$in: [...ids]}}, fields).lean<Stored<BacklogMovie>[]>();
			return rows.map(row => toRecord<BacklogMovie>(row));
		},
		/** Without a file. */
		missing: (id?: string) => stream({file: null, ...(id && {_id: id})}),
		/** Movies with a file; of the file, only the fields that decide whether a better one is wanted. */
		withFile: (id?: string) => stream({file: {$ne: null}, ...(id && {_id: id})}),
	};
}
