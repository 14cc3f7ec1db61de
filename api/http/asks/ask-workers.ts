import type {ApiDeps} from '#api/deps.ts';
import {Unavailable} from '#shared/errors.ts';
import {isNoAnswer} from '#shared/jobs/ask.ts';
import type {Job} from '#shared/jobs/job.ts';

const noDisksWorker =
	'No worker of the disks pool answered in time. Start one where the disks are mounted, with WORKER_POOLS=disks; /api/system/status shows which pools are running.';

/**
 * Asks the disks pool. Throws Unavailable: `no_disks_worker` if nobody answers, `disk_not_answering` if only the disk
 * does not.
 */
export async function askDisks<Payload, Result>(
	{jobs, waits}: Pick<ApiDeps, 'jobs' | 'waits'>,
	job: Job<Payload, Result>,
	payload: NoInfer<Payload>,
	limit: 'answerMs' | 'checkMs' = 'answerMs',
): Promise<NoInfer<Result>> {
	try {
		return await jobs.ask(job, payload, {timeoutMs: waits.disks[limit]});
	} catch (error) {
		throw isNoAnswer(error) ? new Unavailable('no_disks_worker', noDisksWorker, {cause: error}) : error;
	}
}

/** Asks a job. Throws Unavailable with the name of its pool if nobody answers in time. */
export async function askPool<Payload, Result>(
	{jobs}: Pick<ApiDeps, 'jobs'>,
	job: Job<Payload, Result>,
	payload: NoInfer<Payload>,
	timeoutMs: number,
): Promise<NoInfer<Result>> {
	try {
		return await jobs.ask(job, payload, {timeoutMs});
	} catch (error) {
		const message = `There was no answer within ${timeoutMs / 1000} seconds: no worker of the ${job.queue} pool runs, or it is busy (see /api/system/status). Try again.`;
		throw isNoAnswer(error) ? new Unavailable(error.code, message, {cause: error}) : error;
	}
}

/** How long a caller waits for the metadata provider, in milliseconds. A series takes several requests. */
const limitsMs = {title: 15_000, series: 25_000} as const;

/** Asks the refresh pool for what the metadata provider knows. */
export async function askProvider<Payload, Result>(
	{jobs}: Pick<ApiDeps, 'jobs'>,
	job: Job<Payload, Result>,
	{payload, about}: {payload: NoInfer<Payload>; about: keyof typeof limitsMs},
): Promise<NoInfer<Result>> {
	const timeoutMs = limitsMs[about];
	try {
		return await jobs.ask(job, payload, {timeoutMs});
	} catch (error) {
		if (!isNoAnswer(error)) {
			throw error;
		}
		const message = `There was no answer within ${timeoutMs / 1000} seconds: the metadata provider is slow, or no worker of the refresh pool runs (see /api/system/status). Try again.`;
		throw new Unavailable(error.code, message, {cause: error});
	}
}
