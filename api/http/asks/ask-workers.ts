import type {ApiDeps} from '#api/deps.ts';
import {Unavailable} from '#shared/errors.ts';
import {isNoAnswer} from '#shared/jobs/ask.ts';
import type {Job} from '#shared/jobs/job.ts';

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
