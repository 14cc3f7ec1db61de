import type {RouteDeps} from '#api/services.ts';
import {Unavailable} from '#shared/errors.ts';
import {isNoAnswer} from '#shared/jobs/ask.ts';
import type {Job} from '#shared/jobs/job.ts';

/** Milliseconds: a provider may be slow, and may need a new login first. */
const answerMs = 40_000;
/** Milliseconds for a change, which may have to wait until another worker is done with the same file. */
export const changeMs = 55_000;

const noAnswer =
	'The subtitles pool did not answer in time: no worker runs it, or a provider or a disk is slow. /api/system/status shows which pools are running; WORKER_POOLS=subtitles starts one. What had begun goes on to its end.';

/** Asks the subtitles pool. Throws Unavailable `no_subtitles_worker` if nobody answers. */
export async function askSubtitles<Payload, Result>(
	{jobs}: Pick<RouteDeps, 'jobs'>,
	job: Job<Payload, Result>,
	{payload, timeoutMs = answerMs}: {payload: NoInfer<Payload>; timeoutMs?: number},
): Promise<NoInfer<Result>> {
	try {
		return await jobs.ask(job, payload, {timeoutMs});
	} catch (error) {
		throw isNoAnswer(error) ? new Unavailable('no_subtitles_worker', noAnswer, {cause: error}) : error;
	}
}
