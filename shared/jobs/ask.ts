import {randomUUID} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import type {Redis} from 'ioredis';
import {Cancelled, fromWireFailure, Unavailable, type WireFailure} from '../errors.ts';
import {controlStream} from '../events/control.ts';
import type {EventBus} from '../events/stream.ts';
import type {Job} from './job.ts';
import type {Pool} from './queues.ts';

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
	const waiting: Waiters = new Map();
	let isClosed = false;
	const channel = answersChannel(prefix);
	const listen = (from: string, text: string) => {
		if (from === channel) {
			const answer = JSON.parse(text) as Answer;
			waiting.get(answer.jobId)?.settle(answer);
		}
	};
	subscriber.on('message', listen);
	let isSubscribed = false;
	const subscribed = subscriber
		.subscribe(channel)
		.catch(() => {})
		.then(() => {
			isSubscribed = true;
		});

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
		const mayAsk = () => {
			if (isClosed || signal?.aborted) {
				throw new Unavailable(noAnswer, 'The caller stopped waiting before anything was asked.');
			}
		};
		mayAsk();
		await (isSubscribed || Promise.race([subscribed, redisLimit()]));
		mayAsk();
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

	/** Asks that wait end without an answer, and their jobs are withdrawn. */
	function close(): void {
		isClosed = true;
		subscriber.off('message', listen);
		for (const {cancel} of [...waiting.values()]) {
			cancel();
		}
	}

	return {ask, close};
}

/** Milliseconds that a caller waits for the subscription, which is missing while Redis is away at start. */
const subscriptionMs = 1500;

async function redisLimit(): Promise<never> {
	await pause(subscriptionMs, undefined, {ref: false});
	throw new Unavailable('redis_unavailable', 'Redis does not answer. Check that it is running and that REDIS_URL is right.');
}

/** The code of an ask without an answer. What the job was to do may have happened or may still happen. */
export const noAnswer = 'no_answer_in_time';

/** Did an ask end without an answer? */
export const isNoAnswer = (error: unknown): error is Unavailable => error instanceof Unavailable && error.code === noAnswer;

/** Asks without an answer yet, by the ids of their jobs. `cancel` ends one because this process stops. */
type Waiters = Map<string, {settle(answer: Answer): void; cancel(): void}>;

interface Waiting {
	waiting: Waiters;
	timeoutMs: number;
	/** Aborts when the caller no longer wants the answer. */
	signal: AbortSignal | undefined;
}

/**
 * `answered` is the answer to a job. It rejects with Unavailable `no_answer_in_time` after the limit, and with
 * Cancelled when the caller's signal aborts. `end` gives up waiting without a word.
 */
function waitForAnswer(jobId: string, {waiting, timeoutMs, signal}: Waiting): {answered: Promise<Answer>; end(): void} {
	const {promise: answered, resolve, reject} = Promise.withResolvers<Answer>();
	// The caller may still be sending the job when the wait ends.
	answered.catch(() => {});
	const end = () => {
		waiting.delete(jobId);
		clearTimeout(timer);
		signal?.removeEventListener('abort', giveUp);
	};
	const giveUp = () => {
		end();
		reject(failureOf(signal));
	};
	const timer = setTimeout(giveUp, timeoutMs);
	waiting.set(jobId, {
		settle(answer) {
			end();
			resolve(answer);
		},
		cancel() {
			end();
			reject(new Unavailable(noAnswer, 'This process stops, so it waits for no answer any more.'));
		},
	});
	signal?.addEventListener('abort', giveUp, {once: true});
	if (signal?.aborted) {
		giveUp();
	}
	return {answered, end};
}

/** Why there is no answer: a time limit, the caller's own included, or a caller that was cancelled itself. */
function failureOf(signal: AbortSignal | undefined): Cancelled | Unavailable {
	const isTimeLimit = !signal?.aborted || (signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError');
	return isTimeLimit
		? new Unavailable(noAnswer, 'No worker answered in time. Check at /api/system/status that its pool is running, then try again.')
		: new Cancelled('The caller no longer waits for the answer.');
}

export type Answer = {jobId: string; result: unknown} | {jobId: string; failure: WireFailure};

/** Redis channel for the answers. It uses the prefix of the queues, because pub/sub has no other separation. */
export const answersChannel = (prefix: string) => `${prefix}:answers`;

/**
 * Redis key that exists as long as a caller waits for the answer to an asked job. Redis itself expires it, so the
 * clocks of the caller and the worker do not matter.
 */
export const callerKey = (prefix: string, jobId: string) => `${prefix}:asked:${jobId}`;
