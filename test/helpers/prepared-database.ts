import {type ExecutionContext, registerCompletionHandler} from 'ava';
import {type Db, MongoClient} from 'mongodb';
import type {Connection} from 'mongoose';
import {createStores, type Database, openDatabase} from '#shared/store/database.ts';
import {buildIndexesOf} from '#shared/store/mongo/build-indexes.ts';
import {addressOf, newName, type TestDatabase} from './database.ts';
import {testSecrets} from './test-secrets.ts';
import {patienceMs} from './until.ts';
import {createWriteLog, type WriteLog} from './write-log.ts';

/**
 * A database with the names of prepared databases that wait for the next worker thread or process. If it is not set,
 * none are kept.
 */
const register = process.env['TEST_PREPARED_DATABASES'] || null;

/** A database with all its indexes. */
interface Prepared {
	_id: string;
	collections: string[];
	/** Of each collection the options and the indexes. */
	shape: string;
}

/** Made by their first write. Making and dropping them for each test costs more than most tests do. */
const withoutModel = ['revisions'];

type Listener = (...given: unknown[]) => void;

/** A prepared database with a connection that this thread keeps. */
interface Opened extends Prepared {
	connection: Connection;
	/** Those of the connection itself. */
	listeners: Map<string | symbol, Listener[]>;
}

export interface PreparedDatabase extends TestDatabase {
	/** Its stores are made for the test and remember nothing. */
	database: Database;
}

/** Used longest ago first, so that what a test still does after its end is over, and is removed with the rest. */
const free: Opened[] = [];
let server: Promise<MongoClient> | null = null;
let writeLog: Promise<WriteLog> | null = null;

/**
 * Gives the test its own database with all indexes and no documents. Creating one costs more than most tests
 * do, and so does a connection. So both are kept for the next test, unless a collection is missing or changed, or the
 * profiler ran.
 */
export async function withPreparedDatabase(t: ExecutionContext): Promise<PreparedDatabase> {
	const opened = (await nextFree()) ?? (await open());
	// A test that has run out of time still goes on, and AVA ends it twice.
	t.teardown(() => (t.passed === false ? discard(opened) : void free.push(opened)));
	return {name: opened._id, uri: addressOf(opened._id), database: databaseOn(opened.connection)};
}

/** A thread that gets no processor for minutes has not lost what it holds. */
const patientLeases = {stretch: 100};

function databaseOn(connection: Connection): Database {
	const stores = createStores(connection, testSecrets, patientLeases);
	const done = Promise.resolve();
	return {connection, stores, installation: stores.installation, connected: done, buildIndexes: () => done, close: () => done};
}

/** The connection of this thread for everything around the tests. */
function connectServer(): Promise<MongoClient> {
	if (!server) {
		registerCompletionHandler(() => void closeAll());
		server = new MongoClient(addressOf('admin'), {serverSelectionTimeoutMS: patienceMs}).connect();
	}
	return server;
}

async function writesOf(database: string) {
	writeLog ??= connectServer().then(createWriteLog);
	return (await writeLog).take(database);
}

async function nextFree(): Promise<Opened | null> {
	for (let opened = free.shift(); opened; opened = free.shift()) {
		if (await emptied(opened)) {
			return opened;
		}
		await discard(opened);
	}
	return null;
}

async function discard({_id, connection}: Opened): Promise<void> {
	await connection.close();
	await (await connectServer()).db(_id).dropDatabase();
}

/** At the end of the thread its databases are left to others. */
async function closeAll(): Promise<void> {
	const client = await connectServer();
	try {
		for (const opened of free) {
			await leave(opened, client);
		}
	} finally {
		await Promise.allSettled(free.splice(0).map(({connection}) => connection.close()));
		await client.close(); // an open connection would keep the thread from ending
	}
}

async function leave(opened: Opened, client: MongoClient): Promise<void> {
	const {_id, collections, shape, connection} = opened;
	if (register && (await emptied(opened))) {
		await connection.close();
		await client.db(register).collection<Prepared>('prepared').insertOne({_id, collections, shape});
	} else {
		await discard(opened);
	}
}

async function takeRegistered(): Promise<Prepared | null> {
	const client = await connectServer();
	return register ? await client.db(register).collection<Prepared>('prepared').findOneAndDelete({}) : null;
}

/** A majority sees what a transaction sees; only the flush of the journal is left out. */
const writeConcern = {w: 'majority', journal: false} as const;

async function open(): Promise<Opened> {
	const registered = await takeRegistered();
	const name = registered?._id ?? newName();
	const {connection, connected} = openDatabase({uri: addressOf(name), secrets: testSecrets, connectLimitMs: patienceMs, writeConcern});
	await connected;
	const prepared = registered ?? (await prepare(name, connection));
	await writesOf(name); // begins to note
	connection.setMaxListeners(0);
	const compile = connection.model.bind(connection) as (...given: unknown[]) => unknown;
	// Compiling all models costs as much as a test.
	Object.assign(connection, {model: (model: string, ...given: unknown[]) => connection.models[model] ?? compile(model, ...given)});
	const listeners = new Map(connection.eventNames().map(event => [event, [...connection.listeners(event)] as Listener[]]));
	return {...prepared, connection, listeners};
}

/** One collection after another: a dozen at once need as many connections, which cost more than the indexes. */
async function prepare(name: string, connection: Connection): Promise<Prepared> {
	const db = (await connectServer()).db(name);
	const models = Object.values(connection.models);
	for (const model of models) {
		await buildIndexesOf(model, connection);
	}
	const made = new Set(await collectionsOf(db));
	const missing = [...models.map(({collection}) => collection.collectionName), ...withoutModel].filter(each => !made.has(each));
	for (const collection of new Set(missing)) {
		await db.createCollection(collection);
	}
	const collections = await collectionsOf(db);
	return {_id: name, collections, shape: await shapeOf(db, collections)};
}

/** Removes all documents; false for a database that is no longer as it was prepared. */
async function emptied({_id, collections, shape, connection, listeners}: Opened): Promise<boolean> {
	if (connection.readyState !== 1) {
		return false;
	}
	for (const event of connection.eventNames()) {
		connection.removeAllListeners(event as string);
		for (const listener of listeners.get(event) ?? []) {
			connection.on(event as string, listener);
		}
	}
	const db = (await connectServer()).db(_id);
	const writes = await writesOf(_id);
	if (!writes.hasCommands) {
		// The log does not tell of the profiler.
		const profiled = await db.listCollections({name: 'system.profile'}, {nameOnly: true}).toArray();
		await Promise.all([...writes.collections].map(name => db.collection(name).deleteMany({})));
		return profiled.length === 0;
	}
	const present = await collectionsOf(db);
	const added = present.filter(name => !collections.includes(name));
	const isWhole = present.length - added.length === collections.length && !added.some(name => name.startsWith('system.'));
	if (!isWhole || (await shapeOf(db, collections)) !== shape) {
		return false;
	}
	await Promise.all(added.map(name => db.dropCollection(name)));
	await Promise.all((await filled(db, collections)).map(name => db.collection(name).deleteMany({})));
	return true;
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
