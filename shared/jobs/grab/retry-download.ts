import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface RetryDownload {
	queueItemId: string;
}

/**
 * Sends the release of a queue item to its client again: after a failure, or after a crash before the client's answer.
 */
export const retryDownload = defineJob<RetryDownload>({
	name: 'retry-download',
	queue: 'grab',
	payload: {queueItemId: Joi.string().uuid()},
	dedupeKey: ({queueItemId}) => queueItemId,
});
