import test from 'ava';
import {openDatabase} from '#shared/store/database.ts';
import {withStores} from '#test/helpers/stores.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';
import {patienceMs} from '#test/helpers/until.ts';

const now = new Date('2026-03-10T12:00:00Z');
const entry = {
	event: 'grabbed',
	title: 'Lamp.2020.1080p.WEB-DL-NOBODY',
	movieId: 'm1',
	seriesId: null,
	episodeIds: [] as string[],
	quality: null,
	qualityScore: null,
	indexer: null,
	downloadClient: null,
	downloadId: null,
	data: {},
	timestamp: now,
} as const;

test('the history is counted once until an entry comes or goes, and its length is exact in every process', async t => {
	const {stores, connection, uri} = await withStores(t);
	const elsewhere = openDatabase({uri, secrets: testSecrets, connectLimitMs: patienceMs});
	t.teardown(() => elsewhere.close());
	await elsewhere.connected;
	const lists = [
		{page: 1, limit: 2},
		{page: 2, limit: 2},
		{page: 1, limit: 2, event: 'grabbed'},
		{page: 1, limit: 2, movieId: 'm1'},
	] as const;
	const totals = async () => {
		const pages = await Promise.all([stores, elsewhere.stores].map(({history}) => Promise.all(lists.map(list => history.page(list)))));
		const [here, there] = pages.map(each => each.map(({total}) => total));
		t.deepEqual(here, there);
		return here;
	};

	t.deepEqual(await totals(), [0, 0, 0, 0]);
	await stores.history.add(entry);
	await elsewhere.stores.history.add({...entry, event: 'imported', movieId: 'm2'});
	t.deepEqual(await totals(), [2, 2, 1, 1]);
	t.true(await stores.history.add(entry, 'once'));
	t.deepEqual(await totals(), [3, 3, 2, 2]);
	t.false(await elsewhere.stores.history.add(entry, 'once'));
	t.deepEqual(await totals(), [3, 3, 2, 2]);

	const database = connection.db!; // withStores has connected
	await database.command({profile: 2});
	for (let round = 0; round < 3; round += 1) {
		t.deepEqual(await totals(), [3, 3, 2, 2]);
	}
	await database.command({profile: 0});
	const counted = await database
		.collection('system.profile')
		.find({ns: /\.history$/, 'command.aggregate': 'history'})
		.toArray();
	t.deepEqual(
		counted.map(({command}) => command),
		[],
	);

	const [first] = (await stores.history.page({page: 1, limit: 1, event: 'imported'})).entries;
	t.true(await elsewhere.stores.history.remove(first?.id ?? ''));
	t.deepEqual(await totals(), [2, 2, 2, 2]);
	const old = await stores.history.olderThan(new Date(Number(now) + 1), {after: null, limit: 10});
	t.is(await stores.history.removeMany(old.map(({id}) => id)), 2);
	t.deepEqual(await totals(), [0, 0, 0, 0]);
});
