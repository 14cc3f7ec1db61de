import {type Connection, Schema} from 'mongoose';
import {schemaOptions} from '../mongo/records.ts';

interface Stored {
	_id: string;
	folderId: string;
}

const folderSchema = new Schema<Stored>({_id: String, folderId: String}, schemaOptions);

export type UsedFolderStore = ReturnType<typeof createUsedFolderStore>;

/** The folders that were written into: the path of each, and the id in its marker. */
export function createUsedFolderStore(connection: Connection) {
	const folders = connection.model<Stored>('UsedFolder', folderSchema, 'usedFolders');
	return {
		/** Null for a folder that was never used. */
		async idOf(path: string): Promise<string | null> {
			return (await folders.findById(path).lean<Stored>())?.folderId ?? null;
		},
		/** Paths of all of them. */
		async paths(): Promise<string[]> {
			return (await folders.find({}, {_id: 1}).lean<Stored[]>()).map(({_id}) => _id);
		},
		async put(path: string, folderId: string): Promise<void> {
			await folders.updateOne({_id: path}, {$set: {folderId}}, {upsert: true});
		},
		/** The next use of the folder is its first: a person says that it is the right one. */
		async forget(path: string): Promise<void> {
			await folders.deleteOne({_id: path});
		},
	};
}
