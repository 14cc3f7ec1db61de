import type {ExecutionContext} from 'ava';
import {createEventBus} from '#shared/events/stream.ts';
import {createJobClient} from '#shared/jobs/client.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {withRedis} from './redis.ts';

/** The Redis side of a process: connections, jobs and events under the test's own prefix. */
export async function withRedisClients(t: ExecutionContext) {
	const {url, prefix} = await withRedis(t);
	const producer = openProducer(url);
	const subscriber = openConsumer(url);
	const jobs = createJobClient({producer, subscriber, prefix});
	const events = createEventBus({producer, subscriber, prefix});
	t.teardown(async () => {
		await jobs.close();
		producer.disconnect();
		subscriber.disconnect();
	});
	return {url, prefix, producer, subscriber, jobs, events};
}
