import type {ExecutionContext} from 'ava';
import {type Db, MongoClient} from 'mongodb';
import {openDatabase} from '#shared/store/database.ts';
import {addressOf, newName, type TestDatabase} from './database.ts';
import {testSecrets} from './test-secrets.ts';

/**
 * A database with the names of prepared databases that wait for the next test of any worker thread or process. If it is
 * not set, none are kept.
 */
const shelf = process.env['TEST_DATABASE_SHELF'] || null;

interface Prepared {
	_id: string;
	collections: string[];
	/** Of each collection the options and the indexes. */
	shape: string;
}

/**
 * Gives the test its own database with all indexes and no documents. Creating one costs more than most tests
 * do. So it is emptied when the test ends and kept for the next one, unless a collection is missing or
 * changed, or the profiler ran.
 */
export async function withPreparedDatabase(t: ExecutionContext): Promise<TestDatabase> {
	const prepared = await useServer(async client => (await waiting(client)?.findOneAndDelete({})) ?? (await prepare(client)));
	t.teardown(() => useServer(client => giveBack(client, prepared)));
	return {name: prepared._id, uri: addressOf(prepared._id)};
}

async function useServer<T>(act: (client: MongoClient) => Promise<T>): Promise<T> {
	const client = new MongoClient(addressOf('admin'), {serverSelectionTimeoutMS: 10_000});
	try {
		return await act(client);
	} finally {
		await client.close();
	}
}

const waiting = (client: MongoClient) => (shelf ? client.db(shelf).collection<Prepared>('prepared') : null);

async function prepare(client: MongoClient): Promise<Prepared> {
	const name = newName();
	const database = openDatabase({uri: addressOf(name), secrets: testSecrets});
	try {
		await database.buildIndexes();
		const made = new Set(await collectionsOf(client.db(name)));
		const missing = Object.values(database.connection.models).map(({collection}) => collection.collectionName);
		await Promise.all(missing.filter(each => !made.has(each)).map(each => client.db(name).createCollection(each)));
	} finally {
		await database.close();
	}
	const collections = await collectionsOf(client.db(name));
	return {_id: name, collections, shape: await shapeOf(client.db(name), collections)};
}

async function giveBack(client: MongoClient, prepared: Prepared): Promise<void> {
	const db = client.db(prepared._id);
	const present = await collectionsOf(db);
	const shelved = waiting(client);
	const added = present.filter(name => !prepared.collections.includes(name));
	const isWhole = present.length - added.length === prepared.collections.length && !added.some(name => name.startsWith('system.'));
	if (!shelved || !isWhole || (await shapeOf(db, prepared.collections)) !== prepared.shape) {
		await db.dropDatabase();
		return;
	}
	await Promise.all(added.map(name => db.dropCollection(name)));
	await Promise.all((await filled(db, prepared.collections)).map(name => db.collection(name).deleteMany({})));
	await shelved.insertOne(prepared);
}

async function collectionsOf(db: Db): Promise<string[]> {
	const found = await db.listCollections({}, {nameOnly: true}).toArray();
	return found.map(({name}) => name).sort();
}

/** The options and indexes of the collections, so that no test gets what an earlier one has changed. */
async function shapeOf(db: Db, names: readonly string[]): Promise<string> {
	const [listed, indexes] = await Promise.all([
		db.listCollections({name: {$in: [...names]}}).toArray(),
		inEach<{spec: {name: string}}>(db, names, [{$indexStats: {}}, {$project: {_id: 0, spec: 1}}]),
	]);
	const options = listed.map(({name, ...about}) => JSON.stringify([name, 'options' in about ? about.options : null]));
	return [...options, ...indexes.map(({coll, spec}) => JSON.stringify([coll, spec]))].sort().join('\n');
}

/** The collections that contain documents. */
async function filled(db: Db, names: readonly string[]): Promise<string[]> {
	return (await inEach<{_id: unknown}>(db, names, [{$limit: 1}, {$project: {_id: 1}}])).map(({coll}) => coll);
}

/** What these stages find in each of the collections, with a single command. */
function inEach<Row extends object>(db: Db, names: readonly string[], stages: readonly object[]): Promise<(Row & {coll: string})[]> {
	const [first, ...others] = names.map(coll => ({coll, pipeline: [...stages, {$set: {coll: {$literal: coll}}}]}));
	return first
		? db
				.collection(first.coll)
				.aggregate<Row & {coll: string}>([...first.pipeline, ...others.map(other => ({$unionWith: other}))])
				.toArray()
		: Promise.resolve([]);
}
