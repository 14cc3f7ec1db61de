import {randomUUID} from 'node:crypto';
import {type Connection, type Model, Schema} from 'mongoose';
import {schemaOptions} from './records.ts';

/** What is known of a package of other people's files whose address an administrator entered. */
export interface PackageState {
	/** The address of the current set, which may differ from that of the setting; empty without a set. */
	address: string;
	/** Of the package that was read last, for asking whether there is a newer one. */
	etag: string | null;
	sha256: string | null;
	/** Version of this program that read it: a newer one may understand more. */
	readBy: string;
	/** The set that is used; null before the first. */
	setId: string | null;
	/** Files of the set, and how many of them can be used. */
	total: number;
	usable: number;
	/** When the set was taken. */
	takenAt: Date | null;
	checkedAt: Date | null;
	/** Why the last attempt took nothing; null after a good one. */
	error: string | null;
}

const none: PackageState = {
	address: '',
	etag: null,
	sha256: null,
	readBy: '',
	setId: null,
	total: 0,
	usable: 0,
	takenAt: null,
	checkedAt: null,
	error: null,
};

type StoredState = PackageState & {_id: string};

const stateFields = {
	_id: String,
	address: String,
	etag: String,
	sha256: String,
	readBy: String,
	setId: String,
	total: Number,
	usable: Number,
	takenAt: Date,
	checkedAt: Date,
	error: String,
};

/** A stored file: its id is that of the set and its key. */
export type StoredFile<File extends {key: string}> = File & {_id: string; setId: string};

/** Id of the only package of each kind. */
const only = 'package';
const writtenTogether = 100;

/** What `updatePackage` needs of the store of a package. */
export interface PackageSets<File extends {key: string}> {
	state(): Promise<PackageState>;
	note(change: Pick<PackageState, 'checkedAt' | 'error'> & Partial<PackageState>): Promise<void>;
	/** Writes a set, which counts from `take` on. */
	write(all: readonly File[], signal: AbortSignal): Promise<string>;
	/** Uses a set that was written whole. */
	take(taken: PackageState): Promise<void>;
	/** Removes the unused sets. No other worker may be writing one. */
	removeOthers(): Promise<void>;
}

/**
 * The files of a package in MongoDB, where all machines share them. A new set is written beside the current one, which
 * is then replaced in a single write; a set that was abandoned is removed with the next one.
 */
export function createPackageSets<File extends {key: string}>(
	connection: Connection,
	{model, collection, files}: {model: string; collection: string; files: Model<StoredFile<File>>},
): PackageSets<File> {
	const states = connection.model<StoredState>(model, new Schema<StoredState>(stateFields, schemaOptions), collection);

	async function state(): Promise<PackageState> {
		const found = await states.findById(only).lean<StoredState>();
		const {_id, ...known} = found ?? {_id: only};
		return {...none, ...known};
	}

	async function note(change: Partial<PackageState>): Promise<void> {
		await states.updateOne({_id: only}, {$set: change}, {upsert: true});
	}

	return {
		state,
		note,
		async write(all, signal) {
			const setId = randomUUID();
			for (let at = 0; at < all.length; at += writtenTogether) {
				signal.throwIfAborted();
				// A stored file has only the set and the key in addition to the file.
				const rows = all.slice(at, at + writtenTogether).map(each => ({...each, _id: `${setId}/${each.key}`, setId}));
				await files.insertMany(rows as unknown as StoredFile<File>[]);
			}
			return setId;
		},
		take: note,
		async removeOthers() {
			const {setId} = await state();
			await files.deleteMany({setId: {$ne: setId}} as object);
		},
	};
}
