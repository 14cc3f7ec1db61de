import test from 'ava';
import {cached, createCache, createHandOver, createHandOverList, idOf, shareReads} from '#shared/coordination/cache.ts';
import {readHeartbeats, startHeartbeat} from '#shared/heartbeat.ts';
import {createSecrets} from '#shared/secrets.ts';
import {readAllKeys} from '#test/helpers/read-all-keys.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';

/** A clock, and a load that counts. */
function world(ttlMs: number) {
	const time = {now: 1};
	const cache = createCache<Promise<number>>({max: 2, ttlMs, now: () => time.now});
	let loads = 0;
	const load = async () => {
		loads += 1;
		return loads;
	};
	return {time, cache, load};
}

test('callers at the same time share a load, and those soon after load nothing', async t => {
	const {time, cache, load} = world(5000);
	t.deepEqual(await Promise.all([cache.get('a', load), cache.get('a', load)]), [1, 1]);
	time.now += 4000;
	t.is(await cache.get('a', load), 1);
	time.now += 1001;
	t.is(await cache.get('a', load), 2);
	t.is(await cache.get('b', load), 3);
});

test('a value counts until its time is over, to the millisecond', t => {
	const {time, cache} = world(2000);
	cache.set('a', Promise.resolve(1));
	time.now += 1999;
	t.truthy(cache.peek('a'));
	time.now += 1;
	t.is(cache.peek('a'), undefined);
});

test('a value counts from the end of its load, which is shared however long it takes', async t => {
	const {time, cache} = world(5000);
	const {promise, resolve} = Promise.withResolvers<number>();
	const first = cache.get('a', () => promise);
	time.now += 60_000;
	const second = cache.get('a', async () => 2);
	resolve(1);
	t.deepEqual(await Promise.all([first, second]), [1, 1]);
	time.now += 4000;
	t.is(await cache.get('a', async () => 3), 1);
});

test('with no time to live only loads under way are shared', async t => {
	const {cache, load} = world(0);
	t.deepEqual(await Promise.all([cache.get('a', load), cache.get('a', load)]), [1, 1]);
	t.is(await cache.get('a', load), 2);
});

test('a failure is not cached, and neither is anything without a key', async t => {
	const {cache, load} = world(5000);
	await t.throwsAsync(
		cache.get('a', () => Promise.reject(new Error('not now'))),
		{message: 'not now'},
	);
	t.is(await cache.get('a', load), 1);
	t.deepEqual([await cache.get(null, load), await cache.get(null, load)], [2, 3]);
});

test('the least recently used entry goes first', async t => {
	const {cache, load} = world(5000);
	await cache.get('a', load);
	await cache.get('b', load);
	await cache.get('a', load);
	await cache.get('c', load);
	t.deepEqual([await cache.peek('a'), cache.peek('b'), await cache.peek('c')], [1, undefined, 3]);
});

test('what was being loaded when the cache was cleared is not cached', async t => {
	const {cache, load} = world(5000);
	const {promise, resolve} = Promise.withResolvers<number>();
	const loading = cache.get('a', () => promise);
	cache.clear();
	resolve(9);
	t.is(await loading, 9);
	t.is(await cache.get('a', load), 1);
});

test('a function loads its value once, plain ones too', t => {
	const time = {now: 1};
	let loads = 0;
	const load = () => {
		loads += 1;
		return loads;
	};
	const forever = cached(load);
	const briefly = cached(load, {ttlMs: 10, now: () => time.now});
	t.deepEqual([forever(), forever(), briefly(), briefly()], [1, 1, 2, 2]);
	time.now += 11;
	t.deepEqual([forever(), briefly()], [1, 3]);
});

test('who asks during a read gets what was read after the question', async t => {
	const ends: PromiseWithResolvers<void>[] = [];
	let reads = 0;
	const read = shareReads(async () => {
		reads += 1;
		const mine = reads;
		const end = Promise.withResolvers<void>();
		ends.push(end);
		await end.promise;
		return mine;
	});
	const [first, second, third] = [read(), read(), read()];
	ends[0]?.resolve();
	t.is(await first, 1);
	await Promise.resolve();
	ends[1]?.resolve();
	t.deepEqual(await Promise.all([second, third]), [2, 2]);
	t.is(reads, 2);
});

