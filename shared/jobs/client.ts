import {type Job as BullJob, Queue} from 'bullmq';
import type {Redis} from 'ioredis';
import {createCache} from '../coordination/cache.ts';
import {createEventBus} from '../events/stream.ts';
import {currentTrace} from '../log/log.ts';
import {type AskOptions, createAsker} from './ask.ts';
import {type Envelope, type Job, payloadVersion} from './job.ts';
import {type Pool, pools, stuckMs} from './queues.ts';

interface EnqueueOptions {
	/** Milliseconds from now. */
	delayMs?: number;
	/**
	 * Replaces the random id: enqueueing twice with the same id makes one job. Must not contain
	 * a colon or be an integer.
	 */
	jobId?: string;
	priority?: number;
}

export interface JobClient {
	/** Returns the job's id. If the job's deduplication key is taken, returns the id of the waiting job. */
	enqueue<Payload, Result>(job: Job<Payload, Result>, payload: NoInfer<Payload>, options?: EnqueueOptions): Promise<string>;
	/** `enqueue` for many, in one call unless they take the places of other jobs. Returns their ids in order. */
	enqueueMany<Payload, Result>(
		job: Job<Payload, Result>,
		wanted: readonly ({payload: NoInfer<Payload>} & Omit<EnqueueOptions, 'delayMs'>)[],
	): Promise<string[]>;
	/**
	 * Runs the job in a worker and returns its validated result. Throws the job's own failure, Unavailable
	 * `no_answer_in_time` after the limit, or Cancelled when the signal aborts. A job that has not begun by then is
	 * dropped. One that has begun continues, unless it is `interruptible`.
	 */
	ask<Payload, Result>(job: Job<Payload, Result>, payload: NoInfer<Payload>, options: AskOptions): Promise<Result>;
	/** Whether a job with the same deduplication key waits or runs. */
	isQueued<Payload, Result>(job: Job<Payload, Result>, payload: NoInfer<Payload>): Promise<boolean>;
	/**
	 * Removes the job with the same deduplication key if it only waits and `isWeaker` says so of its payload and
	 * priority. Returns its payload; null if nothing was removed.
	 */
	takeWaiting<Payload, Result>(
		job: Job<Payload, Result>,
		payload: NoInfer<Payload>,
		isWeaker: (waiting: NoInfer<Payload>, priority: number) => boolean,
	): Promise<Payload | null>;
	/** Names and payloads of the jobs of a pool that wait, the first `max` of them. */
	waiting(pool: Pool, max: number): Promise<{name: string; payload: unknown}[]>;
	queue(pool: Pool): Queue;
	/** Notes that the jobs of a pool move. The note expires by itself, so no clocks are compared. */
	noteMoved(pool: Pool): void;
	/** Those of the pools in which no job has begun or ended lately, whether any waits or not; see `stuckMs`. */
	idlePools(among: readonly Pool[]): Promise<Pool[]>;
	close(): Promise<void>;
}

interface JobClientOptions {
	producer: Redis;
	subscriber: Redis;
	prefix: string;
	/** Milliseconds that an ask has at least; many in tests, because a busy machine is slow. */
	leastAskMs?: number;
}

const keep = {removeOnComplete: {age: 3600, count: 500}, removeOnFail: {age: 7 * 24 * 3600, count: 1000}};
/** The caller gets the result or the failure, so nothing is kept. */
const once = {attempts: 1, priority: 1, removeOnComplete: true, removeOnFail: true};

/** Milliseconds between two notes of one process that the jobs of a pool move. */
const noteEveryMs = 10_000;

