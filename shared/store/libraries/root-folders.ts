import {type Connection, Schema} from 'mongoose';
import {type Stored, schemaOptions} from '../mongo/record.ts';
import {createRecords, madeAt} from '../mongo/records.ts';

export interface RootFolder {
	id: string;
	name: string;
	/** Absolute and normalized, without a trailing slash. */
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
	const {find, get, list, insert, remove} = createRecords<RootFolder>({
		model: connection.model<Stored<RootFolder>>('RootFolder', folderSchema, 'rootFolders'),
		kind: 'root folder',
		order: {path: 1},
		taken: {message: ({path}) => `${path} is a root folder already.`},
	});
	return {
		find,
		get,
		list,
		remove,
		add: ({name, path}: Pick<RootFolder, 'name' | 'path'>, now: Date) => insert({name, path, ...madeAt(now)}),
	};
}
