import type {ExecutionContext} from 'ava';
import type {Redis} from 'ioredis';
import {createEventBus} from '#shared/events/stream.ts';
import {createJobClient} from '#shared/jobs/client.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {patientRedis, withRedis} from './redis.ts';

/** The Redis side of a process: connections, jobs and events under the test's own prefix. */
export async function withRedisClients(t: ExecutionContext) {
	const {url, prefix} = await withRedis(t);
	const producer = openProducer(url, patientRedis);
	const subscriber = openConsumer(url, patientRedis);
	const jobs = createJobClient({producer, subscriber, prefix});
	const events = createEventBus({producer, subscriber, prefix});
	t.teardown(async () => {
		await jobs.close();
		producer.disconnect();
		subscriber.disconnect();
	});
	return {url, prefix, producer, subscriber, jobs, events};
}

/** As when Redis comes back without its data. */
export async function emptyRedis(redis: Redis, prefix: string): Promise<void> {
	for await (const keys of redis.scanStream({match: `${prefix}*`, count: 1000}) as AsyncIterable<string[]>) {
		await (keys.length > 0 ? redis.unlink(...keys) : null);
	}
}
