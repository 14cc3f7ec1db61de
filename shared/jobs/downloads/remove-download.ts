import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface RemoveDownload {
	downloadClientId: string;
	downloadId: string;
	deleteData: boolean;
	/** The queue item that it was; optional, because older jobs do not name it. */
	queueItemId?: string | null;
}

export const removeDownload = defineJob<RemoveDownload>({
	name: 'remove-download',
	queue: 'downloads',
	payload: {
		downloadClientId: Joi.string(),
		downloadId: Joi.string(),
		deleteData: Joi.boolean(),
		queueItemId: Joi.string().allow(null).optional(),
	},
	dedupeKey: ({downloadClientId, downloadId}) => `${downloadClientId}-${downloadId}`,
	attempts: 3,
});
