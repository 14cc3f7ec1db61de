import {isPromised} from '#shared/jobs/promise-job.ts';
import type {WorkerDeps} from './deps.ts';

/** A job that has just succeeded or failed, as the queue tells it. */
interface TriedJob {
	id?: string;
	name: string;
	data: {payload: unknown};
	/** Missing when the job is tried again. */
	finishedOn?: number | null;
}

/** Before a promised job runs: a request for the same from now on gets another run. */
export async function beginPromise(jobId: string, {promisedJobs}: Pick<WorkerDeps, 'promisedJobs'>): Promise<void> {
	if (isPromised(jobId)) {
		await promisedJobs.begin(jobId);
	}
}

/** Drops the promise of a job that has succeeded, or failed for the last time with `error`. */
export function settlePromise(
	bullJob: TriedJob | undefined,
	{promisedJobs, log}: Pick<WorkerDeps, 'promisedJobs' | 'log'>,
	error?: Error,
): void {
	if (!bullJob?.id || !isPromised(bullJob.id) || !bullJob.finishedOn) {
		return;
	}
	if (error) {
		log.error({job: bullJob.name, payload: bullJob.data.payload, err: error}, 'A promised job failed for the last time; ask for it again');
	}
	// If this fails, the scheduler finds the ended job.
	promisedJobs.settle(bullJob.id).catch(() => {});
}
