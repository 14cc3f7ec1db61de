import type {Model} from 'mongoose';
import {joinCalls} from '../../coordination/wait.ts';
import type {MediaFile} from '../../domain/media/media-file.ts';
import type {Movie} from '../../domain/media/movie.ts';
import type {Revisions} from '../../lists/revisions.ts';
import {numberFiles} from '../mongo/record-numbers.ts';
import {type Stored, toRecord} from '../mongo/records.ts';
import {inOneReply, inSmallSteps, repeatable} from '../mongo/small-steps.ts';
import {isAtOldPath, type MovedFile, movedFileStage} from '../titles/moved-file.ts';
import type {TitleNews} from '../titles/title-news.ts';
import {aspectsOf} from './movie-page.ts';
import type {StoredMovie} from './movie-schema.ts';

/** The fields of a movie that a disk scan uses. */
export type MovieOnDisk = Pick<
	Movie,
	| 'id'
	| 'title'
	| 'originalTitle'
	| 'alternativeTitles'
	| 'year'
	| 'metaId'
	| 'imdbId'
	| 'certification'
	| 'rootFolderPath'
	| 'path'
	| 'libraryId'
	| 'file'
>;

export interface NewMovieFile {
	id: string;
	file: MediaFile;
	/** Id of the file that it replaces; null for none. */
	replaces: string | null;
}

const fields = {
	title: 1,
	originalTitle: 1,
	alternativeTitles: 1,
	year: 1,
	metaId: 1,
	imdbId: 1,
	certification: 1,
	rootFolderPath: 1,
	path: 1,
	libraryId: 1,
	file: 1,
} as const;

async function atPath(movies: Model<StoredMovie>, path: string): Promise<MovieOnDisk[]> {
	const rows = await movies.find({'file.path': path}, fields).lean<Stored<MovieOnDisk>[]>();
	return rows.map(row => toRecord<MovieOnDisk>(row));
}

interface MovedMovie {
	id: string;
	file: MovedFile | null;
	folder: {rootFolderPath: string; path: string} | null;
	at: Date;
}

/** Records where movies and their files are now, those of several callers in one command, and reads them back. */
function movingOf(movies: Model<StoredMovie>, revisions: Revisions) {
	return joinCalls<MovedMovie, Map<string, Pick<StoredMovie, 'libraryId' | 'file'>>>(async all => {
		const changes = all.map(({id, file, folder, at}) => {
			const literal = Object.fromEntries(Object.entries({...folder, updatedAt: at}).map(([name, value]) => [name, {$literal: value}]));
			const filter = {_id: id, ...(file && isAtOldPath(file))};
			const update = [{$set: {...literal, ...(file && movedFileStage(file))}}];
			return {write: {updateOne: {filter, update}}, aspects: aspectsOf({...literal, file})};
		});
		const aspects = [...new Set(changes.flatMap(each => each.aspects))];
		// The driver's type of ids is ObjectId.
		const writes = changes.map(({write}) => write) as never;
		await revisions.during(aspects, () => movies.collection.bulkWrite(writes, {ordered: false}));
		const ids = all.map(({id}) => id);
		const rows = await movies
			.find({_id: {$in: ids}}, {libraryId: 1, 'file.id': 1, 'file.path': 1}, inOneReply(ids))
			.lean<Pick<StoredMovie, '_id' | 'libraryId' | 'file'>[]>();
		return new Map(rows.map(row => [row._id, row]));
	});
}

