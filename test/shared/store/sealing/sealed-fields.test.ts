import test from 'ava';
import {withStores} from '#test/helpers/stores.ts';

test('a sealed address that is moved to another record does not open there', async t => {
	const {stores, connection} = await withStores(t);
	const fields = {kind: 'rss', url: 'https://site/key', apiKey: null, categories: [], enabled: true} as never;
	const one = await stores.indexers.add({...(fields as object), name: 'One'} as never, new Date());
	const two = await stores.indexers.add({...(fields as object), name: 'Two', url: 'https://other'} as never, new Date());
	const indexers = connection.collection<{_id: string; url: string}>('indexers');
	const url = (await indexers.findOne({_id: one.id}))?.url ?? '';
	await indexers.updateOne({_id: two.id}, {$set: {url}});
	await t.throwsAsync(stores.indexers.get(two.id), {message: /cannot be read/});
});
