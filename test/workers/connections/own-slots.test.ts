import test from 'ava';
import {testConnection} from '#shared/jobs/connections.ts';
import {trackDownloads} from '#shared/jobs/downloads.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {startTestPool} from '#test/helpers/test-pool.ts';

test('tests of connections that hang keep nobody from following downloads', async t => {
	const clients = await withRedisClients(t);
	const followed = Promise.withResolvers<void>();
	let begun = 0;
	const handlers = {
		testConnection: async () => {
			begun += 1;
			return new Promise<never>(() => {});
		},
		trackDownloads: async () => followed.resolve(),
	};
	await startTestPool(t, clients, {pool: 'downloads', handlers});
	await startTestPool(t, clients, {pool: 'connections', handlers});
	const controller = new AbortController();
	const tests = Array.from({length: 6}, () =>
		clients.jobs.ask(testConnection, {family: 'indexer', sealed: 's', recordId: null}, {timeoutMs: 60_000, signal: controller.signal}),
	);
	const settled = Promise.allSettled(tests);
	await clients.jobs.enqueue(trackDownloads, {});
	await followed.promise;
	t.true(begun <= 2);
	controller.abort();
	t.true((await settled).every(({status}) => status === 'rejected'));
	t.is(await clients.jobs.queue('connections').getJobCountByTypes('prioritized', 'waiting'), 0);
});
