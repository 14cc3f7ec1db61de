import type {Redis} from 'ioredis';
import {isFromNewer, isPromised, timeLimitReached, unknownField, wrongPayload} from '#shared/coordination/outbox.ts';
import {Cancelled, Conflict, Invalid, isExpected, NotFound, toWireFailure, Unauthorized, Unavailable} from '#shared/errors.ts';
import {type Answer, answersChannel, callerKey, noAnswer} from '#shared/jobs/ask.ts';
import {type Envelope, type Job, payloadVersion, usualLimitMs} from '#shared/jobs/job.ts';
import {type Span, spanned, traced} from '#shared/log/log.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {WorkerDeps} from './deps.ts';
import {type Run, stopReason} from './handler.ts';

export type AnyHandler = (payload: unknown, deps: WorkerDeps, run: Run) => Promise<unknown>;

/** A job as it came out of its queue, with its declaration and its handler. */
export interface TakenJob {
	id: string;
	attempt: number;
	data: Envelope;
	/** Aborts when the job is cancelled or the process stops. */
	signal: AbortSignal;
	job: Job<unknown, unknown>;
	handle: AnyHandler;
}

/** How a run ended; `handedBack`: another worker has to run the job again. `tooNew`: only a newer one can. */
export type Ending =
	| {kind: 'done'; result: unknown}
	| {kind: 'handedBack'}
	| {kind: 'tooNew'}
	| {kind: 'failed'; error: Error; retried: boolean};

/** Runs a job within its time limit and answers its caller. Commands of `redis` wait while Redis is down. */
export async function runJob(taken: TakenJob, deps: WorkerDeps, redis: Redis): Promise<Ending> {
	const {id, attempt, data, signal, job, handle} = taken;
	const log = deps.log.child({job: job.name});
	if (data.asked && (await redis.exists(callerKey(deps.prefix, id))) === 0) {
		log.debug({jobId: id}, 'A job was dropped: nobody waits for its answer any more');
		return {kind: 'done', result: null};
	}
	const limitMs = job.limitMs ?? usualLimitMs;
	// Not AbortSignal.any, which takes longer than everything else that a pool does for a job.
	const ending = new AbortController();
	const forward = () => ending.abort(signal.reason);
	signal.addEventListener('abort', forward, {once: true});
	if (signal.aborted) {
		forward();
	}
	const timer = setTimeout(() => ending.abort(tooLong), limitMs);
	const run: Run = {id, attempt, signal: ending.signal, log};
	const {requestId, traceparent: parent} = data;
	const span: Span = {
		name: `job ${job.name}`,
		kind: 'consumer',
		attributes: {'kinoteka.pool': job.queue, 'kinoteka.attempt': attempt},
		parent,
	};
	return traced({jobId: id, ...(requestId && {requestId})}, async () => {
		try {
			const result = await withinSignal(
				spanned(span, () => start(taken, deps, run)),
				run.signal,
				() => log.error({limitMs}, 'A job does not end although it was aborted; its slot is free again'),
			);
			await answer(taken, {result}, {prefix: deps.prefix, redis});
			return {kind: 'done', result};
		} catch (thrown) {
			const isHandedBack = isStop(run) && (!data.asked || job.interruptible);
			if (isHandedBack) {
				log.debug('The process stops; another worker runs the job again');
				return {kind: 'handedBack'};
			}
			if (isFromNewer(thrown) && !isPromised(id)) {
				return {kind: 'tooNew'};
			}
			const error = whyEnded(thrown, limitMs, run);
			await answer(taken, {failure: toWireFailure(isUnclear(error, run) ? unclear(error) : error)}, {prefix: deps.prefix, redis});
			return toFailure(error, run);
		} finally {
			clearTimeout(timer);
			signal.removeEventListener('abort', forward);
		}
	});

	/** Async, so that a wrong payload becomes a rejected promise like any other failure. */
	async function start({data: {payload, version}}: TakenJob, ...[using, within]: [WorkerDeps, Run]): Promise<unknown> {
		await (isPromised(id) ? using.outbox.begin(id) : undefined);
		return handle(check(job, payload, version), using, within);
	}
}