/** `producer` fails fast while Redis is away. `subscriber` is a connection in subscriber mode and may be shared. */
export function createJobClient({leastAskMs = 0, ...redis}: JobClientOptions): JobClient {
	const {producer, prefix} = redis;
	const queues = new Map<Pool, Queue>(pools.map(pool => [pool, openQueue(pool, producer, prefix)]));
	const queue = (pool: Pool) => queues.get(pool)!; // created for every pool above
	const noted = createCache<Promise<unknown>>({max: pools.length, ttlMs: noteEveryMs});
	const movedKey = (pool: Pool) => `${prefix}:moved:${pool}`;

	async function enqueue<Payload, Result>(job: Job<Payload, Result>, payload: NoInfer<Payload>, options: EnqueueOptions = {}) {
		const replaced = await takeReplaced(queue(job.queue), job, payload);
		const data = envelope({...replaced, ...payload});
		const added = await queue(job.queue).add(job.name, data, optionsOf(job, payload, options));
		return added.id!; // BullMQ gives every added job an id
	}

	const enqueueMany: JobClient['enqueueMany'] = async (job, wanted) => {
		if (wanted.some(({payload}) => job.replaces?.(payload))) {
			const ids: string[] = [];
			for (const {payload, ...options} of wanted) {
				ids.push(await enqueue(job, payload, options));
			}
			return ids;
		}
		const all = wanted.map(({payload, ...options}) => ({name: job.name, data: envelope(payload), opts: optionsOf(job, payload, options)}));
		return (await queue(job.queue).addBulk(all)).map(({id}) => id!); // as above
	};

	const asker = createAsker({
		...redis,
		events: createEventBus(redis),
		line: {
			add: ({name, queue: pool}, payload, jobId) => queue(pool).add(name, {...envelope(payload), asked: true}, {...once, jobId}),
			remove: (pool, jobId) => queue(pool).remove(jobId),
		},
	});

	return {
		enqueue,
		enqueueMany,
		async isQueued(job, payload) {
			return (await findByKey(queue(job.queue), job, dedupeKeyOf(job, payload))) !== null;
		},
		takeWaiting: (job, payload, isWeaker) => takeByKey(queue(job.queue), {job, key: dedupeKeyOf(job, payload), isWeaker}),
		async waiting(pool, max) {
			const jobs: (BullJob | undefined)[] = await queue(pool).getJobs(['waiting', 'prioritized', 'delayed'], 0, max - 1);
			// A job that ended meanwhile is gone.
			return jobs.flatMap(found => (found ? [{name: found.name, payload: (found.data as Envelope).payload}] : []));
		},
		ask: (job, payload, options) => asker.ask(job, payload, {...options, timeoutMs: Math.max(leastAskMs, options.timeoutMs)}),
		queue,
		noteMoved(pool) {
			noted.get(pool, () => producer.set(movedKey(pool), '1', 'PX', stuckMs[pool])).catch(() => {});
		},
		async idlePools(among) {
			const notes = among.length > 0 ? await producer.mget(among.map(movedKey)) : [];
			return among.filter((_pool, index) => notes[index] === null);
		},
		async close() {
			asker.close();
			await Promise.all([...queues.values()].map(each => each.close()));
		},
	};
}

function openQueue(pool: Pool, producer: Redis, prefix: string): Queue {
	// The version check would ask Redis once, and if that failed, every later call of this queue would fail too.
	const queue = new Queue(pool, {connection: producer, prefix, skipWaitingForReady: true, skipVersionCheck: true});
	// The connection reports its own errors. Without a listener they would end the process.
	queue.on('error', () => {});
	return queue;
}

function optionsOf<Payload, Result>(job: Job<Payload, Result>, payload: Payload, {priority, delayMs, jobId}: EnqueueOptions) {
	const key = dedupeKeyOf(job, payload);
	return {
		...keep,
		attempts: job.attempts ?? 3,
		backoff: {type: 'exponential', delay: 2000, jitter: 0.3},
		priority: priority ?? job.priority ?? 10,
		...(delayMs && {delay: delayMs}),
		...(jobId && {jobId}),
		...(key && {deduplication: {id: `${job.name}-${key}`, keepLastIfActive: job.runsAgain ?? false}}),
	};
}

/** Null for a job of which any number may wait. */
export function dedupeKeyOf<Payload, Result>({dedupeKey}: Job<Payload, Result>, payload: Payload): string | null {
	if (dedupeKey === undefined || typeof dedupeKey === 'function') {
		return dedupeKey?.(payload) ?? null;
	}
	// A record, such as the owner of subtitles, counts by its fields, whatever their order.
	const values = dedupeKey
		.map(field => payload[field])
		.flatMap(value => (value instanceof Object ? Object.entries(value).toSorted().flat() : value));
	return values.length === 0 ? 'all' : values.join('-');
}

async function findByKey<Payload, Result>(queue: Queue, job: Job<Payload, Result>, key: string | null): Promise<BullJob | null> {
	const id = key === null ? null : await queue.getDeduplicationJobId(`${job.name}-${key}`);
	return id === null ? null : ((await queue.getJob(id)) ?? null);
}

/** Removes the waiting job that this one replaces, and returns its payload. A running one continues. */
async function takeReplaced<Payload, Result>(queue: Queue, job: Job<Payload, Result>, payload: Payload): Promise<Partial<Payload>> {
	return (await takeByKey(queue, {job, key: job.replaces?.(payload) ?? null, isWeaker: () => true})) ?? {};
}

interface Taken<Payload, Result> {
	job: Job<Payload, Result>;
	key: string | null;
	isWeaker: (waiting: Payload, priority: number) => boolean;
}

async function takeByKey<Payload, Result>(queue: Queue, {job, key, isWeaker}: Taken<Payload, Result>): Promise<Payload | null> {
	const found = await findByKey(queue, job, key);
	if (found === null) {
		return null;
	}
	const {payload} = found.data as Envelope<Payload>;
	const isTaken = isWeaker(payload, found.opts.priority ?? 0) && (await queue.remove(found.id ?? '')) > 0;
	return isTaken ? payload : null;
}

function envelope<Payload>(payload: Payload) {
	const {requestId, traceparent} = currentTrace();
	return {payload, version: payloadVersion, ...(requestId && {requestId}), ...(traceparent && {traceparent})};
}
