import test from 'ava';
import {openDatabase} from '#shared/store/database.ts';
import {byName} from '#shared/store/mongo/records.ts';
import {withDatabase} from '#test/helpers/database.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';
import {patienceMs} from '#test/helpers/until.ts';

test('an index that an earlier version declared otherwise is replaced', async t => {
	const {uri} = await withDatabase(t);
	const database = openDatabase({uri, secrets: testSecrets, connectLimitMs: patienceMs});
	t.teardown(() => database.close());
	await database.connected;
	const movies = database.connection.collection('movies');
	await movies.createIndexes([
		{key: {year: 1, _id: 1, 'file.size': 1}, name: 'list_year'},
		{key: {somebody: 1}, name: 'of_somebody_else'},
	]);
	await database.buildIndexes();
	const keys = new Map((await movies.indexes()).map(({name, key}) => [name, Object.keys(key)]));
	t.deepEqual(keys.get('list_year'), ['year', '_id', 'monitored', 'genreLine']);
	t.true(keys.has('of_somebody_else'), 'what is not ours stays');
	t.true(keys.has('list_title'));
	await t.notThrowsAsync(database.buildIndexes(), 'a second time nothing is to be done');
});

test('an index that was unique in an earlier version no longer is', async t => {
	const {uri} = await withDatabase(t);
	const database = openDatabase({uri, secrets: testSecrets, connectLimitMs: patienceMs});
	t.teardown(() => database.close());
	await database.connected;
	const movies = database.connection.collection('movies');
	await movies.createIndex({metaId: 1}, {unique: true});
	await database.buildIndexes();
	const indexes = new Map((await movies.indexes()).map(index => [index.name, index.unique ?? false]));
	t.is(indexes.get('metaId_1'), false);
	t.is(indexes.get('metaId_1_libraryId_1'), true);
	t.is(indexes.get('metaId_1_alone_1'), true);
});

test('names that were unique become unique among the records for the same titles', async t => {
	const {uri} = await withDatabase(t);
	const database = openDatabase({uri, secrets: testSecrets, connectLimitMs: patienceMs});
	t.teardown(() => database.close());
	await database.connected;
	const names = ['customFormats', 'qualityProfiles', 'indexers', 'releaseProfiles'];
	for (const name of names) {
		const collection = database.connection.collection<{_id: string; name: string; scope?: string | null}>(name);
		await collection.createIndex({name: 1}, {unique: true, collation: byName});
		await collection.insertOne({_id: 'old', name: 'X265'});
	}
	await database.buildIndexes();
	for (const name of names) {
		const collection = database.connection.collection<{_id: string; name: string; scope?: string | null}>(name);
		await collection.insertMany([
			{_id: 'movies', name: 'x265', scope: 'movies'},
			{_id: 'tv', name: 'x265', scope: 'tv'},
		]);
		await t.throwsAsync(collection.insertOne({_id: 'again', name: 'x265', scope: 'tv'}), {message: /E11000/}, name);
		// Records from before have no scope, newer ones say that they are for both.
		await t.throwsAsync(collection.insertOne({_id: 'both', name: 'x265', scope: null}), {message: /E11000/}, name);
	}
});
