import {type Job as BullJob, DelayedError, UnrecoverableError, WaitingError, Worker} from 'bullmq';
import type {Redis} from 'ioredis';
import {isPromised, unknownJob} from '#shared/coordination/outbox.ts';
import {wakeWorker} from '#shared/coordination/slots.ts';
import {every} from '#shared/coordination/wait.ts';
import {createCounters} from '#shared/counters.ts';
import {Invalid} from '#shared/errors.ts';
import {controlStream} from '#shared/events/control.ts';
import {jobs} from '#shared/jobs/index.ts';
import type {Envelope, Job} from '#shared/jobs/job.ts';
import {jobsOfNewer} from '#shared/jobs/newer-jobs.ts';
import type {Pool} from '#shared/jobs/queues.ts';
import type {WorkerDeps} from './deps.ts';
import type {Handlers} from './handler.ts';
import {type AnyHandler, runJob} from './run-job.ts';

export interface PoolOptions {
	handlers: Handlers;
	deps: WorkerDeps;
	connection: Redis;
	concurrency: number;
	/** Whether a job needs a folder that another process has and this one lacks. */
	goesElsewhere?: (pool: Pool, name: keyof Handlers, payload: unknown) => Promise<boolean>;
	/**
	 * Milliseconds. The lock is renewed at half this time. If the worker dies, its job is taken over
	 * soon after the lock expires.
	 */
	lockMs?: number;
}

const usualLockMs = 15_000;
/** Milliseconds between two checks for jobs whose worker died. */
const stalledMs = 5_000;
/**
 * Seconds that a worker without jobs waits before it looks again. A new job wakes it at once. BullMQ uses five, which
 * costs idle workers twice the commands, and ten at most, because a lost connection is only noticed afterwards.
 */
const drainSeconds = 10;

/**
 * Starts one BullMQ worker for one queue. It runs the jobs, and turns the ends of runs into what BullMQ has to do. No
 * other file may use BullMQ's Worker.
 */
export function startPool(pool: Pool, {handlers, deps, connection, concurrency, goesElsewhere, lockMs = usualLockMs}: PoolOptions): Worker {
	const byName = new Map(
		Object.entries(jobs).map(([key, job]) => [
			job.name,
			{
				key: key as keyof Handlers,
				job: job as unknown as Job<unknown, unknown>,
				handle: handlers[key as keyof Handlers] as unknown as AnyHandler,
			},
		]),
	);
	const {log, prefix} = deps;
	const worker: Worker = new Worker(
		pool,
		async (bullJob: BullJob<Envelope>, token?: string, signal?: AbortSignal) => {
			const id = bullJob.id!; // BullMQ gives every job an id
			const known = byName.get(bullJob.name);
			if (!known && !isPromised(id)) {
				return leaveToNewer(bullJob, token, deps);
			}
			if (!known) {
				const error = new Invalid(unknownJob, `No handler for the job ${bullJob.name}`);
				await endPromise(bullJob, {error}, deps);
				throw new UnrecoverableError(error.message);
			}
			if (worker.closing !== undefined) {
				return handBack(bullJob, token, deps);
			}
			if (await goesElsewhere?.(pool, known.key, bullJob.data.payload)) {
				return leaveToColleague(bullJob, token, deps);
			}
			const ending = await runJob(
				{
					...known,
					id,
					attempt: bullJob.attemptsMade + 1,
					data: bullJob.data,
					signal: signal ?? new AbortController().signal,
				},
				deps,
				connection,
			);
			if (ending.kind === 'done') {
				await endPromise(bullJob, null, deps);
			}
			if (ending.kind === 'tooNew') {
				return leaveToNewer(bullJob, token, deps);
			}
			if (ending.kind === 'failed') {
				if (!ending.retried || bullJob.attemptsMade + 1 >= (bullJob.opts.attempts ?? 1)) {
					await endPromise(bullJob, {error: ending.error.cause, untilDone: known.job.untilDone}, deps);
				}
				throw ending.retried ? ending.error : new UnrecoverableError(ending.error.message);
			}
			return ending.kind === 'done' ? undefined : handBack(bullJob, token, deps);
		},
		{
			...{connection, prefix, concurrency, lockDuration: lockMs, drainDelay: drainSeconds},
			...{skipStalledCheck: true, stalledInterval: stalledMs / 2, maxStalledCount: 3},
		},
	);
	checkStalled(worker, deps);
	worker.on('error', error => log.debug({err: error}, 'A worker briefly lost its connection'));
	const stopListening = deps.events.subscribe(controlStream, ({event, data}) => {
		if (event === 'cancelJob') {
			const {jobId, reason} = data as {jobId: string; reason: string};
			worker.cancelJob(jobId, reason);
		}
	});
	worker.on('closing', stopListening);
	countJobs(worker, pool, deps);
	return worker;
}

