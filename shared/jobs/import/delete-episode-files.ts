import Joi from 'joi';
import type {ToldTitle} from '../../domain/notifications/message.ts';
import type {RecordedFile} from '../../domain/notifications/recorded-file.ts';
import {defineJob} from '../job.ts';
import {patientAttempts} from './patient-attempts.ts';
import {removedFile, removedTitle} from './removed-title.ts';

export interface DeleteEpisodeFiles {
	seriesId: string;
	/** For the log and the history, in case the series itself has been deleted. */
	title: string;
	/** The series' own folder. */
	folder: string;
	/** Paths of the media files, as recorded. */
	paths: string[];
	/** What messages say about the removal. Optional: jobs of earlier versions do not have it. */
	media?: ToldTitle;
	files?: RecordedFile[];
}

export interface DeletedEpisodeFiles {
	removed: string[];
	/** Files that we must not remove, with the reason. */
	left: {path: string; reason: string}[];
}

/** Maximum number of paths per job; the files of a long series are split. */
export const mostPaths = 200;

/**
 * Removes files of a series and the files that follow them from the series' own folder. May run before or
 * after the series is deleted.
 */
export const deleteEpisodeFiles = defineJob<DeleteEpisodeFiles, DeletedEpisodeFiles>({
	name: 'delete-episode-files',
	queue: 'import',
	payload: {
		seriesId: Joi.string(),
		title: Joi.string(),
		folder: Joi.string(),
		paths: Joi.array().items(Joi.string()).max(mostPaths),
		media: removedTitle.optional(),
		files: Joi.array().items(removedFile).max(mostPaths).optional(),
	},
	result: {
		removed: Joi.array().items(Joi.string()),
		left: Joi.array().items(Joi.object({path: Joi.string(), reason: Joi.string()})),
	},
	attempts: patientAttempts,
});
