import test from 'ava';
import type {Collection, Document} from 'mongodb';
import {createRowCache} from '#shared/store/downloads/followed-downloads.ts';
import {withStores} from '#test/helpers/stores.ts';

test('only new and changed rows are decoded again, and removed ones are gone', async t => {
	const {connection} = await withStores(t);
	const collection = connection.collection('numbers') as unknown as Collection; // Mongoose's collection is the driver's
	await collection.insertMany([1, 2, 3].map(n => ({n, at: new Date(n), hidden: n})));
	let decoded = 0;
	const read = createRowCache<Document>(collection, stored => {
		decoded += 1;
		return stored;
	});
	const query = {filter: {n: {$gt: 0}}, projection: {_id: 1, n: 1, at: 1}} as const;
	const first = await read('all', query);
	t.like(first[1], {n: 2, at: new Date(2), hidden: undefined});
	t.is(decoded, 3);

	await collection.updateOne({n: 1}, {$set: {at: new Date(9)}});
	await collection.deleteOne({n: 3});
	await collection.insertOne({n: 4});
	const second = await read('all', query);
	t.deepEqual(
		second.map(({n, at}) => [n, at]),
		[
			[1, new Date(9)],
			[2, new Date(2)],
			[4, undefined],
		],
	);
	t.is(second[1], first[1]);
	t.is(decoded, 5);
});
