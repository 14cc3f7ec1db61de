import Joi from 'joi';
import {defineJob, longLimits} from '../job.ts';

export interface BackfillLibrary {
	libraryId: string;
	executionId: string;
}

/**
 * Scans the root folder of a library and adds what it finds, without changing anything on the disk. Continues
 * where a killed run stopped.
 */
export const backfillLibrary = defineJob<BackfillLibrary>({
	name: 'backfill-library',
	queue: 'backfill',
	limitMs: longLimits.library,
	payload: {libraryId: Joi.string().uuid(), executionId: Joi.string().uuid()},
	attempts: 5,
});
