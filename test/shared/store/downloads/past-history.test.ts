import test from 'ava';
import {withStores} from '#test/helpers/stores.ts';

const entry = {
	event: 'grabbed' as const,
	title: 'Paper.Harbor.2010.1080p-NOBODY',
	movieId: 'a',
	seriesId: null,
	episodeIds: [],
	quality: 'Bluray-1080p' as const,
	qualityScore: 70,
	indexer: 'Blue',
	downloadClient: null,
	downloadId: 'ABC',
	data: {url: 'http://blue.example/?apikey=secret-of-blue', moveId: 'some'},
	timestamp: new Date('2020-01-01'),
};

test('entries of the past are stored like others, once for each key, and nobody is notified of them', async t => {
	const {stores, connection} = await withStores(t);
	const {history, numbers} = stores;
	await history.addMany([{entry, onceKey: 'one'}]);
	await history.addPast([
		{entry: {...entry, title: 'again'}, onceKey: 'one'},
		{entry, onceKey: 'two'},
		{entry, onceKey: 'three'},
	]);
	await history.addPast([]);
	const rows = await connection.collection('history').find({}).sort({number: 1}).toArray();
	t.deepEqual(rows.map(({onceKey}) => onceKey).toSorted(), ['one', 'three', 'two']);
	const [one, two] = ['one', 'two'].map(key => rows.find(({onceKey}) => onceKey === key));
	t.deepEqual({...two, _id: one?._id, number: one?.['number'], onceKey: 'one', unnotified: true}, {...one});
	t.false('unnotified' in (two ?? {}));
	t.false(JSON.stringify(rows).includes('secret-of-blue'));
	const {entries} = await history.page({page: 1, limit: 10});
	const ids = entries.map(({id}) => id);
	t.is(new Set((await numbers.of('history', ids)).values()).size, 3);
});
