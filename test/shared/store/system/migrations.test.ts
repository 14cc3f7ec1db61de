import test, {type ExecutionContext} from 'ava';
import type {Connection} from 'mongoose';
import {createMigrations, type Migration} from '#shared/store/system/migrations.ts';
import {withStores} from '#test/helpers/stores.ts';

interface Indexer {
	_id: string;
	url: string;
	runs: number;
}

const indexersOf = (connection: Connection) => connection.collection<Indexer>('indexers');

/** Notes each of its runs in the record that it changes. */
function noting(version: number, {failsOnce = false} = {}): Migration {
	let hasFailed = !failsOnce;
	return {
		version,
		async run(connection) {
			await indexersOf(connection).updateMany({}, {$inc: {runs: 1}, $set: {url: `form ${version}`}});
			if (!hasFailed) {
				hasFailed = true;
				throw new Error('the disk is full');
			}
		},
	};
}

async function withIndexer(t: ExecutionContext) {
	const {stores, connection} = await withStores(t);
	await indexersOf(connection).insertOne({_id: 'one', url: 'form 4', runs: 0});
	const indexer = () => indexersOf(connection).findOne({_id: 'one'});
	return {leases: stores.leases, connection, indexer};
}

test('each migration runs once, in order, and later ones only when they come', async t => {
	const {leases, connection, indexer} = await withIndexer(t);
	const [six, seven, eight] = [noting(6), noting(7), noting(8)];
	await createMigrations(connection, leases, [six, seven]).run();
	t.like(await indexer(), {url: 'form 7', runs: 2});
	await createMigrations(connection, leases, [six, seven]).run();
	t.like(await indexer(), {url: 'form 7', runs: 2});
	await createMigrations(connection, leases, [six, seven, eight]).run();
	t.like(await indexer(), {url: 'form 8', runs: 3});
});

test('a migration that failed runs again, and those before it do not', async t => {
	const {leases, connection, indexer} = await withIndexer(t);
	const migrations = createMigrations(connection, leases, [noting(6), noting(7, {failsOnce: true})]);
	await t.throwsAsync(migrations.run(), {message: 'the disk is full'});
	t.is(await connection.collection('leases').countDocuments(), 0);
	await migrations.run();
	t.like(await indexer(), {url: 'form 7', runs: 3});
});

test('processes that start at once wait for the one that migrates, and one takes over from a dead one', async t => {
	const {leases, connection, indexer} = await withIndexer(t);
	const until = new Date(Date.now() + 1500);
	await connection.collection('leases').insertOne({_id: 'migrations', token: 'dead', until} as never);
	const all = [noting(6)];
	await Promise.all([createMigrations(connection, leases, all).run(), createMigrations(connection, leases, all).run()]);
	t.true(new Date() >= until);
	t.like(await indexer(), {url: 'form 6', runs: 1});
	t.is(await connection.collection('leases').countDocuments({_id: 'migrations' as never}), 0);
});

test('a program without migrations asks the database nothing', async t => {
	const {leases, connection} = await withIndexer(t);
	await connection.close();
	await t.notThrowsAsync(createMigrations(connection, leases, []).run());
});
