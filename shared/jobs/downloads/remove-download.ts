import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface RemoveDownload {
	downloadClientId: string;
	downloadId: string;
	deleteData: boolean;
}

export const removeDownload = defineJob<RemoveDownload>({
	name: 'remove-download',
	queue: 'downloads',
	payload: {downloadClientId: Joi.string(), downloadId: Joi.string(), deleteData: Joi.boolean()},
	dedupeKey: ({downloadClientId, downloadId}) => `${downloadClientId}-${downloadId}`,
	attempts: 8,
});
