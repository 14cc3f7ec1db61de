import Joi from 'joi';
import {defineJob, longLimits} from './job.ts';

interface BackfillLibrary {
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

export interface ReadMediaInfo {
	libraryId: string;
	/** Id of the scanned file to continue after; empty for the first job. */
	after: string;
}

/** Reads the tracks of files that a backfill recorded, a few at a time, and adds a job for the rest. */
export const readMediaInfo = defineJob<ReadMediaInfo>({
	name: 'read-media-info',
	queue: 'backfill',
	payload: {libraryId: Joi.string().uuid(), after: Joi.string().allow('')},
	priority: 100,
});
