import type {Model} from 'mongoose';
import type {MediaFile} from '../../domain/media/media-file.ts';
import type {Revisions} from '../lists/revisions.ts';
import {type ScoredFile, scoreFields, type TitlesToScore, type TitleToScore, titlesToScore, writeScores} from '../titles/file-scores.ts';
import type {StoredMovie} from './movie-schema.ts';

/** A movie with a file. */
type MovieToScore = TitleToScore & {file: MediaFile};

const pageSize = 500;

/** Reads and writes of movies for recalculating scores. */
export function scoreMovies(movies: Model<StoredMovie>, revisions: Revisions) {
	return {
		/** Movies with a file in order of id, a few hundred at a time. */
		async *toScore(titles: TitlesToScore): AsyncGenerator<MovieToScore[]> {
			for await (const rows of titlesToScore(movies, titles, pageSize)) {
				yield rows.flatMap(({file, ...row}) => (file ? [{...row, file}] : []));
			}
		},
		/** Skips files that were replaced in the meantime. */
		async setScores(rows: readonly ScoredFile[]): Promise<void> {
			const operations = rows.map(({titleId, fileId, ...scores}) => ({
				updateOne: {filter: {_id: titleId, 'file.id': fileId}, update: {$set: scoreFields(scores)}},
			}));
			await writeScores(movies, operations, revisions);
		},
	};
}
