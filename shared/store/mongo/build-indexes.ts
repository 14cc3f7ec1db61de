import type {Collection, IndexDescription} from 'mongodb';
import mongoose, {type Connection} from 'mongoose';

/** MongoDB's error codes for an index whose name exists with other keys, or whose keys exist with other options. */
const conflicts: ReadonlySet<unknown> = new Set([85, 86]);

/**
 * Indexes that the version before this one still uses, by collection. An index of another form gets another name, so
 * that both versions find theirs; the old name comes here in the release after, and leaves with the next one.
 */
export const retiredIndexes: Readonly<Record<string, readonly string[]>> = {};

/**
 * Builds all declared indexes of a collection in one command, which also creates the collection. An index that a
 * version before the rule of names declared differently is replaced.
 */
export async function buildIndexesOf({schema, collection}: Connection['models'][string], connection: Connection): Promise<void> {
	// Mongoose types its options more loosely than the driver.
	const indexes = schema.indexes().map(([key, {background: _background, ...options}]) => ({key, ...options}) as IndexDescription);
	if (indexes.length === 0) {
		return;
	}
	// Mongoose's collection is the driver's.
	const stored = connection.collection(collection.collectionName) as unknown as Collection;
	for (const name of retiredIndexes[collection.collectionName] ?? []) {
		await stored.dropIndex(name).catch(() => {}); // it is gone already
	}
	try {
		await stored.createIndexes(indexes);
	} catch (error) {
		if (!(error instanceof mongoose.mongo.MongoServerError && conflicts.has(error.code))) {
			throw error;
		}
		await dropReplaced(stored, indexes);
		await stored.createIndexes(indexes);
	}
}

async function dropReplaced(stored: Collection, declared: readonly IndexDescription[]): Promise<void> {
	const forms = new Map(declared.map(index => [index.name ?? defaultName(index), formOf(index)]));
	for (const index of await stored.indexes()) {
		const form = forms.get(index.name ?? '');
		if (index.name !== undefined && form !== undefined && form !== formOf(index)) {
			await stored.dropIndex(index.name);
		}
	}
}

/** As the driver names them. */
const defaultName = ({key}: IndexDescription) => Object.entries(key).flat().join('_');

const formOf = ({key, unique = false}: IndexDescription) => JSON.stringify([key, unique]);
