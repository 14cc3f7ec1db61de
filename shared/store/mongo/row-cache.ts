import type {Collection, Document, Filter} from 'mongodb';
import mongoose from 'mongoose';
import {createCache} from '../../coordination/cache.ts';

export interface RowQuery {
	filter: Filter<Document>;
	projection: Record<string, 0 | 1>;
}

/** Cached lists; far more than anybody polls. */
const maxLists = 50;
/** All rows of a list in one reply, as long as MongoDB allows it. */
const batchSize = 100_000;

/**
 * Reads lists that are read again and again and hardly change. A row with the same bytes as last time is not decoded
 * again, which costs four times as much as reading it. The rows are shared, so nobody may change them.
 */
export function createRowCache<Row>(collection: Collection, open: (stored: Document) => Row) {
	const lists = createCache<Map<string, Row>>({max: maxLists});
	return async (name: string, {filter, projection}: RowQuery): Promise<Row[]> => {
		// With `raw`, the driver returns the bytes of each row.
		const rows = (await collection.find(filter, {projection, raw: true, batchSize}).toArray()) as unknown as Buffer[];
		const known = lists.peek(name);
		const fresh = new Map<string, Row>();
		for (const bytes of rows) {
			const text = bytes.toString('latin1');
			fresh.set(text, known?.get(text) ?? open(mongoose.mongo.BSON.deserialize(bytes)));
		}
		lists.set(name, fresh);
		return [...fresh.values()];
	};
}
