import test, {type ExecutionContext} from 'ava';
import {createLocalRate, createRates, createStoredRates} from '#shared/coordination/rate.ts';
import {Cancelled} from '#shared/errors.ts';
import {openProducer} from '#shared/redis.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {withStores} from '#test/helpers/stores.ts';

const limit = {name: 'lists', max: 2, windowMs: 60_000};
const {signal} = new AbortController();

test('a window slides: the oldest hit makes room, and refused hits are not counted', async t => {
	const {producer, prefix} = await withRedisClients(t);
	const {hit} = createRates(producer, prefix);
	const hits = [await hit(limit, 'a'), await hit(limit, 'a'), await hit(limit, 'a'), await hit(limit, 'a')];
	t.deepEqual(
		hits.map(each => [each.hits, each.isOver]),
		[
			[1, false],
			[2, false],
			[3, true],
			[3, true],
		],
	);
	const {freeInMs} = await hit(limit, 'a');
	t.true(freeInMs > 50_000 && freeInMs <= 60_000);
	t.is((await hit(limit, 'b')).hits, 1);
	t.is((await hit({...limit, name: 'other'}, 'a')).hits, 1);
	const key = `${prefix}:rate:lists:a`;
	const [oldest = ''] = await producer.zrange(key, '0', '0');
	await producer.zadd(key, '1', oldest);
	t.is((await hit(limit, 'a')).hits, 2);
});

test('a hit that is given back makes room, and reading takes nothing', async t => {
	const {producer, prefix} = await withRedisClients(t);
	const {hit, read} = createRates(producer, prefix);
	await hit(limit, 'a');
	const second = await hit(limit, 'a');
	const {hits, leaving} = await read(limit, 'a');
	t.is(hits, 2);
	t.deepEqual([leaving.length, leaving.at(-1)], [24, 2]);
	await second.giveBack();
	t.is((await read(limit, 'a')).hits, 1);
	t.false((await hit(limit, 'a')).isOver);
	t.true((await hit(limit, 'a')).isOver);
});

test('hits from a clock that was far ahead do not count', async t => {
	const {producer, prefix} = await withRedisClients(t);
	const {hit} = createRates(producer, prefix);
	await producer.zadd(`${prefix}:rate:lists:a`, Date.now() + 3_600_000, 'x', Date.now() + 3_600_000, 'y');
	t.like(await hit(limit, 'a'), {hits: 1, isOver: false});
});

test('who waits gets in when the window has room, or learns how long it would have taken', async t => {
	const {producer, prefix} = await withRedisClients(t);
	const {waitForHit} = createRates(producer, prefix);
	const quick = {name: 'quick', max: 1, windowMs: 100};
	for (const _ of [1, 2, 3]) {
		t.false((await waitForHit(quick, 'a', {signal, maxWaitMs: 60_000})).isOver);
	}
	await waitForHit({...limit, max: 1}, 'a', {signal, maxWaitMs: 0});
	const late = await waitForHit({...limit, max: 1}, 'a', {signal, maxWaitMs: 20});
	t.true(late.isOver && late.freeInMs > 20 && late.freeInMs < 60_000);
	await t.throwsAsync(waitForHit({...limit, max: 1}, 'a', {signal: AbortSignal.timeout(20), maxWaitMs: 30_000}), {instanceOf: Cancelled});
});

test('without Redis a tolerant hit passes and a strict one fails', async t => {
	const {prefix} = await withRedisClients(t);
	const nowhere = openProducer('redis://127.0.0.1:1');
	nowhere.on('error', () => {});
	t.teardown(() => nowhere.disconnect());
	const {hit, tolerantHit} = createRates(nowhere, prefix, {tolerantMs: 250});
	t.like(await tolerantHit(limit, 'a'), {isOver: false, hits: 1});
	await t.throwsAsync(hit(limit, 'a'));
});

test('the form for one process counts each key until its window ends', t => {
	const long = createLocalRate(60_000);
	t.deepEqual([long.hit('a'), long.hit('a'), long.hit('b')], [1, 2, 1]);
	const over = createLocalRate(0);
	t.deepEqual([over.hit('a'), over.hit('a')], [1, 1]);
});

const hourMs = 3_600_000;

/** A window in MongoDB whose time the test decides. */
async function withStoredRates(t: ExecutionContext) {
	const {connection} = await withStores(t);
	const time = {now: new Date('2026-01-01T12:00:00Z')};
	const rates = createStoredRates(connection, {clock: () => time.now});
	const pass = (ms: number) => {
		time.now = new Date(Number(time.now) + ms);
	};
	return {connection, pass, ...rates};
}

