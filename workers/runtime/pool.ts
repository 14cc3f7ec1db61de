import {type Job as BullJob, UnrecoverableError, Worker} from 'bullmq';
import type {Redis} from 'ioredis';
import {createCounters} from '#shared/counters.ts';
import {Cancelled, Conflict, Invalid, isExpected, NotFound, Unauthorized} from '#shared/errors.ts';
import {controlStream} from '#shared/events/control.ts';
import {type Answer, answersChannel, toWireFailure} from '#shared/jobs/answer.ts';
import {jobs} from '#shared/jobs/index.ts';
import type {Envelope, Job} from '#shared/jobs/job.ts';
import type {Pool} from '#shared/jobs/queues.ts';
import {traced} from '#shared/trace.ts';
import type {WorkerDeps} from './deps.ts';
import {type Handlers, type Run, stopReason} from './handler.ts';
import {beginPromise, settlePromise} from './keep-promises.ts';

export interface PoolOptions {
	handlers: Handlers;
	deps: WorkerDeps;
	connection: Redis;
	concurrency: number;
}

/**
 * Milliseconds. The lock is renewed at half this time. If the worker dies, its job is taken over
 * soon after the lock expires.
 */
const lockMs = 15_000;
/** Milliseconds between two checks for jobs whose worker died. */
const stalledMs = 5_000;

/**
 * Starts one BullMQ worker for one queue. It checks the payload, calls the handler, decides about retries, and answers
 * the caller. No other file may use BullMQ's Worker.
 */
export function startPool(pool: Pool, {handlers, deps, connection, concurrency}: PoolOptions): Worker {
	const byName = new Map(
		Object.entries(jobs).map(([key, job]) => [
			job.name,
			{job: job as unknown as Job<unknown, unknown>, handle: handlers[key as keyof Handlers] as unknown as AnyHandler},
		]),
	);
	const {log, prefix} = deps;
	const worker: Worker = new Worker(
		pool,
		async (bullJob: BullJob<Envelope>, _token?: string, signal?: AbortSignal) => {
			const known = byName.get(bullJob.name);
			if (!known) {
				throw new UnrecoverableError(`No handler for the job ${bullJob.name}`);
			}
			const {requestId, payload} = bullJob.data;
			const jobId = bullJob.id!; // BullMQ gives every job an id
			return traced({jobId, ...(requestId && {requestId})}, async () => {
				const run: Run = {
					id: jobId,
					attempt: bullJob.attemptsMade + 1,
					signal: signal ?? new AbortController().signal,
					log: log.child({job: bullJob.name}),
				};
				const answer = (content: Omit<Answer, 'jobId'>) =>
					known.job.result ? deps.producer.publish(answersChannel(prefix), JSON.stringify({jobId, ...content})) : Promise.resolve(0);
				try {
					await beginPromise(jobId, deps);
					const result = await known.handle(check(known.job, payload), deps, run);
					await answer({result});
				} catch (error) {
					const isHandedOn = known.job.handedOn && isStop(run);
					if (!isHandedOn) {
						await answer({failure: toWireFailure(error)});
					}
					const decision = toRetryDecision(error, run);
					// Unless the process stops, such a job is tried only once, like every job that somebody waits for.
					throw known.job.handedOn && !isHandedOn ? new UnrecoverableError(decision.message) : decision;
				}
			});
		},
		{connection, prefix, concurrency, lockDuration: lockMs, stalledInterval: stalledMs, maxStalledCount: 3},
	);
	worker.on('error', error => log.debug({err: error}, 'A worker briefly lost its connection'));
	const stopListening = deps.events.subscribe(controlStream, ({event, data}) => {
		if (event === 'cancelJob') {
			const {jobId, reason} = data as {jobId: string; reason: string};
			worker.cancelJob(jobId, reason);
		}
	});
	worker.on('closing', stopListening);
	countJobs(worker, pool, deps);
	worker.on('completed', bullJob => settlePromise(bullJob, deps));
	worker.on('failed', (bullJob, error) => settlePromise(bullJob, deps, error));
	return worker;
}

/** The pool's figures for `/metrics`. */
function countJobs(worker: Worker, pool: Pool, {producer, prefix}: WorkerDeps): void {
	const counters = createCounters(producer, prefix);
	const count = (bullJob: BullJob | undefined, outcome: 'completed' | 'failed') => {
		const {name = 'unknown', processedOn, finishedOn} = bullJob ?? {};
		counters.add('jobs_total', {pool, job: name, outcome});
		counters.add('job_seconds_total', {pool, job: name}, processedOn && finishedOn ? (finishedOn - processedOn) / 1000 : 0);
	};
	worker.on('completed', bullJob => count(bullJob, 'completed'));
	worker.on('failed', bullJob => count(bullJob, 'failed'));
	worker.on('closed', () => void counters.close());
}

type AnyHandler = (payload: unknown, deps: WorkerDeps, run: Run) => Promise<unknown>;

function check(job: Job<unknown, unknown>, payload: unknown): unknown {
	const {error, value} = job.payload.validate(payload, {abortEarly: false});
	if (error) {
		throw new Invalid('job_payload_invalid', `The payload of ${job.name} is wrong: ${error.message}`);
	}
	return value;
}

function isStop({signal}: Run): boolean {
	return signal.aborted && signal.reason === stopReason;
}

/** An error that would be the same next time is not retried. */
function toRetryDecision(error: unknown, run: Run): Error {
	const {log, signal, attempt} = run;
	const lasting =
		!isStop(run) &&
		(error instanceof Invalid ||
			error instanceof NotFound ||
			error instanceof Conflict ||
			error instanceof Unauthorized ||
			error instanceof Cancelled ||
			signal.aborted);
	const level = isExpected(error) ? 'warn' : 'error';
	log[level]({err: error, attempt, retried: !lasting}, 'A job failed');
	const text = isExpected(error) ? `${error.name} ${error.code}: ${error.message}` : String(error);
	return lasting ? new UnrecoverableError(text) : new Error(text, {cause: error});
}
