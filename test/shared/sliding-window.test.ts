import test from 'ava';
import {createSlidingWindow} from '#shared/sliding-window.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

test('a window slides: the oldest hit makes room, and refused hits are not counted', async t => {
	const {producer, prefix} = await withRedisClients(t);
	const window = createSlidingWindow({redis: producer, prefix, limit: 2, windowMs: 60_000});
	t.deepEqual(
		[(await window.hit('a')).hits, (await window.hit('a')).hits, (await window.hit('a')).hits, (await window.hit('a')).hits],
		[1, 2, 3, 3],
	);
	const {freeInMs} = await window.hit('a');
	t.true(freeInMs > 50_000 && freeInMs <= 60_000);
	t.is((await window.hit('b')).hits, 1);
	const [oldest = ''] = await producer.zrange(`${prefix}:a`, '0', '0');
	await producer.zadd(`${prefix}:a`, '1', oldest);
	t.is((await window.hit('a')).hits, 2);
});
