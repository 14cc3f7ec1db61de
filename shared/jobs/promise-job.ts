import {randomUUID} from 'node:crypto';
import {isExpected} from '../errors.ts';
import type {BesideNew} from '../store/mongo/transaction.ts';
import type {PromisedJob, PromisedJobStore} from '../store/system/promised-jobs.ts';
import type {JobClient} from './client.ts';
import type {Job} from './job.ts';

export interface PromiseDeps {
	jobs: Pick<JobClient, 'enqueue'>;
	promisedJobs: Pick<PromisedJobStore, 'put' | 'settle'>;
	/** Lower numbers run first; the job's own by default. */
	priority?: number;
}

const prefix = 'promise-';

/** Is this the id of a promised job? */
export function isPromised(jobId: string): boolean {
	return jobId.startsWith(prefix);
}

/** A promise that still has to be stored, together with the change that it belongs to. */
export function toPromise<Payload, Result>(
	job: Job<Payload, Result>,
	payload: NoInfer<Payload>,
	priority: number | null = null,
): PromisedJob {
	return {id: `${prefix}${randomUUID()}`, job: job.name, payload, priority};
}

/**
 * Adds the job of a stored promise to its queue. Returns the job's id. If Redis is away, the scheduler adds it later.
 */
export async function startPromised<Payload, Result>(
	job: Job<Payload, Result>,
	{id, payload, priority}: PromisedJob,
	{jobs}: Pick<PromiseDeps, 'jobs'>,
): Promise<string> {
	// The payload is the one that `toPromise` took.
	const added = jobs.enqueue(job, payload as NoInfer<Payload>, {jobId: id, ...(priority !== null && {priority})});
	return added.catch(() => id);
}

/** Promises that the job will run, and starts it. Succeeds without Redis. Returns the job's id. */
export async function promiseJob<Payload, Result>(
	job: Job<Payload, Result>,
	payload: NoInfer<Payload>,
	{jobs, promisedJobs, priority}: PromiseDeps,
): Promise<string> {
	const wanted = toPromise(job, payload, priority ?? null);
	const id = await promisedJobs.put(wanted);
	return startPromised(job, {...wanted, id}, {jobs});
}

/**
 * A job for a new record: `beside` promises it in the transaction that stores the record, and `start` queues that very
 * promise afterwards. A scheduler that was faster has queued it under the same id, so it runs once.
 */
export function promiseForNew<Payload, Result>(
	job: Job<Payload, Result>,
	payloadOf: (recordId: string) => NoInfer<Payload>,
	{jobs, promisedJobs}: {jobs: PromiseDeps['jobs']; promisedJobs: Pick<PromisedJobStore, 'put'>},
): {beside: BesideNew; start(recordId: string): Promise<void>} {
	const promised = new Map<string, PromisedJob>();
	return {
		async beside(recordId, session) {
			const wanted = toPromise(job, payloadOf(recordId));
			promised.set(recordId, wanted);
			await promisedJobs.put(wanted, session);
		},
		async start(recordId) {
			const wanted = promised.get(recordId);
			if (wanted) {
				await startPromised(job, wanted, {jobs});
			}
		},
	};
}

/**
 * Promises the job before a change and starts it after it. If the process dies in between, the job runs, maybe without
 * need. Without Redis it runs later. A change that is refused takes its promise back.
 */
export async function promiseAfter<Payload, Result, Changed>(
	change: () => Promise<Changed>,
	{job, payload}: {job: Job<Payload, Result>; payload: NoInfer<Payload>},
	deps: PromiseDeps,
): Promise<Changed> {
	const wanted = toPromise(job, payload);
	const id = await deps.promisedJobs.put(wanted);
	const changed = await change().catch(async error => {
		if (isExpected(error) && id === wanted.id) {
			await deps.promisedJobs.settle(id);
		}
		throw error;
	});
	// The promise may have been kept already, by a run that saw the state before the change.
	await promiseJob(job, payload, deps);
	return changed;
}
