import {randomUUID} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {Queue} from 'bullmq';
import type {Redis} from 'ioredis';
import {Unavailable} from '../errors.ts';
import {currentTrace} from '../trace.ts';
import {type Answer, answersChannel, fromWireFailure} from './answer.ts';
import type {Job} from './job.ts';
import {type Pool, pools} from './queues.ts';
import {waitForAnswer} from './wait-for-answer.ts';

export interface EnqueueOptions {
	/** Milliseconds from now. */
	delayMs?: number;
	/** In place of a random one: running twice under one id is one job. No colon, no integer. */
	jobId?: string;
	priority?: number;
}

export interface AskOptions {
	timeoutMs: number;
	signal?: AbortSignal;
}

export interface JobClient {
	/** Answers the job's id; that of the waiting one when the job's deduplication key is taken. */
	enqueue<Payload, Result>(job: Job<Payload, Result>, payload: NoInfer<Payload>, options?: EnqueueOptions): Promise<string>;
	/**
	 * Runs the job in a worker and answers its checked result; its failure is thrown here as it was there; Unavailable
	 * `no_answer_in_time` after the limit.
	 */
	ask<Payload, Result>(job: Job<Payload, Result>, payload: NoInfer<Payload>, options: AskOptions): Promise<Result>;
	queue(pool: Pool): Queue;
	close(): Promise<void>;
}

export interface JobClientOptions {
	producer: Redis;
	subscriber: Redis;
	prefix: string;
}

/** Workers that may stop one after the other below one asked job. */
const mostHandOns = 5;
const keep = {removeOnComplete: {age: 3600, count: 500}, removeOnFail: {age: 7 * 24 * 3600, count: 1000}};

/** `producer` fails fast while Redis is away; `subscriber` is a connection in subscriber mode, which may be shared. */
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

	const queue = (pool: Pool) => queues.get(pool)!; // made for every pool above

	async function enqueue<Payload, Result>(job: Job<Payload, Result>, payload: NoInfer<Payload>, options: EnqueueOptions = {}) {
		const key = job.dedupeKey?.(payload);
		const added = await queue(job.queue).add(job.name, envelope(payload), {
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
		ask,
		queue,
		async close() {
			subscriber.off('message', listen);
			await Promise.all([...queues.values()].map(each => each.close()));
		},
	};
}

/** Milliseconds that an asker waits for the subscription to stand: it does not while Redis is away at the start. */
const subscriptionMs = 1500;

async function redisLimit(): Promise<never> {
	await pause(subscriptionMs, undefined, {ref: false});
	throw new Unavailable('redis_unavailable', 'Redis does not answer. Check that it is running and that REDIS_URL is right.');
}

function openQueue(pool: Pool, producer: Redis, prefix: string): Queue {
	const queue = new Queue(pool, {connection: producer, prefix, skipWaitingForReady: true});
	// The connection tells of its own faults; without a listener they would end the process.
	queue.on('error', () => {});
	return queue;
}

function envelope<Payload>(payload: Payload) {
	const {requestId} = currentTrace();
	return {payload, ...(requestId && {requestId})};
}
