import test from 'ava';
import {sendAll} from '#shared/redis.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

test('commands that are sent together return their replies, or fail with the first of them that fails', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const key = `${prefix}:text`;
	t.deepEqual(await sendAll(redis.pipeline().set(key, 'a').get(key)), ['OK', 'a']);
	const refused = {message: /wrong kind of value/};
	await t.throwsAsync(sendAll(redis.pipeline().set(key, 'b').hset(key, 'field', 'c')), refused);
	await t.throwsAsync(sendAll(redis.multi().set(key, 'b').hset(key, 'field', 'c')), refused);
});