/** The abort reason when a run takes longer than its job allows. */
const tooLong = 'The time limit of the job is reached';

function outOfTime(limitMs: number, cause: unknown): Unavailable {
	return new Unavailable(timeLimitReached, `The job took longer than the ${Math.round(limitMs / 1000)} s that it may take.`, {cause});
}

/**
 * Work that nobody cancelled ends as cancelled when it loses its lease or slot: MongoDB or Redis did not answer in
 * time, or another worker has it. That is no failure of the work.
 */
function whyEnded(thrown: unknown, limitMs: number, {signal}: Run): unknown {
	if (signal.reason === tooLong) {
		return outOfTime(limitMs, thrown);
	}
	return thrown instanceof Cancelled && !signal.aborted
		? new Unavailable('lease_lost', 'The work lost its lease, because a server did not answer in time or another worker has it.', {
				cause: thrown,
			})
		: thrown;
}

/** A run that was stopped in the middle: nobody knows how much of its work was done. */
function isUnclear(error: unknown, {signal}: Run): boolean {
	return signal.aborted && (!isExpected(error) || error instanceof Cancelled || signal.reason === tooLong);
}

function unclear(cause: unknown): Unavailable {
	return new Unavailable(noAnswer, 'The worker was stopped before it could answer. The work may have been done anyway.', {cause});
}

async function answer(
	{id, data, job}: TakenJob,
	content: Omit<Answer, 'jobId'>,
	{prefix, redis}: {prefix: string; redis: Redis},
): Promise<void> {
	// Optional in the data: jobs queued by an earlier version do not say that they were asked.
	if (data.asked || job.result) {
		await redis
			.pipeline()
			.publish(answersChannel(prefix), JSON.stringify({jobId: id, ...content}))
			.del(callerKey(prefix, id))
			.exec();
	}
}

function check(job: Job<unknown, unknown>, payload: unknown, version = 0): unknown {
	const {error, value} = job.payload.validate(payload, {abortEarly: false});
	if (error) {
		const isNewer = version > payloadVersion || error.details.every(({type}) => type === 'object.unknown');
		throw new Invalid(isNewer ? unknownField : wrongPayload, `The payload of ${job.name} is wrong: ${error.message}`);
	}
	return value;
}

function isStop({signal}: Run): boolean {
	return signal.aborted && signal.reason === stopReason;
}

/** An error that would be the same next time is not retried. */
function toFailure(error: unknown, {log, signal, attempt}: Run): Ending {
	const isPermanent =
		error instanceof Invalid ||
		error instanceof NotFound ||
		error instanceof Conflict ||
		error instanceof Unauthorized ||
		error instanceof Cancelled ||
		(signal.aborted && signal.reason !== tooLong);
	const level = isExpected(error) ? 'warn' : 'error';
	log[level]({err: error, attempt, retried: !isPermanent}, 'A job failed');
	const text = isExpected(error) ? `${error.name} ${error.code}: ${error.message}` : String(error);
	// Redis keeps the message, and the dashboard shows it.
	return {kind: 'failed', error: new Error(maskSecrets(text), {cause: error}), retried: !isPermanent};
}

/**
 * Milliseconds for a run to end after its signal has aborted. One that takes longer waits for a hanging disk or server.
 */
const graceMs = 4_000;

/**
 * The result of `work`. When the signal aborts and `work` has not ended soon after, rejects with the signal's reason
 * and no longer waits for `work`, so that nothing that hangs can hold a slot.
 */
function withinSignal<T>(work: Promise<T>, signal: AbortSignal, onAbandoned: () => void): Promise<T> {
	const {promise, resolve, reject} = Promise.withResolvers<T>();
	let timer: NodeJS.Timeout | undefined;
	const begin = () => {
		timer = setTimeout(() => {
			onAbandoned();
			reject(signal.reason);
		}, graceMs);
	};
	if (signal.aborted) {
		begin();
	}
	signal.addEventListener('abort', begin, {once: true});
	work.then(resolve, reject).finally(() => {
		clearTimeout(timer);
		signal.removeEventListener('abort', begin);
	});
	return promise;
}
