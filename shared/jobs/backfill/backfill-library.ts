import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface BackfillLibrary {
	libraryId: string;
	executionId: string;
}

/**
 * Walks the root folder of a library and takes in what lies there, without touching the disk; goes on where a killed
 * run stopped.
 */
export const backfillLibrary = defineJob<BackfillLibrary>({
	name: 'backfill-library',
	queue: 'backfill',
	payload: {libraryId: Joi.string().uuid(), executionId: Joi.string().uuid()},
	attempts: 5,
});
