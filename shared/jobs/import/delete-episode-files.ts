import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface DeleteEpisodeFiles {
	seriesId: string;
	/** For the log and the history, when the series itself is gone. */
	title: string;
	/** The series' own folder. */
	folder: string;
	/** Of the media files, as they were recorded. */
	paths: string[];
}

export interface DeletedEpisodeFiles {
	removed: string[];
	/** What was not ours to remove, with the reason. */
	left: {path: string; reason: string}[];
}

/** Paths of one job: the files of a long series are divided. */
export const mostPaths = 200;

/**
 * Removes files of a series, with what follows them, from the series' own folder; may be run before or
 * after the series is gone.
 */
export const deleteEpisodeFiles = defineJob<DeleteEpisodeFiles, DeletedEpisodeFiles>({
	name: 'delete-episode-files',
	queue: 'import',
	payload: {
		seriesId: Joi.string(),
		title: Joi.string(),
		folder: Joi.string(),
		paths: Joi.array().items(Joi.string()).max(mostPaths),
	},
	result: {
		removed: Joi.array().items(Joi.string()),
		left: Joi.array().items(Joi.object({path: Joi.string(), reason: Joi.string()})),
	},
	attempts: 5,
});
