import {jobs as declared} from '#shared/jobs/index.ts';
import type {Job} from '#shared/jobs/job.ts';
import {startPromised} from '#shared/jobs/promise-job.ts';
import type {PromisedJob} from '#shared/store/system/promised-jobs.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Promises that are looked at in one go. */
const mostLooks = 200;
const overStates: readonly string[] = ['completed', 'failed'];
const byName = new Map(Object.values(declared).map(job => [job.name, job as unknown as Job<unknown, unknown>]));

/**
 * Adds the jobs of promises that no queue has, because Redis was away or lost them, and drops promises whose job has
 * ended. Any number of processes may do this at once.
 */
export async function startPromisedJobs({promisedJobs, jobs, log}: Pick<WorkerDeps, 'promisedJobs' | 'jobs' | 'log'>): Promise<void> {
	for (const promise of await promisedJobs.look(mostLooks)) {
		const job = byName.get(promise.job);
		if (!job) {
			log.warn({job: promise.job, promiseId: promise.id}, 'A promised job is unknown; a newer version may have promised it');
			continue;
		}
		if (await isOver(promise, job, jobs)) {
			await promisedJobs.settle(promise.id);
		}
	}
}

async function isOver(promise: PromisedJob, job: Job<unknown, unknown>, jobs: WorkerDeps['jobs']): Promise<boolean> {
	const queued = await jobs.queue(job.queue).getJob(promise.id);
	if (!queued) {
		await startPromised(job, promise, {jobs});
		return false;
	}
	return overStates.includes(await queued.getState());
}