test('a stored window slides, counts each key alone, and says when there is room', async t => {
	const {hit, pass} = await withStoredRates(t);
	const budget = {name: 'queries', max: 3, windowMs: hourMs};
	t.like(await hit(budget, 'a'), {hits: 1, isOver: false});
	pass(59 * 60_000);
	t.like(await hit(budget, 'a'), {hits: 2, isOver: false});
	t.like(await hit(budget, 'a'), {hits: 3, isOver: false});
	const refused = await hit(budget, 'a');
	t.like(refused, {hits: 4, isOver: true});
	t.true(refused.freeInMs > 60_000 && refused.freeInMs <= 65_000);
	t.like(await hit(budget, 'b'), {hits: 1, isOver: false});
	t.like(await hit({...budget, name: 'grabs'}, 'a'), {hits: 1, isOver: false});
	t.like(await hit({...budget, max: 0}, 'c'), {isOver: true, freeInMs: hourMs});
	pass(refused.freeInMs);
	t.like(await hit(budget, 'a'), {hits: 3, isOver: false});
	t.like(await hit(budget, 'a'), {isOver: true});
});

test('hits at the same time are counted one by one, and those given back make room', async t => {
	const {hit, read} = await withStoredRates(t);
	const budget = {name: 'queries', max: 10, windowMs: hourMs};
	const hits = await Promise.all(Array.from({length: 25}, () => hit(budget, 'a')));
	const counted = hits.filter(({isOver}) => !isOver);
	t.is(counted.length, 10);
	await Promise.all(counted.slice(0, 4).map(({giveBack}) => giveBack()));
	t.is((await read([{limit: budget, key: 'a'}])).get('a')?.hits, 6);
	t.false((await hit(budget, 'a')).isOver);
});

test('a stored window says when its hits leave, and hits of the future do not count', async t => {
	const {connection, hit, read, pass} = await withStoredRates(t);
	const budget = {name: 'queries', max: 10, windowMs: 24 * hourMs};
	await hit(budget, 'a');
	pass(12 * hourMs);
	await hit(budget, 'a');
	const check = async () =>
		await read([
			{limit: budget, key: 'a'},
			{limit: budget, key: 'none'},
		]);
	const {hits, leaving = []} = (await check()).get('a') ?? {};
	t.is(hits, 2);
	t.deepEqual([leaving.length, leaving[12], leaving[23]], [24, 1, 1]);
	t.is((await check()).get('none')?.hits, 0);
	await connection.collection('rates').updateOne({}, {$push: {hits: {at: new Date('2999-01-01'), count: 9}}} as never);
	t.is((await check()).get('a')?.hits, 2);
	t.like(await hit(budget, 'a'), {hits: 3, isOver: false});
	pass(25 * hourMs);
	t.is((await check()).get('a')?.hits, 0);
});

test('a new primary whose clock is a minute behind forgets no hit', async t => {
	const {hit, read, pass} = await withStoredRates(t);
	const budget = {name: 'queries', max: 2, windowMs: hourMs};
	await hit(budget, 'a');
	await hit(budget, 'a');
	pass(-60_000);
	t.is((await read([{limit: budget, key: 'a'}])).get('a')?.hits, 2);
	t.true((await hit(budget, 'a')).isOver);
});

test('a stored window stays small, however many hits it has', async t => {
	const {connection, hit, pass} = await withStoredRates(t);
	const budget = {name: 'queries', max: 1_000_000, windowMs: hourMs};
	for (let count = 0; count < 300; count += 1) {
		await hit(budget, 'a');
		pass(count % 3 === 0 ? 4000 : 1);
	}
	const stored = await connection.collection('rates').findOne({});
	t.true(stored?.['hits'].length <= 101);
	t.is((await hit(budget, 'a')).hits, 301);
});

test('a pause lasts for as long as the other side asked, a day at most', async t => {
	const {pause, pausedMs, pass} = await withStoredRates(t);
	t.is(await pausedMs('grabs', 'a'), 0);
	await pause('grabs', 'a', hourMs);
	await pause('grabs', 'a', 60_000);
	t.is(await pausedMs('grabs', 'a'), hourMs, 'a shorter one does not end it');
	t.is(await pausedMs('grabs', 'b'), 0);
	pass(hourMs);
	t.is(await pausedMs('grabs', 'a'), 0);
	await pause('grabs', 'a', 900 * hourMs);
	t.is(await pausedMs('grabs', 'a'), 24 * hourMs);
	pass(-hourMs);
	t.is(await pausedMs('grabs', 'a'), 0, 'it was set under a clock that was ahead');
});
