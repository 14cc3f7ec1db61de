import {once} from 'node:events';
import test from 'ava';
import {Cancelled} from '#shared/errors.ts';
import {findFile} from '#shared/jobs/disks.ts';
import {type GrabRelease, grabRelease} from '#shared/jobs/grab.ts';
import type {Pool} from '#shared/jobs/queues.ts';
import {syncFeeds} from '#shared/jobs/search.ts';
import {listTorrents} from '#shared/jobs/torrent.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {startTestPool} from '#test/helpers/test-pool.ts';
import {until} from '#test/helpers/until.ts';
import {stopReason} from '#workers/runtime/handler.ts';

const request: GrabRelease = {guid: 'one', indexerId: 'i', movieId: null, seriesId: null, episodeIds: null};
const answer = {downloadId: 'd', queueId: 'q', title: 'The.Quiet.Harbour.2019'};
const noAnswer = {code: 'no_answer_in_time'};

type Clients = Awaited<ReturnType<typeof withRedisClients>>;

/** Keys of all asked jobs and of their queue, except what BullMQ keeps of the queue itself. */
async function leftOf({producer, prefix}: Clients, pool: Pool): Promise<string[]> {
	const keys = [...(await producer.keys(`${prefix}:${pool}:*`)), ...(await producer.keys(`${prefix}:asked:*`))];
	return keys.filter(key => !/:(?:meta|events|marker|pc|id|stalled-check)$/.test(key));
}

/** Milliseconds. Nothing here is to wait for its end: AVA would give up. */
const endless = 86_400_000;

/** A handler that runs until its signal aborts, or until `end` is called. */
function longHandler() {
	const started = Promise.withResolvers<void>();
	const aborted = Promise.withResolvers<void>();
	const ended = Promise.withResolvers<void>();
	const handle = async (_payload: unknown, _deps: unknown, {signal}: {signal: AbortSignal}) => {
		const stopped = new Promise<never>((_resolve, reject) => {
			signal.addEventListener('abort', () => {
				aborted.resolve();
				reject(new Cancelled());
			});
		});
		started.resolve();
		await Promise.race([ended.promise, stopped]);
	};
	return {handle, started: started.promise, aborted: aborted.promise, end: () => ended.resolve()};
}

test('a caller that is cancelled already fails at once, and nothing is queued', async t => {
	const clients = await withRedisClients(t);
	await t.throwsAsync(clients.jobs.ask(listTorrents, {}, {timeoutMs: endless, signal: AbortSignal.abort()}), noAnswer);
	t.deepEqual(await leftOf(clients, 'torrent'), []);
});

test('the time limit of the caller itself is a missing answer, not a cancelled caller', async t => {
	const {jobs} = await withRedisClients(t);
	await t.throwsAsync(jobs.ask(listTorrents, {}, {timeoutMs: endless, signal: AbortSignal.timeout(20)}), noAnswer);
});

test('jobs without an answer leave nothing behind, whether they have effects or not', async t => {
	const clients = await withRedisClients(t);
	const {jobs} = clients;
	for (let n = 0; n < 10; n += 1) {
		await t.throwsAsync(jobs.ask(listTorrents, {}, {timeoutMs: 20}), noAnswer);
		await t.throwsAsync(jobs.ask(grabRelease, request, {timeoutMs: 20}), noAnswer);
	}
	t.deepEqual([...(await leftOf(clients, 'torrent')), ...(await leftOf(clients, 'grab'))], []);
});

test('a caller that is cancelled while its job waits takes the job out', async t => {
	const clients = await withRedisClients(t);
	const controller = new AbortController();
	const asked = clients.jobs.ask(grabRelease, request, {timeoutMs: endless, signal: controller.signal});
	const queued = async (): Promise<void> =>
		(await clients.jobs.queue('grab').getJobCountByTypes('prioritized')) === 1 ? undefined : queued();
	await queued();
	controller.abort();
	await t.throwsAsync(asked, {instanceOf: Cancelled});
	t.deepEqual(await leftOf(clients, 'grab'), []);
});

