import type {Model} from 'mongoose';
import type {Movie} from '../../domain/media/library-movie.ts';
import type {MediaFile} from '../../domain/media/media-file.ts';
import type {Revisions} from '../lists/revisions.ts';
import {type Stored, toRecord} from '../mongo/record.ts';
import {inOneReply, inSmallSteps, recordedAmong, repeatable} from '../mongo/small-steps.ts';
import {aspectsOf} from './movie-page.ts';
import type {StoredMovie} from './movie-schema.ts';

/** A movie as a look at the disk needs it. */
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
	| 'libraryId'
	| 'file'
>;

export interface NewMovieFile {
	id: string;
	file: MediaFile;
	/** Id of the file in whose place it comes; null for none. */
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
	libraryId: 1,
	file: 1,
} as const;

/** What scans of the disk ask of the movies, and write into them. */
export function scanMovies(movies: Model<StoredMovie>, revisions: Revisions) {
	return {
		/** The next movies in the order of their ids. */
		async onDisk({after, limit}: {after: string; limit: number}): Promise<MovieOnDisk[]> {
			const rows = await movies
				.find({_id: {$gt: after}}, fields)
				.sort({_id: 1})
				.limit(limit)
				.lean<Stored<MovieOnDisk>[]>();
			return rows.map(row => toRecord<MovieOnDisk>(row));
		},
		/** The files of these movies, null for a movie without one; movies that are gone are left out. */
		async filesOf(ids: readonly string[]): Promise<Map<string, MediaFile | null>> {
			const rows = await movies.find({_id: {$in: [...ids]}}, {file: 1}, inOneReply(ids)).lean<{_id: string; file: MediaFile | null}[]>();
			return new Map(rows.map(({_id, file}) => [_id, file]));
		},
		/**
		 * Those of these paths that are the file of a movie; answered by the index alone, so that an unchanged library
		 * costs little.
		 */
		async recordedAmong(paths: readonly string[]): Promise<Set<string>> {
			return recordedAmong(movies, paths);
		},
		/** Paths of the files of these movies. */
		async pathsOf(ids: readonly string[]): Promise<Map<string, string | null>> {
			const rows = await movies
				.find({_id: {$in: [...ids]}}, {'file.path': 1}, inOneReply(ids))
				.lean<{_id: string; file: {path: string} | null}[]>();
			return new Map(rows.map(({_id, file}) => [_id, file?.path ?? null]));
		},
		/**
		 * Records files; those whose movie has another file by now are left as they are. Answers how many were written.
		 * It does not wait for the disk: who must not lose it writes something behind it that does.
		 */
		async recordFiles(rows: readonly NewMovieFile[], at: Date): Promise<number> {
			if (rows.length === 0) {
				return 0;
			}
			const writes = rows.map(({id, file, replaces}) => ({
				updateOne: {
					filter: {_id: id, ...(replaces === null ? {file: null} : {'file.id': replaces})},
					update: {$set: {file, updatedAt: at}},
				},
			}));
			// Not cast by mongoose: at thousands of rows a second that is what costs most.
			const write = (some: typeof writes) => movies.collection.bulkWrite(some as never, repeatable); // the driver's type of ids is ObjectId
			const results = await revisions.during(['file', 'updatedAt'], () => inSmallSteps(writes, write));
			return results.reduce((sum, {matchedCount}) => sum + matchedCount, 0);
		},
		/**
		 * Takes a file that is gone out of its movie, and with `unmonitor` ceases to want it; false when
		 * it has another one by now.
		 */
		async dropFile(id: string, fileId: string, {unmonitor, at}: {unmonitor: boolean; at: Date}): Promise<boolean> {
			const change = {file: null, updatedAt: at, ...(unmonitor && {monitored: false})};
			const write = () => movies.updateOne({_id: id, 'file.id': fileId}, {$set: change});
			return (await revisions.during(aspectsOf(change), write)).matchedCount > 0;
		},
		/** Adds what was read from the file itself. */
		async setFileInfo(id: string, path: string, change: Pick<MediaFile, 'mediaInfo' | 'quality' | 'qualityScore'>): Promise<void> {
			const {mediaInfo, quality, qualityScore} = change;
			await movies.updateOne(
				{_id: id, 'file.path': path},
				{$set: {'file.mediaInfo': mediaInfo, 'file.quality': quality, 'file.qualityScore': qualityScore}},
			);
		},
		/** Titles of each library. */
		async countByLibrary(): Promise<Map<string, number>> {
			const rows = await movies.aggregate<{_id: string; count: number}>([
				{$match: {libraryId: {$gt: ''}}},
				{$group: {_id: '$libraryId', count: {$sum: 1}}},
			]);
			return new Map(rows.map(({_id, count}) => [_id, count]));
		},
		countInLibrary: (libraryId: string): Promise<number> => movies.countDocuments({libraryId}),
		/** The next titles of a library that have a file. */
		async filesInLibrary(libraryId: string, limit: number): Promise<MovieOnDisk[]> {
			const rows = await movies
				.find({libraryId, file: {$ne: null}}, fields)
				.limit(limit)
				.lean<Stored<MovieOnDisk>[]>();
			return rows.map(row => toRecord<MovieOnDisk>(row));
		},
		/** Leaves the titles in place but in no library: all of it, or the named ones. */
		async detach(libraryId: string, ids?: readonly string[]): Promise<number> {
			const filter = {libraryId, ...(ids && {_id: {$in: [...ids]}})};
			return (await movies.updateMany(filter, {$set: {libraryId: null}})).modifiedCount;
		},
	};
}