/** Reads and writes of movies for disk scans. */
export function scanMovies(movies: Model<StoredMovie>, revisions: Revisions, titleNews: TitleNews) {
	const move = movingOf(movies, revisions);
	/** Movies whose files are moved at once ask together. */
	const places = joinCalls<string, Map<string, Pick<Movie, 'path' | 'file'>>>(async ids => {
		const rows = await movies.find({_id: {$in: [...ids]}}, {path: 1, file: 1}, inOneReply(ids)).lean<Stored<MovieOnDisk>[]>();
		return new Map(rows.map(({_id, path, file}) => [_id, {path, file}]));
	});
	return {
		/** The next movies in order of id. */
		async onDisk({after, limit}: {after: string; limit: number}): Promise<MovieOnDisk[]> {
			const rows = await movies
				.find({_id: {$gt: after}}, fields)
				.sort({_id: 1})
				.limit(limit)
				.lean<Stored<MovieOnDisk>[]>();
			return rows.map(row => toRecord<MovieOnDisk>(row));
		},
		/** The files of these movies, null for a movie without one; deleted movies are left out. */
		async filesOf(ids: readonly string[]): Promise<Map<string, MediaFile | null>> {
			const rows = await movies.find({_id: {$in: [...ids]}}, {file: 1}, inOneReply(ids)).lean<{_id: string; file: MediaFile | null}[]>();
			return new Map(rows.map(({_id, file}) => [_id, file]));
		},
		/** The movie's own folder and its file; null if it is gone. */
		async placeOf(id: string): Promise<Pick<Movie, 'path' | 'file'> | null> {
			return (await places(id)).get(id) ?? null;
		},
		/** The movies whose file is recorded at this path. */
		atPath: (path: string): Promise<MovieOnDisk[]> => atPath(movies, path),
		/** Paths of the files of these movies. */
		async pathsOf(ids: readonly string[]): Promise<Map<string, string | null>> {
			const rows = await movies
				.find({_id: {$in: [...ids]}}, {'file.path': 1}, inOneReply(ids))
				.lean<{_id: string; file: {path: string} | null}[]>();
			return new Map(rows.map(({_id, file}) => [_id, file?.path ?? null]));
		},
		/**
		 * Records files and returns how many were written. Movies that have another file by now are left unchanged. It
		 * does not wait for the disk: to be sure, follow it with a write that does.
		 */
		async recordFiles(rows: readonly NewMovieFile[], at: Date): Promise<number> {
			if (rows.length === 0) {
				return 0;
			}
			const files = await numberFiles(
				movies.db,
				rows.map(({file}) => file),
			);
			const writes = rows.map(({id, file, replaces}, index) => ({
				updateOne: {
					filter: {_id: id, ...(replaces === null ? {file: null} : {'file.id': replaces})},
					update: {$set: {file: files[index] ?? file, hasFile: true, updatedAt: at}},
				},
			}));
			// Skips mongoose casting, the largest cost at thousands of rows a second.
			// The driver's type of ids is ObjectId.
			const write = (some: typeof writes) => movies.collection.bulkWrite(some as never, repeatable);
			const results = await revisions.during(['file', 'updatedAt'], () => inSmallSteps(writes, write));
			for (const {id, replaces} of rows) {
				titleNews.tell(replaces === null ? 'fileAdded' : 'fileChanged', 'movie', [id]);
			}
			return results.reduce((sum, {matchedCount}) => sum + matchedCount, 0);
		},
		/**
		 * Records that its file, its own folder or both are elsewhere now, in one write, and returns its library. Null
		 * when the movie is gone or has another file by now. May be repeated.
		 */
		async moveFile(id: string, {file, folder}: Pick<MovedMovie, 'file' | 'folder'>, at: Date): Promise<{libraryId: string | null} | null> {
			const row = (await move({id, file, folder, at})).get(id);
			const isMoved = row !== undefined && (file === null || (row.file?.id === file.fileId && row.file.path === file.to));
			titleNews.tell(file === null ? 'titleChanged' : 'fileChanged', 'movie', isMoved ? [id] : []);
			return isMoved ? {libraryId: row.libraryId ?? null} : null;
		},
		/**
		 * Removes a missing file; `unmonitor` also stops monitoring. False when the movie has another file by now, or
		 * `path` is given and the file is elsewhere.
		 */
		async dropFile(id: string, fileId: string, {unmonitor, at, path}: {unmonitor: boolean; at: Date; path?: string}): Promise<boolean> {
			const change = {file: null, hasFile: false, updatedAt: at, ...(unmonitor && {monitored: false})};
			const write = () => movies.updateOne({_id: id, 'file.id': fileId, ...(path !== undefined && {'file.path': path})}, {$set: change});
			const isDropped = (await revisions.during(aspectsOf(change), write)).matchedCount > 0;
			titleNews.tell('fileRemoved', 'movie', isDropped ? [id] : []);
			return isDropped;
		},
		/** Stores what was read from the file itself. */
		async setFileInfo(id: string, path: string, change: Pick<MediaFile, 'mediaInfo' | 'quality' | 'qualityScore'>): Promise<void> {
			const {mediaInfo, quality, qualityScore} = change;
			await movies.updateOne(
				{_id: id, 'file.path': path},
				{$set: {'file.mediaInfo': mediaInfo, 'file.quality': quality, 'file.qualityScore': qualityScore}},
			);
			titleNews.tell('fileChanged', 'movie', [id]);
		},
		/** The next titles of a library that have a file. */
		async filesInLibrary(libraryId: string, limit: number): Promise<MovieOnDisk[]> {
			const rows = await movies
				.find({libraryId, file: {$ne: null}}, fields)
				.limit(limit)
				.lean<Stored<MovieOnDisk>[]>();
			return rows.map(row => toRecord<MovieOnDisk>(row));
		},
	};
}
