import {createHash} from 'node:crypto';
import Joi from 'joi';
import {defineJob, longLimits} from '../job.ts';

export interface RescoreFiles {
	/** Movies and series; null for the whole library. */
	titleIds: string[] | null;
	/** Only files in this custom library; null for any. */
	libraryId: string | null;
}

export const everyFile: RescoreFiles = {titleIds: null, libraryId: null};

/** Recalculates the format scores of files after formats, scores, a profile or the files have changed. */
export const rescoreFiles = defineJob<RescoreFiles>({
	name: 'rescore-files',
	queue: 'refresh',
	limitMs: longLimits.library,
	payload: {titleIds: Joi.array().items(Joi.string()).allow(null), libraryId: Joi.string().allow(null)},
	dedupeKey: ({titleIds, libraryId}) =>
		titleIds ? createHash('sha256').update(titleIds.join()).digest('base64url') : (libraryId ?? 'all'),
	runsAgain: true,
	priority: 50,
});