test('what is handed over is read by anybody with the key, and by nobody who looks into Redis', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const options = {redis, prefix, name: 'things', ttlMs: 60_000};
	const things = createHandOver<{secret: string}>({...options, secrets: testSecrets});
	await things.putAll([
		['one', {secret: 'first words'}],
		['two', {secret: 'second words'}],
	]);
	t.deepEqual(await things.getAll(['two', 'three', 'one']), [{secret: 'second words'}, null, {secret: 'first words'}]);
	const all = await readAllKeys(redis, prefix);
	t.false(/words|one|two/.test(all));
	t.is(await createHandOver({...options, secrets: createSecrets('b2'.repeat(32))}).get('one'), null);
	t.deepEqual(await things.take('one'), {secret: 'first words'});
	t.is(await things.take('one'), null);
	await things.put('no time', {secret: 'third words'}, 0);
	t.is(await things.get('no time'), null);
});

test('a value is dropped only while it is the one that was meant', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const things = createHandOver<number>({redis, prefix, name: 'things', ttlMs: 60_000});
	await things.put('a', 1);
	t.false(await things.drop('a', value => value === 2));
	t.is(await things.get('a'), 1);
	t.true(await things.drop('a', value => value === 1));
	t.false(await things.drop('a', () => true));
});

test('without Redis an optional value is just not there, and any other fails', async t => {
	const {producer, prefix} = await withRedisClients(t);
	const redis = producer.duplicate({maxRetriesPerRequest: 0, enableOfflineQueue: false, lazyConnect: true});
	t.teardown(() => redis.disconnect());
	const options = {redis, prefix, name: 'things', ttlMs: 60_000};
	const optional = createHandOver<number>({...options, isOptional: true});
	await optional.put('a', 1);
	await optional.putAll([['a', 1]]);
	t.deepEqual([await optional.get('a'), await optional.take('a'), await optional.getAll(['a'])], [null, null, [null]]);
	await t.throwsAsync(createHandOver<number>(options).get('a'));
	await t.throwsAsync(createHandOver<number>(options).putAll([['a', 1]]));
});

test('listed values go by themselves, by the clock of Redis, and the next writer forgets them', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const list = createHandOverList<string>({redis, prefix, name: 'alive', ttlMs: 15_000, max: 100});
	await list.put({one: 'first text', two: 'second text'});
	t.deepEqual((await list.list()).toSorted(), ['first text', 'second text']);
	t.true((await redis.pttl(`${prefix}:alive`)) > 0);
	await redis.zadd(`${prefix}:alive`, String(Date.now() - 1), idOf('one'));
	t.deepEqual([await list.list(), await list.count()], [['second text'], 1]);
	await list.put({three: 'third text'});
	t.is(await redis.zcard(`${prefix}:alive`), 2);
	await list.clear();
	t.deepEqual(await redis.keys(`${prefix}:alive:*`), [`${prefix}:alive:${idOf('one')}`], 'its own time ends it');
});

test('beyond the limit those that expire first are dropped, but none for what is only added', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const list = createHandOverList<number>({redis, prefix, name: 'few', ttlMs: 60_000, max: 2});
	t.deepEqual(
		[await list.add('a', 1), await list.add('a', 2), await list.add('b', 2), await list.add('c', 3)],
		['added', 'exists', 'added', 'full'],
	);
	await list.put({c: 3}, 90_000);
	await list.put({d: 4}, 80_000);
	t.deepEqual(await list.list(), [3, 4]);
	t.deepEqual([await list.get('a'), await list.change('a', 9), await list.change('d', 9), await list.get('d')], [null, false, true, 9]);
	t.is((await redis.keys(`${prefix}:few:*`)).length, 2);
});

test('nobody looks through all of Redis to find heartbeats', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const heartbeat = startHeartbeat({redis, prefix, services: ['api', 'scheduler']});
	await redis.ping();
	const sent: string[] = [];
	const send = redis.sendCommand.bind(redis);
	redis.sendCommand = (command, ...rest) => {
		sent.push(command.name);
		return send(command, ...rest);
	};
	t.deepEqual((await readHeartbeats(redis, prefix)).map(({service}) => service).sort(), ['api', 'scheduler']);
	t.deepEqual(sent, ['eval']);
	await heartbeat.stop();
	t.deepEqual(await readHeartbeats(redis, prefix), []);
});
