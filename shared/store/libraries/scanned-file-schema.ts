import {hash} from 'node:crypto';
import {Schema} from 'mongoose';
import {type Stored, schemaOptions} from '../mongo/record.ts';

/** Why a file was not matched to a library title. `look_up_failed` is temporary. */
export const unmatchedReasons = [
	'name_unreadable',
	'not_found',
	'ambiguous',
	'duplicate',
	'excluded',
	'no_episode',
	'look_up_failed',
] as const;
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

export const scannedFileSchema = new Schema<Stored<ScannedFile>>(
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
