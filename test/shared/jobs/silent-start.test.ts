import test from 'ava';
import {createJobClient} from '#shared/jobs/client.ts';
import {trackDownloads} from '#shared/jobs/downloads.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {withRedis} from '#test/helpers/redis.ts';
import {tcpProxy} from '#test/helpers/tcp-proxy.ts';
import {until} from '#test/helpers/until.ts';

/** The handshake after the silence takes longer than half a second on a busy machine. */
const commandLimitMs = 1500;

test('a process that starts while Redis is silent can queue jobs as soon as Redis answers', async t => {
	const {url, prefix} = await withRedis(t);
	const {protocol, hostname, port, pathname} = new URL(url);
	const target = protocol === 'unix:' ? {path: decodeURIComponent(pathname)} : {host: hostname, port: Number(port)};
	const proxy = await tcpProxy(t, target);
	const behind = `redis://127.0.0.1:${proxy.port}${protocol === 'unix:' ? '' : pathname}`;
	const producer = openProducer(behind, {commandLimitMs});
	const subscriber = openConsumer(behind);
	for (const redis of [producer, subscriber]) {
		redis.on('error', () => undefined);
	}
	t.teardown(() => {
		producer.disconnect();
		subscriber.disconnect();
	});
	// On a busy machine the first answers may take longer than the limit that is tried here.
	await until(() => producer.ping().catch(() => null));
	proxy.freeze();
	const jobs = createJobClient({producer, subscriber, prefix});
	t.teardown(() => jobs.close());
	await t.throwsAsync(jobs.enqueue(trackDownloads, {}));
	await proxy.mend();
	const id = await until(() => jobs.enqueue(trackDownloads, {}).catch(() => null));
	t.is(typeof id, 'string');
});
