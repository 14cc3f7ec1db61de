import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import type {CatalogueEntry} from '../../domain/definitions/catalogue.ts';
import type {Fault} from '../../domain/definitions/definition.ts';
import {schemaOptions} from '../mongo/records.ts';

/** What is known of the package of definitions whose address an administrator entered. */
export interface DefinitionPackage {
	/** Of the set that is used, which may be an earlier address than that of the setting; empty without a set. */
	address: string;
	/** Of the package that was read last, for asking whether there is a newer one. */
	etag: string | null;
	sha256: string | null;
	/** Version of this program that read it: a newer one may understand more. */
	readBy: string;
	/** The set that is used; null before the first. */
	setId: string | null;
	/** Files of the set, and those of them that can be used. */
	total: number;
	usable: number;
	/** When the set was taken. */
	takenAt: Date | null;
	checkedAt: Date | null;
	/** Why the last attempt took nothing; null after a good one. */
	error: string | null;
}

/** A file of a set, with what the catalogue shows of it. */
export interface PackagedDefinition {
	key: string;
	text: string;
	/** SHA-256 of the text. */
	hash: string;
	/** Null for a file that cannot be used. */
	entry: CatalogueEntry | null;
	faults: Fault[];
}

const none: DefinitionPackage = {
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

type StoredPackage = DefinitionPackage & {_id: string};
type StoredFile = PackagedDefinition & {_id: string; setId: string; replaces: string[]};

const packageSchema = new Schema<StoredPackage>(
	{
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
	},
	schemaOptions,
);
const fileSchema = new Schema<StoredFile>(
	{
		_id: String,
		setId: String,
		key: String,
		text: String,
		hash: String,
		entry: Schema.Types.Mixed,
		faults: [Schema.Types.Mixed],
		replaces: [String],
	},
	schemaOptions,
);
fileSchema.index({setId: 1, key: 1});
fileSchema.index({setId: 1, replaces: 1});

/** The one package. */
const only = 'package';
const writtenTogether = 100;
/** Files of a set. */
const maxFiles = 5000;

export type PackagedDefinitionStore = ReturnType<typeof createPackagedDefinitionStore>;

/**
 * The definitions of the package. All machines share them here. A new set is written beside the one in use, which one
 * write replaces; a set that nobody took is removed with the next.
 */
export function createPackagedDefinitionStore(connection: Connection) {
	const packages = connection.model<StoredPackage>('DefinitionPackage', packageSchema, 'definitionPackages');
	const files = connection.model<StoredFile>('PackagedDefinition', fileSchema, 'packagedDefinitions');

	async function state(): Promise<DefinitionPackage> {
		const found = await packages.findById(only).lean<StoredPackage>();
		const {_id, ...known} = found ?? {_id: only};
		return {...none, ...known};
	}

	const note = (change: Partial<DefinitionPackage>) => packages.updateOne({_id: only}, {$set: change}, {upsert: true});
	const toFile = ({key, text, hash, entry, faults}: StoredFile): PackagedDefinition => ({key, text, hash, entry: entry ?? null, faults});

	return {
		state,
		async note(change: Pick<DefinitionPackage, 'checkedAt' | 'error'> & Partial<DefinitionPackage>): Promise<void> {
			await note(change);
		},
		/** The usable file of this key, of the set that is used. */
		async find(key: string): Promise<PackagedDefinition | null> {
			const {setId} = await state();
			const found = setId === null ? null : await files.findById(`${setId}/${key}`).lean<StoredFile>();
			return found ? toFile(found) : null;
		},
		/** The file that takes the place of one with this key or id. */
		async findReplacing(key: string): Promise<PackagedDefinition | null> {
			const {setId} = await state();
			const found = setId === null ? null : await files.findOne({setId, replaces: key}).lean<StoredFile>();
			return found ? toFile(found) : null;
		},
		/** All of the set that is used, without their texts. */
		async list(): Promise<Omit<PackagedDefinition, 'text'>[]> {
			const {setId} = await state();
			if (setId === null) {
				return [];
			}
			const found = await files.find({setId}, {text: 0}).sort({key: 1}).limit(maxFiles).lean<StoredFile[]>();
			return found.map(({key, hash, entry, faults}) => ({key, hash, entry: entry ?? null, faults}));
		},
		/** Writes a set, which counts from `take` on. */
		async write(all: readonly PackagedDefinition[], signal: AbortSignal): Promise<string> {
			const setId = randomUUID();
			for (let at = 0; at < all.length; at += writtenTogether) {
				signal.throwIfAborted();
				await files.insertMany(
					all.slice(at, at + writtenTogether).map(each => ({
						...each,
						_id: `${setId}/${each.key}`,
						setId,
						replaces: each.entry?.replaces ?? [],
					})),
				);
			}
			return setId;
		},
		/** Uses a set that was written whole. */
		async take(taken: DefinitionPackage): Promise<void> {
			await note(taken);
		},
		/** Removes the sets that are not used. Nobody else may be writing one. */
		async removeOthers(): Promise<void> {
			const {setId} = await state();
			await files.deleteMany({setId: {$ne: setId}});
		},
	};
}
