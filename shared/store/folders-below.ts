import type {Model} from 'mongoose';
import {pathsWithin} from './match-text.ts';

export interface FoldersBelow {
	/** The field of paths, which has an index. */
	field: string;
	path: string;
	/** Which folders directly below `path` are asked about. */
	names: readonly string[];
}

/** Which of the named folders directly below `path` hold a path of the field. MongoDB looks through them, so that a hundred thousand paths do not come here. */
export async function foldersBelow<T>(model: Model<T>, {field, path, names}: FoldersBelow): Promise<Set<string>> {
	if (names.length === 0) {
		return new Set();
	}
	const start = Buffer.byteLength(path === '/' ? '/' : `${path}/`);
	const length = {$subtract: [{$strLenBytes: `$${field}`}, start]};
	// The folder itself is shorter than what is cut off.
	const rest = {$cond: [{$gt: [length, 0]}, {$substrBytes: [`$${field}`, start, length]}, '']};
	const rows = await model.aggregate<{_id: string}>([
		{$match: {[field]: pathsWithin(path)}},
		{$group: {_id: {$arrayElemAt: [{$split: [rest, '/']}, 0]}}},
		{$match: {_id: {$in: [...names]}}},
	]);
	return new Set(rows.map(({_id}) => _id));
}
