import {randomUUID} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {type Job as BullJob, Queue} from 'bullmq';
import type {Redis} from 'ioredis';
import {Unavailable} from '../errors.ts';
import {currentTrace} from '../trace.ts';
import {type Answer, answersChannel, fromWireFailure} from './answer.ts';
import type {Envelope, Job} from './job.ts';
import {type Pool, pools} from './queues.ts';
import {waitForAnswer} from './wait-for-answer.ts';

export interface EnqueueOptions {
	/** Milliseconds from now. */
	delayMs?: number;
	/**
	 * Replaces the random id: enqueueing twice with the same id makes one job. Must not contain
	 * a colon or be an integer.
	 */
	jobId?: string;
	priority?: number;
}

export interface AskOptions {
	timeoutMs: number;
	signal?: AbortSignal;
}

export interface JobClient {
	/** Returns the job's id. If the job's deduplication key is taken, returns the id of the waiting job. */
	enqueue<Payload, Result>(job: Job<Payload, Result>, payload: NoInfer<Payload>, options?: EnqueueOptions): Promise<string>;
	/**
	 * Runs the job in a worker and returns its validated result. Throws the job's own failure, or Unavailable
	 * `no_answer_in_time` after the limit.
	 */
	ask<Payload, Result>(job: Job<Payload, Result>, payload: NoInfer<Payload>, options: AskOptions): Promise<Result>;
	/** Whether a job with the same deduplication key waits or runs. */
	isQueued<Payload, Result>(job: Job<Payload, Result>, payload: NoInfer<Payload>): Promise<boolean>;
	queue(pool: Pool): Queue;
	close(): Promise<void>;
}

export interface JobClientOptions {
	producer: Redis;
	subscriber: Redis;
	prefix: string;
}

/** How many workers may stop in a row while one asked job runs on them. */
const mostHandOns = 5;
const keep = {removeOnComplete: {age: 3600, count: 500}, removeOnFail: {age: 7 * 24 * 3600, count: 1000}};

/** `producer` fails fast while Redis is away. `subscriber` is a connection in subscriber mode and may be shared. */
export function createJobClient({producer, subscriber, prefix}: JobClientOptions): JobClient {
	const queues = new Map<Pool, Queue>(pools.map(pool => [pool, openQueue(pool, producer, prefix)]));
	const waiting = new Map<string, (answer: Answer) => void>();
	const channel = answersChannel(prefix);
	const listen = (from: string, text: string) => {
		if (from === channel) {
			const answer = JSON.parse(text) as Answer;
			waiting.get(answer.jobId)?.(answer);
		}
	};
	subscriber.on('message', listen);
	const subscribed = subscriber.subscribe(channel).catch(() => {});

	const queue = (pool: Pool) => queues.get(pool)!; // created for every pool above

	async function enqueue<Payload, Result>(job: Job<Payload, Result>, payload: NoInfer<Payload>, options: EnqueueOptions = {}) {
		const key = job.dedupeKey?.(payload);
		const replaced = await takeReplaced(queue(job.queue), job, payload);
		const added = await queue(job.queue).add(job.name, envelope({...replaced, ...payload}), {
			...keep,
			attempts: job.attempts ?? 3,
			backoff: {type: 'exponential', delay: 2000, jitter: 0.3},
			priority: options.priority ?? job.priority ?? 10,
			...(options.delayMs && {delay: options.delayMs}),
			...(options.jobId && {jobId: options.jobId}),
			...(key && {deduplication: {id: `${job.name}-${key}`, keepLastIfActive: job.runsAgain ?? false}}),
		});
		return added.id!; // BullMQ gives every added job an id
	}

	async function ask<Payload, Result>(job: Job<Payload, Result>, payload: Payload, {timeoutMs, signal}: AskOptions): Promise<Result> {
		await Promise.race([subscribed, redisLimit()]);
		const jobId = randomUUID();
		const answered = waitForAnswer(jobId, waiting, AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]));
		try {
			await queue(job.queue).add(job.name, envelope(payload), {
				jobId,
				attempts: job.handedOn ? mostHandOns : 1,
				priority: 1,
				removeOnComplete: true,
				removeOnFail: {age: 3600, count: 200},
			});
		} catch (error) {
			waiting.delete(jobId);
			answered.catch(() => {});
			throw error;
		}
		const answer = await answered.catch(async error => {
			if (job.answerOnly) {
				await queue(job.queue)
					.remove(jobId)
					.catch(() => {});
			}
			throw error;
		});
		if ('failure' in answer) {
			throw fromWireFailure(answer.failure);
		}
		return job.result ? ((await job.result.validateAsync(answer.result, {stripUnknown: true})) as Result) : (undefined as Result);
	}

	return {
		enqueue,
		async isQueued(job, payload) {
			return (await findByKey(queue(job.queue), job, job.dedupeKey?.(payload) ?? null)) !== null;
		},
		ask,
		queue,
		async close() {
			subscriber.off('message', listen);
			await Promise.all([...queues.values()].map(each => each.close()));
		},
	};
}

/** Milliseconds that a caller waits for the subscription, which is missing while Redis is away at start. */
const subscriptionMs = 1500;

async function redisLimit(): Promise<never> {
	await pause(subscriptionMs, undefined, {ref: false});
	throw new Unavailable('redis_unavailable', 'Redis does not answer. Check that it is running and that REDIS_URL is right.');
}

function openQueue(pool: Pool, producer: Redis, prefix: string): Queue {
	const queue = new Queue(pool, {connection: producer, prefix, skipWaitingForReady: true});
	// The connection reports its own errors. Without a listener they would end the process.
	queue.on('error', () => {});
	return queue;
}

async function findByKey<Payload, Result>(queue: Queue, job: Job<Payload, Result>, key: string | null): Promise<BullJob | null> {
	const id = key === null ? null : await queue.getDeduplicationJobId(`${job.name}-${key}`);
	return id === null ? null : ((await queue.getJob(id)) ?? null);
}

/** Removes the waiting job that this one replaces, and returns its payload. A running one goes on. */
async function takeReplaced<Payload, Result>(queue: Queue, job: Job<Payload, Result>, payload: Payload): Promise<Partial<Payload>> {
	const found = await findByKey(queue, job, job.replaces?.(payload) ?? null);
	const isTaken = found !== null && (await queue.remove(found.id ?? '')) > 0;
	return isTaken ? (found.data as Envelope<Payload>).payload : {};
}

function envelope<Payload>(payload: Payload) {
	const {requestId} = currentTrace();
	return {payload, ...(requestId && {requestId})};
}
