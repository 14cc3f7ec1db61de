import type {Model, QueryFilter} from 'mongoose';
import type {Movie} from '../../domain/media/library-movie.ts';
import type {MediaFile} from '../../domain/media/media-file.ts';
import type {Revisions} from '../lists/revisions.ts';
import {inSmallSteps, repeatable} from '../mongo/small-steps.ts';
import {fileAspects} from '../wanted/wanted-lists.ts';
import type {StoredMovie} from './movie-schema.ts';

/** A movie with a file: the fields that the file's score depends on. */
export type MovieToScore = Pick<Movie, 'id' | 'originalLanguage' | 'qualityProfileId'> & {file: MediaFile};

export interface ScoredFile {
	/** Id of the movie or the series. */
	titleId: string;
	fileId: string;
	formatScore: number;
	belowCutoff: boolean;
}

export function scoreFields({formatScore, belowCutoff}: Pick<ScoredFile, 'formatScore' | 'belowCutoff'>) {
	return {'file.formatScore': formatScore, 'file.belowCutoff': belowCutoff};
}

export interface TitlesToScore {
	titleIds: readonly string[] | null;
	libraryId: string | null;
}

const pageSize = 500;

/** Reads and writes of movies for recalculating scores. */
export function scoreMovies(movies: Model<StoredMovie>, revisions: Revisions) {
	return {
		/** Movies with a file in order of id, a few hundred at a time. */
		async *toScore({titleIds, libraryId}: TitlesToScore): AsyncGenerator<MovieToScore[]> {
			for (let after = ''; ; ) {
				const filter: QueryFilter<StoredMovie> = {
					...(libraryId !== null && {libraryId}),
					_id: {$gt: after, ...(titleIds && {$in: [...titleIds]})},
				};
				const rows = await movies
					.find(filter, {originalLanguage: 1, qualityProfileId: 1, file: 1})
					.sort({_id: 1})
					.limit(pageSize)
					.lean<(Omit<MovieToScore, 'id' | 'file'> & {_id: string; file: MediaFile | null})[]>();
				yield rows.flatMap(({_id, file, ...row}) => (file ? [{id: _id, ...row, file}] : []));
				if (rows.length < pageSize) {
					return;
				}
				after = rows.at(-1)?._id ?? after;
			}
		},
		/** Skips files that were replaced in the meantime. */
		async setScores(rows: readonly ScoredFile[]): Promise<void> {
			if (rows.length === 0) {
				return;
			}
			const writes = rows.map(({titleId, fileId, ...scores}) => ({
				updateOne: {filter: {_id: titleId, 'file.id': fileId}, update: {$set: scoreFields(scores)}},
			}));
			// The driver's type of ids is ObjectId.
			const write = () => inSmallSteps(writes, some => movies.collection.bulkWrite(some as never, repeatable));
			await revisions.during([fileAspects.cutoff], write);
		},
	};
}
