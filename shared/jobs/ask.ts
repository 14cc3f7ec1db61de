import {randomUUID} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import type {Redis} from 'ioredis';
import {Unavailable} from '../errors.ts';
import {controlStream} from '../events/control.ts';
import type {EventBus} from '../events/stream.ts';
import {type Answer, answersChannel, fromWireFailure} from './answer.ts';
import {callerKey} from './caller-key.ts';
import type {Job} from './job.ts';
import type {Pool} from './queues.ts';
import {noAnswer, waitForAnswer} from './wait-for-answer.ts';

export interface AskOptions {
	timeoutMs: number;
	/** Aborts when the caller no longer wants the answer. */
	signal?: AbortSignal;
}

/** The queues, as an ask needs them. */
interface Line {
	add(job: {name: string; queue: Pool}, payload: unknown, jobId: string): Promise<unknown>;
	/** Takes out a job that has not begun; the others stay. */
	remove(pool: Pool, jobId: string): Promise<unknown>;
}

interface AskerOptions {
	producer: Redis;
	subscriber: Redis;
	prefix: string;
	events: Pick<EventBus, 'publish'>;
	line: Line;
}

/** Asks jobs and waits for their answers, which come over one channel for all of them. */
export function createAsker({producer, subscriber, prefix, events, line}: AskerOptions) {
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

	/** A job that waits is taken out. One that runs is cancelled if it may be interrupted. */
	async function withdraw({queue, interruptible}: Pick<Job<unknown>, 'queue' | 'interruptible'>, jobId: string): Promise<void> {
		await Promise.allSettled([
			// First the key, so that a worker that takes the job at this moment drops it.
			producer.del(callerKey(prefix, jobId)),
			line.remove(queue, jobId),
			interruptible && events.publish(controlStream, 'cancelJob', {jobId, reason: 'Nobody waits for the answer any more'}),
		]);
	}

	async function ask<Payload, Result>(job: Job<Payload, Result>, payload: Payload, {timeoutMs, signal}: AskOptions): Promise<Result> {
		if (signal?.aborted) {
			throw new Unavailable(noAnswer, 'The caller stopped waiting before anything was asked.');
		}
		await Promise.race([subscribed, redisLimit()]);
		const jobId = randomUUID();
		const {answered, end} = waitForAnswer(jobId, {waiting, timeoutMs, signal});
		try {
			// Both are sent at once and in this order, so the key costs no time of its own.
			await Promise.all([
				producer.set(callerKey(prefix, jobId), '1', 'PX', Math.max(1, Math.ceil(timeoutMs))),
				line.add(job, payload, jobId),
			]);
		} catch (error) {
			end();
			answered.catch(() => {});
			// Redis does not answer, so nobody waits for this either.
			void withdraw(job, jobId);
			throw error;
		}
		const answer = await answered.catch(async error => {
			await withdraw(job, jobId);
			throw error;
		});
		if ('failure' in answer) {
			throw fromWireFailure(answer.failure);
		}
		return job.result ? ((await job.result.validateAsync(answer.result, {stripUnknown: true})) as Result) : (undefined as Result);
	}

	return {ask, close: () => void subscriber.off('message', listen)};
}

/** Milliseconds that a caller waits for the subscription, which is missing while Redis is away at start. */
const subscriptionMs = 1500;

async function redisLimit(): Promise<never> {
	await pause(subscriptionMs, undefined, {ref: false});
	throw new Unavailable('redis_unavailable', 'Redis does not answer. Check that it is running and that REDIS_URL is right.');
}
