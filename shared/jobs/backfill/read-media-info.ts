import Joi from 'joi';
import {defineJob} from '../job.ts';

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
