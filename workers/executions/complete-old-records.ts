import {promiseJob} from '#shared/jobs/promise-job.ts';
import {completeRecords} from '#shared/jobs/refresh.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** After an update of the program, has a worker complete the records that earlier versions wrote. */
export async function completeOldRecords(deps: WorkerDeps): Promise<void> {
	if (!(await deps.recordState.areComplete())) {
		await promiseJob(completeRecords, {}, deps);
	}
}
