import {type Connection, Schema} from 'mongoose';
import type {CatalogueEntry} from '../../domain/definitions/catalogue.ts';
import type {Fault} from '../../domain/definitions/definition.ts';
import {createPackageSets, type StoredFile} from '../mongo/package-sets.ts';
import {schemaOptions} from '../mongo/records.ts';

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

type Row = StoredFile<PackagedDefinition & {replaces: string[]}>;

const fileSchema = new Schema<Row>(
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

/** Files of a set. */
const maxFiles = 5000;

export type PackagedDefinitionStore = ReturnType<typeof createPackagedDefinitionStore>;

/** The definitions of the package. */
export function createPackagedDefinitionStore(connection: Connection) {
	const files = connection.model<Row>('PackagedDefinition', fileSchema, 'packagedDefinitions');
	const sets = createPackageSets(connection, {model: 'DefinitionPackage', collection: 'definitionPackages', files});
	const {state} = sets;
	const toFile = ({key, text, hash, entry, faults}: Row): PackagedDefinition => ({key, text, hash, entry: entry ?? null, faults});

	return {
		...sets,
		write: (all: readonly PackagedDefinition[], signal: AbortSignal) =>
			sets.write(
				all.map(each => ({...each, replaces: each.entry?.replaces ?? []})),
				signal,
			),
		/** The usable file of this key, of the set that is used. */
		async find(key: string): Promise<PackagedDefinition | null> {
			const {setId} = await state();
			const found = setId === null ? null : await files.findById(`${setId}/${key}`).lean<Row>();
			return found ? toFile(found) : null;
		},
		/** The file that takes the place of one with this key or id. */
		async findReplacing(key: string): Promise<PackagedDefinition | null> {
			const {setId} = await state();
			const found = setId === null ? null : await files.findOne({setId, replaces: key}).lean<Row>();
			return found ? toFile(found) : null;
		},
		/** All of the set that is used, without their texts. */
		async list(): Promise<Omit<PackagedDefinition, 'text'>[]> {
			const {setId} = await state();
			if (setId === null) {
				return [];
			}
			const found = await files.find({setId}, {text: 0}).sort({key: 1}).limit(maxFiles).lean<Row[]>();
			return found.map(({key, hash, entry, faults}) => ({key, hash, entry: entry ?? null, faults}));
		},
	};
}
