import mongoose, {type Connection, type Model} from 'mongoose';

/** The part of a model that reading needs; a driver's collection knows no connection. */
type Source = Pick<Model<never>, 'db' | 'collection'>;

interface Reply {
	cursor: {id: unknown; firstBatch: object[]};
}

/** More than any of these reads finds, so that one reply has everything. */
const batchSize = 100_000;

function databaseOf({db}: {db: Connection}) {
	if (!db.db) {
		throw new mongoose.mongo.MongoNotConnectedError('MongoDB has not been connected yet.');
	}
	return db.db;
}

/** What a pipeline finds. The cursor of the driver costs as much as a small read itself, so there is none. */
export async function aggregateAtOnce<Row>(source: Source, pipeline: object[]): Promise<Row[]> {
	const {collection} = source;
	const database = databaseOf(source);
	const {cursor} = (await database.command({aggregate: collection.collectionName, pipeline, cursor: {batchSize}})) as unknown as Reply;
	if (Number(cursor.id) === 0) {
		return cursor.firstBatch as Row[]; // the caller knows its documents
	}
	// A reply has at most 16 MiB.
	await database.command({killCursors: collection.collectionName, cursors: [cursor.id]});
	return (await collection.aggregate(pipeline).toArray()) as Row[];
}

/** A read that may share its command with others: see `readTogether`. */
export interface Lookup<Found, Row = never> {
	source: Source;
	/** Null if there is nothing to ask for. */
	filter: object | null;
	projection: Readonly<Record<string, 1>>;
	limit?: number;
	open(rows: readonly Row[]): Found;
}

/** Says in a row which of the reads found it. */
const mark = 'foundBy';

/** Several reads as one command, because each costs the driver and MongoDB more than what it finds. */
export async function readTogether<const Found extends readonly unknown[]>(
	lookups: {readonly [Index in keyof Found]: Lookup<Found[Index]>},
): Promise<Found> {
	const all = lookups as readonly Lookup<unknown>[];
	const asked = all.flatMap(({source, filter, projection, limit}, index) => {
		const limited = limit === undefined ? [] : [{$limit: limit}];
		const project = {$project: {...projection, [mark]: {$literal: index}}};
		return filter === null ? [] : [{source, pipeline: [{$match: filter}, ...limited, project]}];
	});
	const [first, ...others] = asked;
	const unions = others.map(({source, pipeline}) => ({$unionWith: {coll: source.collection.collectionName, pipeline}}));
	const rows = first ? await aggregateAtOnce<Record<string, unknown>>(first.source, [...first.pipeline, ...unions]) : [];
	const found = Map.groupBy(rows, row => row[mark]);
	const opened = all.map(({open}, index) => open((found.get(index) ?? []).map(({[mark]: _, ...row}) => row) as never[]));
	return opened as unknown as Found; // each by its own lookup
}
