import type {Document} from 'mongodb';
import type {ListFilter} from './list-filter.ts';
import type {Source} from './segment.ts';
import {everyValue, type SortOrder} from './sort-order.ts';

/** All ids of a list in order: documents with a value from the lowest, then those without one. */
export interface ShortList {
	ids: string[];
	knownCount: number;
}

/** Reads the whole order of a list that is short enough to cache. */
export async function readShortList(
	{documents, by}: Source,
	{conditions, index}: ListFilter,
	{field, index: ordered}: SortOrder,
): Promise<ShortList> {
	const rows = await documents
		.find(index ? conditions : {$and: [conditions, {[field]: everyValue}]}, {projection: {[field]: 1}, ...by(index ?? ordered)})
		.sort({[field]: 1, _id: 1})
		.toArray();
	const nullCount = rows.findIndex(row => (row[field] ?? null) !== null);
	const unknown = nullCount < 0 ? rows.length : nullCount;
	const ids = rows.map(({_id}) => _id);
	return {ids: [...ids.slice(unknown), ...ids.slice(0, unknown)], knownCount: ids.length - unknown};
}

/** The raw documents at these positions. */
export async function readListed(
	{documents, by}: Source,
	{ids, knownCount}: ShortList,
	{from, to, isDownward, projection}: {from: number; to: number; isDownward: boolean; projection: Document},
): Promise<Uint8Array[]> {
	const ordered = isDownward ? [...ids.slice(0, knownCount).reverse(), ...ids.slice(knownCount).reverse()] : ids;
	const wanted = ordered.slice(from, to);
	// `raw` returns bytes.
	const rows = (await documents.find({_id: {$in: wanted}}, {projection, raw: true, ...by(null)}).toArray()) as unknown as Uint8Array[];
	const byId = new Map(rows.map(row => [idOf(row), row]));
	return wanted.map(id => byId.get(id)).filter(row => row !== undefined);
}

/** Bytes before the text of the id: the document's size, a type, `_id` with its NUL, the text's size. */
const idStart = 13;

/** MongoDB puts the id first; our ids are strings. */
function idOf(row: Uint8Array): string {
	const bytes = Buffer.from(row.buffer, row.byteOffset, row.byteLength);
	return bytes.toString('utf8', idStart, idStart - 1 + bytes.readInt32LE(idStart - 4));
}
