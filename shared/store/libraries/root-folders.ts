import {type Connection, type Model, Schema} from 'mongoose';
import {numberRecords} from '../mongo/record-numbers.ts';
import {createRecords, madeAt, type Stored, schemaOptions} from '../mongo/records.ts';

export interface RootFolder {
	id: string;
	name: string;
	/** Absolute and normalized, without a trailing slash. */
	path: string;
	/** Why the mode or group of what was put into it last could not be set; null or missing if it could. */
	rightsFault?: string | null;
	createdAt: Date;
	updatedAt: Date;
}

export type RootFolderStore = ReturnType<typeof createRootFolderStore>;

const folderSchema = new Schema<Stored<RootFolder>>(
	{_id: String, name: String, path: String, rightsFault: String, createdAt: Date, updatedAt: Date},
	schemaOptions,
);
numberRecords(folderSchema, 'rootFolder');
folderSchema.index({path: 1}, {unique: true});

export function createRootFolderStore(connection: Connection) {
	const {find, get, list, insert, note, remove} = createRecords<RootFolder>({
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
		noteRights: (id: string, rightsFault: string | null) => note(id, {rightsFault}),
		add: ({name, path}: Pick<RootFolder, 'name' | 'path'>, now: Date) => insert({name, path, ...madeAt(now)}),
	};
}

export interface FoldersBelow {
	/** The indexed field with the paths. */
	field: string;
	path: string;
	/** Names of the folders directly below `path` to check. */
	names: readonly string[];
}

/**
 * Which of the named folders directly below `path` contain a path of the field. MongoDB searches only between the first
 * and the last name, so a hundred thousand paths are not loaded.
 */
export async function foldersBelow<T>(model: Model<T>, {field, path, names}: FoldersBelow): Promise<Set<string>> {
	if (names.length === 0) {
		return new Set();
	}
	const base = path === '/' ? '/' : `${path}/`;
	const [first, last] = endsOf(names);
	// Everything between two strings that begin with the base also begins with it. `0`, the character after the slash,
	// ends the range of the last folder.
	const between = {$gte: base + first, $lt: `${base}${last}0`};
	const start = Buffer.byteLength(base);
	const length = {$subtract: [{$indexOfBytes: [`$${field}`, '/', start]}, start]};
	const rows = await model.aggregate<{_id: string}>([
		{$match: {[field]: between}},
		// For a path that is not in a deeper folder the length is negative, which means the whole rest.
		{$group: {_id: {$substrBytes: [`$${field}`, start, length]}}},
		{$match: {_id: {$in: [...names]}}},
	]);
	return new Set(rows.map(({_id}) => _id));
}

/** The first and the last name in MongoDB's byte order. */
function endsOf(names: readonly string[]): [string, string] {
	const bytes = names.map(name => Buffer.from(name));
	const first = bytes.reduce((least, each) => (each.compare(least) < 0 ? each : least));
	const last = bytes.reduce((max, each) => (each.compare(max) > 0 ? each : max));
	return [first.toString(), last.toString()];
}
