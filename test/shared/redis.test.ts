import {once} from 'node:events';
import {setImmediate as turn} from 'node:timers/promises';
import test from 'ava';
import {openConsumer} from '#shared/redis.ts';
import {redisTarget} from '#test/helpers/proxied.ts';
import {patientRedis, withRedis} from '#test/helpers/redis.ts';
import {tcpProxy} from '#test/helpers/tcp-proxy.ts';

test('a stop right after an outage is no fault, though the channels were being subscribed to again', async t => {
	const {url, prefix} = await withRedis(t);
	const proxy = await tcpProxy(t, redisTarget(url));
	const redis = openConsumer(`redis://127.0.0.1:${proxy.port}`, patientRedis);
	redis.on('error', () => {});
	await redis.subscribe(`${prefix}:news`);
	const faults: unknown[] = [];
	const note = (fault: unknown) => faults.push(fault);
	process.prependListener('unhandledRejection', note);
	t.teardown(() => process.off('unhandledRejection', note));
	const ready = once(redis, 'ready');
	await proxy.cut();
	await proxy.mend();
	await ready;
	redis.disconnect();
	await once(redis, 'end');
	await turn();
	t.deepEqual(faults, []);
});
