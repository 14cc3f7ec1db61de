import Joi from 'joi';
import {defineJob, longLimits} from '../job.ts';
import {patientAttempts} from './patient-attempts.ts';

export interface ClearLibrary {
	/** Id of a deleted library; its titles keep the id until they are detached. */
	libraryId: string;
	/** Also remove the media files of its titles. */
	removeFiles: boolean;
}

/** Ends what a deleted library leaves: its backfill, what is remembered of its files, and its titles' tie to it. */
export const clearLibrary = defineJob<ClearLibrary>({
	name: 'clear-library',
	queue: 'import',
	limitMs: longLimits.file,
	payload: {libraryId: Joi.string().uuid(), removeFiles: Joi.boolean()},
	dedupeKey: ({libraryId}) => libraryId,
	attempts: patientAttempts,
});
