import test from 'ava';
import {seedLibrary} from '#scripts/seed/seed-library.ts';
import {createChance} from '#scripts/seed/words.ts';
import {listeningReporter} from '#test/helpers/reporter.ts';
import {withStores} from '#test/helpers/stores.ts';

const now = new Date('2026-03-01T00:00:00Z');
const firstOf = {page: 1, limit: 100, sort: {field: 'title', direction: 'asc'}} as const;

test('a seeded library holds as many titles as asked for, and a second time changes nothing', async t => {
	const database = await withStores(t);
	const {connection, stores} = database;
	const seed = () => seedLibrary(database, {movies: 60, series: 12, now, reporter: listeningReporter()});
	await seed();
	const read = () => Promise.all(['movies', 'series', 'episodes'].map(name => connection.collection(name).find().sort({_id: 1}).toArray()));
	const before = await read();
	t.deepEqual(
		before.map(rows => rows.length),
		[60, 12, 600],
	);
	t.is((await stores.movies.page(firstOf, {title: 1})).total, 60);
	t.is(
		(await stores.series.page({...firstOf, downloaded: true}, {title: 1}, now)).total,
		before[1]?.filter(row => row['downloaded']).length ?? 0,
	);
	t.true(before[1]?.some(row => row['downloaded']));
	await seed();
	t.deepEqual(await read(), before);
	t.is(await stores.moments.pullBack(now, {failedRetryMs: 0}), 0, 'the provider is not asked for made-up titles');
	t.deepEqual(await stores.movies.dueForRefresh(now, 10), []);
});

test('no id is made twice, however many there are', t => {
	const ids = Array.from({length: 20_000}, (_, n) => createChance(1, n)).flatMap(({uuid}) => [uuid(), uuid()]);
	t.is(new Set(ids).size, 40_000);
	t.true(ids.every(id => /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)));
});
