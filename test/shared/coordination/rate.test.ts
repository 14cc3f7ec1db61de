import test from 'ava';
import {createLocalRate, createRates} from '#shared/coordination/rate.ts';
import {Cancelled} from '#shared/errors.ts';
import {openProducer} from '#shared/redis.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

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
	t.true(late.isOver && late.freeInMs > 50_000 && late.freeInMs < 60_000);
	await t.throwsAsync(waitForHit({...limit, max: 1}, 'a', {signal: AbortSignal.timeout(20), maxWaitMs: 30_000}), {instanceOf: Cancelled});
});

test('without Redis a tolerant hit passes and a strict one fails', async t => {
	const {prefix} = await withRedisClients(t);
	const nowhere = openProducer('redis://127.0.0.1:1');
	nowhere.on('error', () => {});
	t.teardown(() => nowhere.disconnect());
	const {hit, tolerantHit} = createRates(nowhere, prefix);
	t.like(await tolerantHit(limit, 'a'), {isOver: false, hits: 1});
	await t.throwsAsync(hit(limit, 'a'));
});

test('the form for one process counts each key until its window ends', t => {
	const long = createLocalRate(60_000);
	t.deepEqual([long.hit('a'), long.hit('a'), long.hit('b')], [1, 2, 1]);
	const over = createLocalRate(0);
	t.deepEqual([over.hit('a'), over.hit('a')], [1, 1]);
});
