import test, {type ExecutionContext} from 'ava';
import {type Db, MongoClient} from 'mongodb';
import {withPreparedDatabase} from '#test/helpers/prepared-database.ts';

/** Gives a database as a test gets it, and the work that ends it. */
async function given(t: ExecutionContext) {
	const ends: (() => unknown)[] = [];
	const own = {teardown: (end: () => unknown) => void ends.push(end)} as unknown as ExecutionContext; // nothing else of a test is used
	const database = await withPreparedDatabase(own);
	const client = await new MongoClient(database.uri).connect();
	t.teardown(() => client.close());
	return {database, db: client.db(), end: () => Promise.all(ends.map(end => end()))};
}

test('a database comes with its indexes and without documents, also when another test has used it', async t => {
	const first = await given(t);
	t.true((await first.db.collection('movies').indexes()).length > 3);
	await first.db.collection('movies').insertOne({title: 'Paper Harbour'});
	await first.db.collection('ownRows').insertOne({n: 1});
	await first.end();

	const second = await given(t);
	t.is(await second.db.collection('movies').countDocuments(), 0);
	t.true((await second.db.collection('movies').indexes()).length > 3);
	t.deepEqual(await second.db.listCollections({name: 'ownRows'}).toArray(), []);
	await second.end();
});

test('what a test wrote in a transaction, or changed, is gone for the next', async t => {
	const first = await given(t);
	const {client} = first.db;
	await client.withSession(session =>
		session.withTransaction(async () => {
			await first.db.collection('movies').insertOne({title: 'Paper Harbour'}, {session});
			await first.db.collection('series').insertOne({title: 'Salt and Signal'}, {session});
		}),
	);
	await first.db.collection<{_id: string}>('settings').updateOne({_id: 'one'}, {$set: {value: 1}}, {upsert: true});
	await first.end();

	const all = await Promise.all([given(t), given(t), given(t)]);
	for (const {db} of all) {
		const names = (await db.listCollections({}, {nameOnly: true}).toArray()).map(({name}) => name);
		const counts = await Promise.all(names.map(name => db.collection(name).countDocuments()));
		t.deepEqual(counts.filter(Boolean), []);
	}
	await Promise.all(all.map(({end}) => end()));
});

test('two tests never have the same database at once', async t => {
	const all = await Promise.all([given(t), given(t), given(t)]);
	t.is(new Set(all.map(({database}) => database.name)).size, 3);
	await Promise.all(all.map(({end}) => end()));
});

const changes: [string, (db: Db) => Promise<unknown>][] = [
	['an index is dropped', db => db.collection('movies').dropIndexes()],
	['an index is added', db => db.collection('movies').createIndex({overview: 1})],
	['a collection is made anew', async db => (await db.dropCollection('movies')) && db.createCollection('movies')],
	[
		'the profiler ran',
		async db => (await db.command({profile: 2})) && (await db.collection('movies').findOne()) === null && db.command({profile: 0}),
	],
	['a validator is set', db => db.command({collMod: 'movies', validator: {title: {$exists: true}}})],
];
for (const [what, change] of changes) {
	test(`a database in which ${what} is not used again`, async t => {
		const {database, db, end} = await given(t);
		await change(db);
		await end();
		const waiting = db.client.db(process.env['TEST_PREPARED_DATABASES']).collection<{_id: string}>('prepared');
		t.is(await waiting.findOne({_id: database.name}), null);
	});
}
