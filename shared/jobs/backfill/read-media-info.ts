import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface ReadMediaInfo {
	libraryId: string;
	/** Id of the scanned file behind which it goes on; empty for the first. */
	after: string;
}

/** Reads the tracks of files that a backfill has recorded, some at a time, and makes a job for the rest. */
export const readMediaInfo = defineJob<ReadMediaInfo>({
	name: 'read-media-info',
	queue: 'backfill',
	payload: {libraryId: Joi.string().uuid(), after: Joi.string().allow('')},
	priority: 100,
});
