import Joi from 'joi';
import {defineJob, longLimits} from '../job.ts';

export interface ImportDownload {
	queueItemId: string;
}

/** Imports a finished download into the library, continuing from the last step of an earlier run. */
export const importDownload = defineJob<ImportDownload>({
	name: 'import-download',
	queue: 'import',
	limitMs: longLimits.file,
	payload: {queueItemId: Joi.string().uuid()},
	dedupeKey: ({queueItemId}) => queueItemId,
	attempts: 3,
});
