import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface FailRefusedDownload {
	queueItemId: string;
	/** For people to read. */
	reason: string;
}

/** Fails a download that the import refused for good, because it is a fake. */
export const failRefusedDownload = defineJob<FailRefusedDownload>({
	name: 'fail-refused-download',
	queue: 'downloads',
	payload: {queueItemId: Joi.string().uuid(), reason: Joi.string().max(1000)},
	dedupeKey: ({queueItemId}) => queueItemId,
});
