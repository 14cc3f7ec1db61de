import test from 'ava';
import {MongoClient} from 'mongodb';
import {openProducer} from '#shared/redis.ts';
import {withDatabase} from '#test/helpers/database.ts';
import {withRedis} from '#test/helpers/redis.ts';

test('every test gets a database that takes transactions', async t => {
	const {uri, name} = await withDatabase(t);
	const client = new MongoClient(uri);
	t.teardown(() => client.close());
	const movies = client.db().collection('movies');

	await client.withSession(session =>
		session.withTransaction(async () => {
			await movies.insertOne({title: 'The Quiet Lighthouse'}, {session});
			await movies.insertOne({title: 'Paper Harbour'}, {session});
		}),
	);

	t.is(client.db().databaseName, name);
	t.is(await movies.countDocuments(), 2);
});

test('two databases of one test know nothing of each other', async t => {
	const [first, second] = [await withDatabase(t), await withDatabase(t)];
	t.not(first.name, second.name);
	t.not(first.uri, second.uri);
});

test('nobody without our password gets into the database', async t => {
	const address = new URL((await withDatabase(t)).uri);
	address.username = '';
	address.password = '';
	const client = new MongoClient(address.href);
	t.teardown(() => client.close());

	await t.throwsAsync(client.db().collection('movies').insertOne({title: 'Paper Harbour'}), {message: /authentication/});
});

test('every test gets keys of its own in a Redis that evicts nothing', async t => {
	const {url, prefix} = await withRedis(t);
	const redis = openProducer(url);
	t.teardown(() => redis.disconnect());

	await redis.set(`${prefix}:greeting`, 'hello');

	t.is(await redis.get(`${prefix}:greeting`), 'hello');
	t.deepEqual(await redis.config('GET', 'maxmemory-policy'), ['maxmemory-policy', 'noeviction']);
});
