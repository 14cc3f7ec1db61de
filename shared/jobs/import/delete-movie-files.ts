import Joi from 'joi';
import type {ToldTitle} from '../../domain/notifications/message.ts';
import type {RecordedFile} from '../../domain/notifications/recorded-file.ts';
import {defineJob} from '../job.ts';
import {patientAttempts} from './patient-attempts.ts';
import {removedFile, removedTitle} from './removed-title.ts';

export interface DeleteMovieFiles {
	movieId: string;
	/** For the log and the history, in case the movie itself has been deleted. */
	title: string;
	/** Path of the media file, as recorded. */
	path: string;
	/** What messages say about the removal. Optional: jobs of earlier versions do not have it. */
	media?: ToldTitle;
	file?: RecordedFile;
}

export interface DeletedMovieFiles {
	removed: string[];
	/** Files that we must not remove, with the reason. */
	left: {path: string; reason: string}[];
}

/**
 * Removes a movie's file and the files that follow it from the title's own folder. May be enqueued or asked, before or
 * after the movie is deleted.
 */
export const deleteMovieFiles = defineJob<DeleteMovieFiles, DeletedMovieFiles>({
	name: 'delete-movie-files',
	queue: 'import',
	payload: {
		movieId: Joi.string(),
		title: Joi.string(),
		path: Joi.string(),
		media: removedTitle.optional(),
		file: removedFile.optional(),
	},
	result: {
		removed: Joi.array().items(Joi.string()),
		left: Joi.array().items(Joi.object({path: Joi.string(), reason: Joi.string()})),
	},
	dedupeKey: ({movieId}) => movieId,
	attempts: patientAttempts,
});
