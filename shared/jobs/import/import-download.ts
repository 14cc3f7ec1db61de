import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface ImportDownload {
	queueItemId: string;
}

/** Brings a finished download into the library, from whichever step an earlier run came to. */
export const importDownload = defineJob<ImportDownload>({
	name: 'import-download',
	queue: 'import',
	payload: {queueItemId: Joi.string().uuid()},
	dedupeKey: ({queueItemId}) => queueItemId,
	attempts: 3,
});
