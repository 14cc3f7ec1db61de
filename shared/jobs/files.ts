import Joi from 'joi';
import {defineJob, longLimits} from './job.ts';

/** Plans a change of files: which files get which names and places, and which cannot. Begins anew each time. */
export const planFileChange = defineJob<{changeId: string}>({
	name: 'plan-file-change',
	queue: 'files',
	limitMs: longLimits.library,
	payload: {changeId: Joi.string().uuid()},
	dedupeKey: ({changeId}) => changeId,
	attempts: 6,
});

export interface RunFileChange {
	changeId: string;
	executionId: string;
}

/** Makes a planned change of files, from where an earlier run stopped. */
export const runFileChange = defineJob<RunFileChange>({
	name: 'run-file-change',
	queue: 'files',
	limitMs: longLimits.library,
	payload: {changeId: Joi.string().uuid(), executionId: Joi.string().uuid()},
	attempts: 6,
});