test('a client that closes ends what it still asks, takes the jobs out, and asks nothing more', async t => {
	const clients = await withRedisClients(t);
	const {jobs} = clients;
	const asked = [jobs.ask(listTorrents, {}, {timeoutMs: endless}), jobs.ask(grabRelease, request, {timeoutMs: endless})];
	await until(async () => (await leftOf(clients, 'grab')).length > 0 && (await leftOf(clients, 'torrent')).length > 0);
	const refused = asked.map(each => t.throwsAsync(each, noAnswer));
	await jobs.close();
	await Promise.all(refused);
	t.deepEqual([...(await leftOf(clients, 'torrent')), ...(await leftOf(clients, 'grab'))], []);
	await t.throwsAsync(jobs.ask(listTorrents, {}, {timeoutMs: endless}), noAnswer);
});

test('answered and failed jobs leave nothing behind either', async t => {
	const clients = await withRedisClients(t);
	let fails = false;
	await startTestPool(t, clients, {
		pool: 'grab',
		handlers: {
			grabRelease: async () => (fails ? Promise.reject(new Error('A bug')) : answer),
		},
	});
	t.deepEqual(await clients.jobs.ask(grabRelease, request, {timeoutMs: endless}), answer);
	fails = true;
	await t.throwsAsync(clients.jobs.ask(grabRelease, request, {timeoutMs: endless}), {code: 'internal_error'});
	const gone = async (): Promise<void> => ((await leftOf(clients, 'grab')).length === 0 ? undefined : gone());
	await gone();
	t.deepEqual(await leftOf(clients, 'grab'), []);
});

test('a worker drops a job whose caller died or gave up, by the clock of Redis', async t => {
	const clients = await withRedisClients(t);
	const {jobs, producer, prefix} = clients;
	const asked = jobs.ask(grabRelease, request, {timeoutMs: endless});
	asked.catch(() => {});
	const keys = async (): Promise<string[]> => {
		const found = await producer.keys(`${prefix}:asked:*`);
		return found.length > 0 ? found : keys();
	};
	const [key = ''] = await keys();
	t.true((await producer.pttl(key)) <= endless);
	await producer.del(key);
	let runs = 0;
	const worker = await startTestPool(t, clients, {
		pool: 'grab',
		handlers: {
			grabRelease: async () => {
				runs += 1;
				return answer;
			},
		},
	});
	await once(worker, 'completed');
	t.is(runs, 0);
});

test('a question that runs when its caller gives up is cancelled; a job with effects runs to its end', async t => {
	const clients = await withRedisClients(t);
	const feeds = longHandler();
	const grab = longHandler();
	await startTestPool(t, clients, {
		pool: 'search',
		handlers: {syncFeeds: async (...all) => feeds.handle(...all).then(() => ({found: 0, approved: 0, grabbed: 0}))},
	});
	const grabs = await startTestPool(t, clients, {
		pool: 'grab',
		handlers: {grabRelease: async (...all) => grab.handle(...all).then(() => answer)},
	});
	const controller = new AbortController();
	const options = {timeoutMs: endless, signal: controller.signal};
	const failures = [clients.jobs.ask(syncFeeds, {}, options), clients.jobs.ask(grabRelease, request, options)].map(asked =>
		t.throwsAsync(asked, {instanceOf: Cancelled}),
	);
	await Promise.all([feeds.started, grab.started]);
	controller.abort();
	await feeds.aborted;
	await Promise.all(failures);
	const completed = once(grabs, 'completed');
	grab.end();
	await completed;
	t.pass();
});

test('a question is put to another worker when its own stops, and its caller still gets the answer', async t => {
	const clients = await withRedisClients(t);
	const first = longHandler();
	const stopping = await startTestPool(t, clients, {
		pool: 'disks',
		handlers: {findFile: async (...all) => first.handle(...all).then(() => ({found: false}))},
	});
	const asked = clients.jobs.ask(findFile, {path: '/films/a.mkv'}, {timeoutMs: endless});
	await first.started;
	stopping.cancelAllJobs(stopReason);
	await stopping.close();
	await startTestPool(t, clients, {pool: 'disks', handlers: {findFile: async () => ({found: true})}});
	t.deepEqual(await asked, {found: true});
});
