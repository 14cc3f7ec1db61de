import type {ApiDeps} from '#api/deps.ts';
import {Unavailable} from '#shared/errors.ts';
import {isNoAnswer} from '#shared/jobs/ask.ts';
import type {Job} from '#shared/jobs/job.ts';

const noDisksWorker =
	'No worker of the disks pool answered in time. Start one where the disks are mounted, with WORKER_POOLS=disks; /api/system/status shows which pools are running.';

/** Asks the disks pool. Throws Unavailable `no_disks_worker` if nobody answers. */
export async function askDisks<Payload, Result>(
	{jobs, diskLimits}: Pick<ApiDeps, 'jobs' | 'diskLimits'>,
	job: Job<Payload, Result>,
	payload: NoInfer<Payload>,
): Promise<NoInfer<Result>> {
	try {
		return await jobs.ask(job, payload, {timeoutMs: diskLimits.answerMs});
	} catch (error) {
		throw isNoAnswer(error) ? new Unavailable('no_disks_worker', noDisksWorker, {cause: error}) : error;
	}
}
