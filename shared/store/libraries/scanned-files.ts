import {hash} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {NotFound} from '../../errors.ts';
import {readPage} from '../../lists/page.ts';
import {isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/records.ts';
import {inOneReply, inSmallSteps, repeatable} from '../mongo/small-steps.ts';

/** The fields by which a file is recognized again. */
export type KnownFile = Pick<ScannedFile, 'id' | 'size' | 'modifiedAt' | 'state' | 'titleId' | 'reason' | 'lookedUpAt'>;

export type ScannedFileStore = ReturnType<typeof createScannedFileStore>;

const knownFields = {size: 1, modifiedAt: 1, state: 1, titleId: 1, reason: 1, lookedUpAt: 1} as const;
const batchSize = 1000;

export function createScannedFileStore(connection: Connection) {
	const files = connection.model<Stored<ScannedFile>>('ScannedFile', scannedFileSchema, 'scannedFiles');
	const records = (rows: Stored<ScannedFile>[]) => rows.map(row => toRecord<ScannedFile>(row));

	/** Writes many rows in one step; repeating it is harmless. */
	async function put(rows: readonly ScannedFile[]): Promise<void> {
		if (rows.length > 0) {
			// Skips mongoose validation, the largest cost at thousands of rows a second.
			const writes = rows.map(({id, ...row}) => ({replaceOne: {filter: {_id: id}, replacement: row, upsert: true}}));
			await files.collection.bulkWrite(writes as never, {ordered: false}); // the driver's type of ids is ObjectId
		}
	}

	return {
		async known(ids: readonly string[]): Promise<Map<string, KnownFile>> {
			const rows = await files.find({_id: {$in: [...ids]}}, knownFields, inOneReply(ids)).lean<Stored<KnownFile>[]>();
			return new Map(rows.map(row => [row._id, toRecord<KnownFile>(row)]));
		},
		put,
		/** Like `put`, for files that are probably new. Does not wait for the disk. */
		async add(rows: readonly ScannedFile[]): Promise<void> {
			const documents = rows.map(({id, ...row}) => ({_id: id, ...row}));
			try {
				// The driver's type of ids is ObjectId.
				await inSmallSteps(documents, some => files.collection.insertMany(some as never, repeatable));
			} catch (error) {
				if (!isDuplicateKey(error)) {
					throw error;
				}
				await put(rows);
			}
		},
		/**
		 * Files whose title must be looked up, grouped by title. Returns at most `limit`,
		 * starting after the key `after`.
		 */
		async pending(libraryId: string, {after, limit}: {after: string; limit: number}): Promise<ScannedFile[]> {
			return records(
				await files
					.find({libraryId, state: 'pending', lookUpKey: {$gt: after}})
					.sort({lookUpKey: 1})
					.limit(limit)
					.lean<Stored<ScannedFile>[]>(),
			);
		},
		async pendingOf(libraryId: string, lookUpKey: string, limit: number): Promise<ScannedFile[]> {
			return records(await files.find({libraryId, state: 'pending', lookUpKey}).sort({path: 1}).limit(limit).lean<Stored<ScannedFile>[]>());
		},
		/** All files of the library. */
		async *all(libraryId: string): AsyncGenerator<Pick<ScannedFile, 'id' | 'path' | 'state' | 'titleId'>> {
			const rows = files.find({libraryId}, {path: 1, state: 1, titleId: 1}).lean().cursor({batchSize});
			for await (const {_id, path, state, titleId} of rows) {
				yield {id: _id, path, state, titleId};
			}
		},
		/** Files that were replaced by another file of these titles, or that follow it. */
		async behind(libraryId: string, titleIds: readonly string[]): Promise<ScannedFile[]> {
			const ofTitle = {libraryId, titleId: {$in: [...titleIds]}};
			const others = {$or: [{state: 'unmatched' as const, reason: 'duplicate' as const}, {state: 'part' as const}]};
			return records(await files.find({...ofTitle, ...others}).lean<Stored<ScannedFile>[]>());
		},
		async dueForInfo(libraryId: string, {after, limit}: {after: string; limit: number}): Promise<ScannedFile[]> {
			return records(
				await files
					.find({libraryId, infoDue: true, _id: {$gt: after}})
					.sort({_id: 1})
					.limit(limit)
					.lean<Stored<ScannedFile>[]>(),
			);
		},
		async hasInfoDue(libraryId: string): Promise<boolean> {
			return (await files.exists({libraryId, infoDue: true})) !== null;
		},
		async noteInfo(id: string): Promise<void> {
			await files.updateOne({_id: id}, {$set: {infoDue: false}});
		},
		count: (libraryId: string) => files.countDocuments({libraryId}),
		async exists(libraryId: string): Promise<boolean> {
			return (await files.exists({libraryId})) !== null;
		},
		async unmatched({
			libraryId,
			page,
			limit,
		}: {
			libraryId: string;
			page: number;
			limit: number;
		}): Promise<{files: ScannedFile[]; total: number}> {
			const options = {filter: {libraryId, state: 'unmatched' as const}, sort: {path: 1}, page, limit} as const;
			const {rows, total} = await readPage<Stored<ScannedFile>, Stored<ScannedFile>>(files, options);
			return {files: records(rows), total};
		},
		/** Throws NotFound `unmatched_file_not_found`. */
		async getUnmatched(libraryId: string, id: string): Promise<ScannedFile> {
			const found = isUuid(id) ? await files.findOne({_id: id, libraryId, state: 'unmatched'}).lean<Stored<ScannedFile>>() : null;
			if (!found) {
				throw new NotFound('unmatched_file_not_found', `The library has no unmatched file with the id ${id}.`);
			}
			return toRecord<ScannedFile>(found);
		},
		/** Marks files as replaced, because another file of the same title is recorded now. */
		async displace(ids: readonly string[]): Promise<void> {
			if (ids.length > 0) {
				await files.updateMany({_id: {$in: [...ids]}}, {$set: {state: 'unmatched', reason: 'duplicate', infoDue: false}});
			}
		},
		async remove(ids: readonly string[]): Promise<void> {
			await files.deleteMany({_id: {$in: [...ids]}});
		},
		async removeLibrary(libraryId: string): Promise<void> {
			await files.deleteMany({libraryId});
		},
	};
}

/** Why a file was not matched to a library title. `look_up_failed` is temporary. */
const unmatchedReasons = ['name_unreadable', 'not_found', 'ambiguous', 'duplicate', 'excluded', 'no_episode', 'look_up_failed'] as const;
export type UnmatchedReason = (typeof unmatchedReasons)[number];

/**
 * `recorded`: the file of a title. `pending`: its title must be looked up at the provider. `part`: follows a recorded
 * file.
 */
export type ScannedState = 'recorded' | 'pending' | 'unmatched' | 'part';

export interface Candidate {
	metaId: number;
	title: string;
	year: number | null;
}

/** A video file found by a backfill, and its result. */
export interface ScannedFile {
	/** Built from library and path, so a file found twice has one record. */
	id: string;
	libraryId: string;
	path: string;
	/** Bytes. */
	size: number;
	/** Milliseconds since 1970. */
	modifiedAt: number;
	state: ScannedState;
	/** Id of the movie or series; null while unknown. */
	titleId: string | null;
	/** Key of the provider look-up; files with the same key are looked up once. */
	lookUpKey: string | null;
	reason: UnmatchedReason | null;
	candidates: Candidate[];
	lookedUpAt: Date | null;
	/** Its tracks have not been read yet. */
	infoDue: boolean;
}

/** Has the same form as all our ids. */
export function scannedFileId(libraryId: string, path: string): string {
	const hex = hash('sha256', `${libraryId}\0${path}`);
	return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

const scannedFileSchema = new Schema<Stored<ScannedFile>>(
	{
		_id: String,
		libraryId: String,
		path: String,
		size: Number,
		modifiedAt: Number,
		state: String,
		titleId: String,
		lookUpKey: String,
		reason: String,
		candidates: [{_id: false, metaId: Number, title: String, year: Number}],
		lookedUpAt: Date,
		infoDue: Boolean,
	},
	schemaOptions,
);
scannedFileSchema.index({libraryId: 1, state: 1, path: 1});
scannedFileSchema.index({libraryId: 1, lookUpKey: 1}, {partialFilterExpression: {state: 'pending'}});
scannedFileSchema.index({libraryId: 1, _id: 1}, {partialFilterExpression: {infoDue: true}, name: 'infoDue'});
