import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {Conflict, NotFound} from '../../errors.ts';
import {isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

export interface RootFolder {
	id: string;
	name: string;
	/** Absolute, normal, without a trailing slash. */
	path: string;
	createdAt: Date;
	updatedAt: Date;
}

export type RootFolderStore = ReturnType<typeof createRootFolderStore>;

const folderSchema = new Schema<Stored<RootFolder>>(
	{_id: String, name: String, path: String, createdAt: Date, updatedAt: Date},
	schemaOptions,
);
folderSchema.index({path: 1}, {unique: true});

export function createRootFolderStore(connection: Connection) {
	const folders = connection.model<Stored<RootFolder>>('RootFolder', folderSchema, 'rootFolders');

	async function find(id: string): Promise<RootFolder | null> {
		const found = isUuid(id) ? await folders.findById(id).lean<Stored<RootFolder>>() : null;
		return found && toRecord<RootFolder>(found);
	}

	return {
		find,
		async get(id: string): Promise<RootFolder> {
			const folder = await find(id);
			if (!folder) {
				throw new NotFound('root_folder_not_found', `There is no root folder with the id ${id}.`);
			}
			return folder;
		},
		async list(): Promise<RootFolder[]> {
			return (await folders.find().sort({path: 1}).lean<Stored<RootFolder>[]>()).map(row => toRecord<RootFolder>(row));
		},
		async add({name, path}: Pick<RootFolder, 'name' | 'path'>, now: Date): Promise<RootFolder> {
			const stored = {_id: randomUUID(), name, path, createdAt: now, updatedAt: now};
			try {
				await folders.create([stored]);
			} catch (error) {
				throw isDuplicateKey(error) ? new Conflict('already_exists', `${path} is a root folder already.`) : error;
			}
			return toRecord<RootFolder>(stored);
		},
		async remove(id: string): Promise<boolean> {
			return (await folders.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
