import Joi from 'joi';
import {defineJob, longLimits} from '../job.ts';

export interface DeleteLibraryFiles {
	/** Id of a deleted library; its titles keep the id until their files are removed. */
	libraryId: string;
}

/** Removes the media files of a deleted library's titles, each from its title's own folder, and detaches the titles. */
export const deleteLibraryFiles = defineJob<DeleteLibraryFiles>({
	name: 'delete-library-files',
	queue: 'import',
	limitMs: longLimits.file,
	payload: {libraryId: Joi.string().uuid()},
	dedupeKey: ({libraryId}) => libraryId,
	attempts: 5,
});
