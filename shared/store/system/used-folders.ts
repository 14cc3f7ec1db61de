import {type Connection, Schema} from 'mongoose';
import {schemaOptions} from '../mongo/records.ts';

interface Stored {
	_id: string;
	folderId?: string;
	/** Where each machine has a folder of its own at this path. */
	ofMachines?: {machineId: string; folderId: string}[];
}

const folderSchema = new Schema<Stored>(
	{_id: String, folderId: String, ofMachines: {type: [{_id: false, machineId: String, folderId: String}], default: undefined}},
	schemaOptions,
);

/** Machines whose folder is remembered at one path, the latest ones. */
const maxMachines = 100;

export type UsedFolderStore = ReturnType<typeof createUsedFolderStore>;

/** The folders that were written into: the path of each, and the id in its marker. */
export function createUsedFolderStore(connection: Connection) {
	const folders = connection.model<Stored>('UsedFolder', folderSchema, 'usedFolders');
	return {
		/** Null for a folder that was never used. With a machine, that of the machine. */
		async idOf(path: string, machineId?: string): Promise<string | null> {
			const found = await folders.findById(path).lean<Stored>();
			const own = found?.ofMachines?.find(each => each.machineId === machineId);
			return (machineId === undefined ? found?.folderId : own?.folderId) ?? null;
		},
		/** Paths of all of them. */
		async paths(): Promise<string[]> {
			return (await folders.find({}, {_id: 1}).lean<Stored[]>()).map(({_id}) => _id);
		},
		async put(path: string, folderId: string, machineId?: string): Promise<void> {
			if (machineId === undefined) {
				await folders.updateOne({_id: path}, {$set: {folderId}}, {upsert: true});
				return;
			}
			await folders.updateOne({_id: path}, {$pull: {ofMachines: {machineId}}});
			const added = {$push: {ofMachines: {$each: [{machineId, folderId}], $slice: -maxMachines}}};
			await folders.updateOne({_id: path}, added, {upsert: true});
		},
		/** The next use of the folder is its first: a person says that it is the right one. */
		async forget(path: string): Promise<void> {
			await folders.deleteOne({_id: path});
		},
	};
}
