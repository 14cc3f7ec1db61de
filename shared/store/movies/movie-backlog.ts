import type {Model} from 'mongoose';
import type {Movie} from '../../domain/media/library-movie.ts';
import {type Stored, toRecord} from '../mongo/record.ts';
import type {StoredMovie} from './movie-schema.ts';

/** What the backlog needs to know of a movie. */
export type BacklogMovie = Pick<
	Movie,
	'id' | 'title' | 'minimumAvailability' | 'inCinemas' | 'digitalRelease' | 'physicalRelease' | 'qualityProfileId' | 'file'
>;

const fields = {
	title: 1,
	minimumAvailability: 1,
	inCinemas: 1,
	digitalRelease: 1,
	physicalRelease: 1,
	qualityProfileId: 1,
	'file.quality': 1,
	'file.formatScore': 1,
	'file.releaseGroup': 1,
	'file.dateAdded': 1,
} as const;
const batchSize = 500;

/** Monitored movies that may be searched, the longest unsearched first. */
export function listMovieBacklog(movies: Model<StoredMovie>) {
	async function* stream(filter: Record<string, unknown>): AsyncGenerator<BacklogMovie> {
		const rows = movies
			.find({monitored: true, ...filter}, fields)
			.sort({lastSearchTime: 1, _id: 1})
			.lean<Stored<BacklogMovie>[]>()
			.cursor({batchSize});
		for await (const row of rows) {
			yield toRecord<BacklogMovie>(row as unknown as Stored<BacklogMovie>); // mongoose types cursors by the whole document
		}
	}

	return {
		/** Without a file. */
		missing: (id?: string) => stream({file: null, ...(id && {_id: id})}),
		/** With a file; of it what decides about a better one only. */
		withFile: (id?: string) => stream({file: {$ne: null}, ...(id && {_id: id})}),
	};
}
