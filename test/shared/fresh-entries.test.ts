import test from 'ava';
import {readFresh, removeFresh, writeFresh} from '#shared/fresh-entries.ts';
import {readHeartbeats, startHeartbeat} from '#shared/heartbeat.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

test('entries are read while they are fresh, and old ones are removed by the next writer', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const entries = {redis, key: `${prefix}:alive`, seconds: 15};
	await writeFresh(entries, {one: 'first text', two: 'second text'});
	t.deepEqual((await readFresh(entries)).sort(), ['first text', 'second text']);
	t.true((await redis.ttl(entries.key)) > 0);
	const [seconds] = await redis.time();
	await redis.hset(entries.key, 'old', `${Number(seconds) - 15} old text`);
	t.is((await readFresh(entries)).length, 2);
	await writeFresh(entries, {three: 'third text'});
	t.deepEqual((await redis.hkeys(entries.key)).sort(), ['one', 'three', 'two']);
	await removeFresh(entries, ['one', 'two', 'three']);
	t.is(await redis.exists(entries.key), 0);
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
