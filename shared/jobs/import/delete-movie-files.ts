import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface DeleteMovieFiles {
	movieId: string;
	/** For the log and the history, when the movie itself is gone. */
	title: string;
	/** Of the media file, as it was recorded. */
	path: string;
}

export interface DeletedMovieFiles {
	removed: string[];
	/** What was not ours to remove, with the reason. */
	left: {path: string; reason: string}[];
}

/**
 * Removes a movie's file, with what follows it, from the title's own folder; may be enqueued or asked, before or after
 * the movie is gone.
 */
export const deleteMovieFiles = defineJob<DeleteMovieFiles, DeletedMovieFiles>({
	name: 'delete-movie-files',
	queue: 'import',
	payload: {movieId: Joi.string(), title: Joi.string(), path: Joi.string()},
	result: {
		removed: Joi.array().items(Joi.string()),
		left: Joi.array().items(Joi.object({path: Joi.string(), reason: Joi.string()})),
	},
	dedupeKey: ({movieId}) => movieId,
	attempts: 5,
});