/**
 * Takes jobs from workers that died. BullMQ's own loop asks for that with a script for each queue, also while no job
 * runs anywhere, which is half of what idle workers ask of Redis.
 */
function checkStalled(worker: Worker, {producer, log}: Pick<WorkerDeps, 'log' | 'producer'>): void {
	const {moveStalledJobsToWait: check} = worker as unknown as {moveStalledJobsToWait(): Promise<void>}; // what that loop calls
	const checkIfActive = async () => {
		if ((await producer.llen(worker.toKey('active'))) > 0) {
			await check.call(worker);
		}
	};
	const onError = (error: unknown) => log.debug({err: error}, 'Jobs of dead workers could not be looked for');
	void checkIfActive().catch(onError);
	worker.on('closing', every(stalledMs, checkIfActive, {onError}));
}

/** After the last run of a job. If nothing can be written now, the scheduler finds the ended job. */
async function endPromise(
	{id = '', name, data}: BullJob<Envelope>,
	failed: {error: unknown; untilDone?: true | undefined} | null,
	{outbox, log}: WorkerDeps,
): Promise<void> {
	if (!isPromised(id)) {
		return;
	}
	try {
		if (failed === null) {
			await outbox.done(id);
		} else if (await outbox.fail(id, failed.error, failed)) {
			log.error({job: name, payload: data.payload, err: failed.error}, 'A promised job failed for the last time; ask for it again');
		}
	} catch (err) {
		log.debug({err, jobId: id}, 'The end of a promised job could not be written');
	}
}

/** Milliseconds until a job that this worker is too old for is offered again, and how often that happens. */
const newerMs = 5000;
const maxDelays = 720;

/** A newer process has made the job: it waits for a worker that knows it, for an hour. */
async function leaveToNewer(bullJob: BullJob<Envelope>, token: string | undefined, {log, producer, prefix}: WorkerDeps): Promise<never> {
	const waiting = {pool: bullJob.queueName as Pool, job: bullJob.name};
	await jobsOfNewer(producer, prefix)
		.put({[`${waiting.pool} ${waiting.job}`]: waiting})
		.catch(() => {});
	if (bullJob.attemptsStarted > maxDelays) {
		throw new UnrecoverableError('No worker is new enough for the job');
	}
	log.debug({job: bullJob.name, jobId: bullJob.id}, 'A job is left to a newer worker');
	await bullJob.moveToDelayed(Date.now() + newerMs, token);
	throw new DelayedError();
}

/** Milliseconds until a job is offered again to the processes that have its folder: twice as many each time. */
const firstOfferMs = 50;
const longestOfferMs = 2000;

/** Another process has the folders of the job. This run does not count as an attempt. */
async function leaveToColleague(bullJob: BullJob<Envelope>, token: string | undefined, {log}: WorkerDeps): Promise<never> {
	const offers = Math.max(0, bullJob.attemptsStarted - bullJob.attemptsMade - 1);
	log.debug({job: bullJob.name, jobId: bullJob.id}, 'A job is left to a process that has its folder');
	await bullJob.moveToDelayed(Date.now() + Math.min(longestOfferMs, firstOfferMs * 2 ** Math.min(offers, 10)), token);
	throw new DelayedError();
}

/** Puts a job in front of its queue again. This run does not count as an attempt. */
async function handBack(bullJob: BullJob, token: string | undefined, {jobs: {queue}, producer}: WorkerDeps): Promise<never> {
	await bullJob.moveToWait(token);
	await wakeWorker(producer, queue(bullJob.queueName as Pool).toKey('marker'));
	throw new WaitingError();
}

/** The pool's figures for `/metrics`, and its sign of life. */
function countJobs(worker: Worker, pool: Pool, {producer, prefix, jobs: {noteMoved}}: WorkerDeps): void {
	const counters = createCounters(producer, prefix);
	const count = (bullJob: BullJob | undefined, outcome: 'completed' | 'failed') => {
		const {name = 'unknown', processedOn, finishedOn} = bullJob ?? {};
		noteMoved(pool);
		counters.add('jobs_total', {pool, job: name, outcome});
		counters.add('job_seconds_total', {pool, job: name}, processedOn && finishedOn ? (finishedOn - processedOn) / 1000 : 0);
	};
	worker.on('active', () => noteMoved(pool));
	worker.on('completed', bullJob => count(bullJob, 'completed'));
	worker.on('failed', bullJob => count(bullJob, 'failed'));
	worker.on('closed', () => void counters.close());
}
