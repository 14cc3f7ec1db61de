import type {Model} from 'mongoose';

export interface FoldersBelow {
	/** The field of paths, which has an index. */
	field: string;
	path: string;
	/** Which folders directly below `path` are asked about. */
	names: readonly string[];
}

/**
 * Which of the named folders directly below `path` hold a path of the field. MongoDB looks through those between the
 * first and the last name, so that a hundred thousand paths do not come here.
 */
export async function foldersBelow<T>(model: Model<T>, {field, path, names}: FoldersBelow): Promise<Set<string>> {
	if (names.length === 0) {
		return new Set();
	}
	const base = path === '/' ? '/' : `${path}/`;
	const [first, last] = endsOf(names);
	// All between two that begin with the base begins with it; the character behind the slash ends what lies in the
	// last folder.
	const between = {$gte: base + first, $lt: `${base}${last}0`};
	const start = Buffer.byteLength(base);
	const length = {$subtract: [{$indexOfBytes: [`$${field}`, '/', start]}, start]};
	const rows = await model.aggregate<{_id: string}>([
		{$match: {[field]: between}},
		// Of what lies in no deeper folder the length is negative, which stands for all that is left.
		{$group: {_id: {$substrBytes: [`$${field}`, start, length]}}},
		{$match: {_id: {$in: [...names]}}},
	]);
	return new Set(rows.map(({_id}) => _id));
}

/** The first and the last in MongoDB's order, which is that of the bytes. */
function endsOf(names: readonly string[]): [string, string] {
	const bytes = names.map(name => Buffer.from(name));
	const first = bytes.reduce((least, each) => (each.compare(least) < 0 ? each : least));
	const last = bytes.reduce((most, each) => (each.compare(most) > 0 ? each : most));
	return [first.toString(), last.toString()];
}
