import {Queue, Worker} from 'bullmq';
import {pino} from 'pino';
import {createReporter} from '#scripts/processes/reporter.ts';
import {openTestServices} from '#scripts/test/services.ts';
import {createEventBus} from '#shared/events/stream.ts';
import {createJobClient} from '#shared/jobs/client.ts';
import {trackDownloads} from '#shared/jobs/downloads.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import type {Handlers} from '#workers/runtime/handler.ts';
import {startPool} from '#workers/runtime/pool.ts';
import {median, verdict} from './service/bench-service.ts';

const {values} = readCommandLine({
	usage: 'npm run bench:jobs [-- --jobs N --pairs N --concurrency N]',
	about: 'Compares our pools with bare BullMQ.',
	options: {jobs: {type: 'string', default: '3000'}, pairs: {type: 'string', default: '7'}, concurrency: {type: 'string', default: '8'}},
});
const [count, pairs, concurrency] = [Number(values.jobs), Number(values.pairs), Number(values.concurrency)];
/** Jobs a second compared with bare BullMQ. */
const minShare = 0.8;

/** The options of our jobs: what a queue keeps and how it sorts is BullMQ's own time, not our pool's. */
const asOurs = {attempts: 1, priority: 10, removeOnComplete: {age: 3600, count: 500}, removeOnFail: {age: 7 * 24 * 3600, count: 1000}};

interface Done {
	/** Counts a finished job. */
	one(): void;
	all: Promise<void>;
}

function countDown(): Done {
	const {promise, resolve} = Promise.withResolvers<void>();
	let left = count;
	return {
		one() {
			left -= 1;
			if (left === 0) {
				resolve();
			}
		},
		all: promise,
	};
}

const services = await openTestServices(process.env, createReporter(process.stderr));
const redisUrl = services.env['TEST_REDIS_URL'] ?? '';
const producer = openProducer(redisUrl);
const subscriber = openConsumer(redisUrl);

/** Jobs a second, from the start of the worker until the last job is done. */
async function timed(start: (done: Done) => Worker): Promise<number> {
	const done = countDown();
	const begun = performance.now();
	const worker = start(done);
	await done.all;
	const seconds = (performance.now() - begun) / 1000;
	await worker.close();
	return count / seconds;
}

async function bare(prefix: string): Promise<number> {
	const queue = new Queue('bare', {connection: producer, prefix});
	await queue.addBulk(Array.from({length: count}, () => ({name: 'nothing', data: {payload: {}}, opts: asOurs})));
	const connection = openConsumer(redisUrl);
	try {
		return await timed(done => new Worker('bare', async () => done.one(), {connection, prefix, concurrency}));
	} finally {
		connection.disconnect();
	}
}

async function ours(prefix: string): Promise<number> {
	const jobs = createJobClient({producer, subscriber, prefix});
	for (let n = 0; n < count; n += 100) {
		await Promise.all(Array.from({length: Math.min(100, count - n)}, () => jobs.enqueue(trackDownloads, {})));
	}
	const connection = openConsumer(redisUrl);
	const events = createEventBus({producer, subscriber, prefix});
	const deps = {jobs, events, producer, prefix, log: pino({level: 'warn'}), now: () => new Date()} as unknown as WorkerDeps; // all that a pool itself uses
	try {
		return await timed(done => {
			const handlers = {trackDownloads: async () => done.one()} as unknown as Handlers; // only this job is run
			return startPool('downloads', {handlers, deps, connection, concurrency});
		});
	} finally {
		connection.disconnect();
	}
}

try {
	const rows: {bare: number; ours: number}[] = [];
	for (let pair = -1; pair < pairs; pair += 1) {
		const row =
			pair % 2 === 0
				? {bare: await bare(`b${pair}`), ours: await ours(`o${pair}`)}
				: {ours: await ours(`o${pair}`), bare: await bare(`b${pair}`)};
		// The first pair warms up.
		if (pair >= 0) {
			rows.push(row);
		}
	}
	const share = median(rows.map(row => row.ours / row.bare));
	console.log(`${count} jobs that do nothing, ${concurrency} at a time, ${pairs} pairs (medians)`);
	console.log(
		`our pool: ${Math.round(median(rows.map(row => row.ours)))} jobs/s, bare BullMQ: ${Math.round(median(rows.map(row => row.bare)))} jobs/s`,
	);
	console.log(`share, in pairs: ${share.toFixed(2)} (at least ${minShare}: ${verdict(share >= minShare)})`);
} finally {
	producer.disconnect();
	subscriber.disconnect();
	await services.close();
}
