import Joi from 'joi';
import type {PlacedFile} from '../domain/downloads/import-progress.ts';
import type {GrabTarget} from '../domain/downloads/queue-item.ts';
import type {NotifiedEpisode} from '../domain/notifications/message.ts';
import type {RemovedTitle} from '../domain/notifications/notified-title.ts';
import type {RecordedFile} from '../domain/notifications/recorded-file.ts';
import type {QualityName} from '../domain/quality/qualities.ts';
import {defineJob, longLimits} from './job.ts';

const text = Joi.string();
const textOrNull = Joi.string().allow(null);
const integer = Joi.number().integer();

export interface ImportDownload {
	queueItemId: string;
}

/** Imports a finished download into the library, continuing from the last step of an earlier run. */
export const importDownload = defineJob<ImportDownload>({
	name: 'import-download',
	queue: 'import',
	limitMs: longLimits.file,
	payload: {queueItemId: Joi.string().uuid()},
	dedupeKey: ['queueItemId'],
	attempts: 3,
});

export interface ListImportCandidates {
	/** What to look into: a folder or file below `within`, or the files of a queue item. */
	from: {path: string; within: string} | {queueItemId: string};
	page: number;
	limit: number;
	/** What a person says about these files; missing for what their names say. */
	chosen?: ChosenForFiles;
}

export interface ChosenForFiles extends GrabTarget {
	quality: QualityName | null;
	/** Null leaves them to the name. */
	languages: string[] | null;
	releaseGroup: string | null;
}

/** A file that could be imported, what we would make of it, and why we would not. */
export interface ImportCandidate {
	/** Absolute, as the import pool sees it. */
	path: string;
	/** Below the folder. */
	name: string;
	size: number;
	movie: {id: string; title: string; year: number | null} | null;
	series: {id: string; title: string} | null;
	episodes: {id: string; seasonNumber: number; episodeNumber: number; title: string}[];
	quality: string;
	languages: string[];
	releaseGroup: string | null;
	edition: string | null;
	/** Of a file that could be imported. */
	formatIds?: string[];
	formatScore?: number;
	rejections: {reason: string}[];
}

interface ImportCandidates {
	folder: string;
	candidates: ImportCandidate[];
	total: number;
}

const candidate = Joi.object({
	path: text,
	name: text,
	size: integer,
	movie: Joi.object({id: text, title: text, year: integer.allow(null)}).allow(null),
	series: Joi.object({id: text, title: text}).allow(null),
	episodes: Joi.array().items(Joi.object({id: text, seasonNumber: integer, episodeNumber: integer, title: Joi.string().allow('')})),
	quality: text,
	languages: Joi.array().items(text),
	releaseGroup: textOrNull,
	edition: textOrNull,
	formatIds: Joi.array().items(text).optional(),
	formatScore: integer.optional(),
	rejections: Joi.array().items(Joi.object({reason: text})),
});

/** Judges the files of a folder or of a download as an import would, and changes nothing. */
export const listImportCandidates = defineJob<ListImportCandidates, ImportCandidates>({
	name: 'list-import-candidates',
	queue: 'import',
	interruptible: true,
	payload: {
		from: Joi.alternatives(Joi.object({path: text, within: text}), Joi.object({queueItemId: text.uuid()})),
		page: integer.min(1),
		limit: integer.min(1).max(100),
		chosen: Joi.object<ChosenForFiles, true>({
			movieId: textOrNull,
			seriesId: textOrNull,
			episodeIds: Joi.array().items(text),
			quality: textOrNull,
			languages: Joi.array().items(text).allow(null),
			releaseGroup: textOrNull,
		}).optional(),
	},
	result: {folder: text, candidates: Joi.array().items(candidate), total: integer},
});

/**
 * Attempts of a job that removes files. Their pauses double from two seconds, so a disk may be away for two hours.
 */
export const patientAttempts = 12;

const episode = Joi.object<NotifiedEpisode, true>({
	id: Joi.string(),
	seasonNumber: integer,
	episodeNumber: integer,
	title: Joi.string().allow(''),
});

/** What messages say about a title that was deleted before its files are removed. */
const removedTitle = Joi.object<RemovedTitle, true>({
	type: Joi.string().valid('movie', 'series'),
	id: Joi.string(),
	title: textOrNull,
	year: integer.allow(null),
	tmdbId: integer.allow(null),
	imdbId: textOrNull,
	posterUrl: Joi.string().optional(),
	episodes: Joi.array().items(episode),
	libraryId: textOrNull.optional(),
	tags: Joi.array().items(Joi.string()).optional(),
	app: Joi.object({number: integer, path: Joi.string(), tvdbId: integer.allow(null)}).optional(),
});

const removedFile = Joi.object<RecordedFile, true>({
	path: Joi.string(),
	quality: textOrNull,
	qualityScore: integer.allow(null),
	size: integer.optional(),
	episodes: Joi.array().items(episode),
});

interface RemovedFiles {
	removed: string[];
	/** Files that we must not remove, with the reason. */
	left: {path: string; reason: string}[];
}

const removedFiles = {
	removed: Joi.array().items(Joi.string()),
	left: Joi.array().items(Joi.object({path: Joi.string(), reason: Joi.string()})),
};

export interface DeleteMovieFiles {
	movieId: string;
	/** For the log and the history, in case the movie itself has been deleted. */
	title: string;
	/** Path of the media file, as recorded. */
	path: string;
	/** The movie's own folder. Optional: jobs of earlier versions do not have it. */
	folder?: string;
	/** What messages say about the removal. Optional: jobs of earlier versions do not have it. */
	media?: RemovedTitle;
	file?: RecordedFile;
	/** The deletion of the title, by which it can be undone. */
	deletionId?: string;
}

/**
 * Removes a movie's file and the files that follow it from the title's own folder. May be enqueued or asked, before or
 * after the movie is deleted.
 */
export const deleteMovieFiles = defineJob<DeleteMovieFiles, RemovedFiles>({
	name: 'delete-movie-files',
	queue: 'import',
	payload: {
		movieId: Joi.string(),
		title: Joi.string(),
		path: Joi.string(),
		folder: Joi.string().optional(),
		media: removedTitle.optional(),
		file: removedFile.optional(),
		deletionId: Joi.string().optional(),
	},
	result: removedFiles,
	dedupeKey: ['movieId'],
	attempts: patientAttempts,
	untilDone: true,
});

interface DeleteEpisodeFiles {
	seriesId: string;
	/** For the log and the history, in case the series itself has been deleted. */
	title: string;
	/** The series' own folder. */
	folder: string;
	/** Paths of the media files, as recorded. */
	paths: string[];
	/** What messages say about the removal. Optional: jobs of earlier versions do not have it. */
	media?: RemovedTitle;
	files?: RecordedFile[];
	/** The deletion of the series, by which it can be undone. */
	deletionId?: string;
}

/** Maximum number of paths per job; the files of a long series are split. */
export const maxPaths = 200;

/**
 * Removes files of a series and the files that follow them from the series' own folder. May run before or
 * after the series is deleted.
 */
export const deleteEpisodeFiles = defineJob<DeleteEpisodeFiles, RemovedFiles>({
	name: 'delete-episode-files',
	queue: 'import',
	payload: {
		seriesId: Joi.string(),
		title: Joi.string(),
		folder: Joi.string(),
		paths: Joi.array().items(Joi.string()).max(maxPaths),
		media: removedTitle.optional(),
		files: Joi.array().items(removedFile).max(maxPaths).optional(),
		deletionId: Joi.string().optional(),
	},
	result: removedFiles,
	attempts: patientAttempts,
	untilDone: true,
});

interface DeleteChosenFiles {
	kind: 'movie' | 'series';
	titleId: string;
	/** Ids of media files of this title. */
	fileIds: string[];
	/** Whether the movie, or the episodes in these files, are no longer monitored. */
	unmonitor: boolean;
	/** By which it can be undone. */
	deletionId?: string;
}

/** Removes some files of a title that stays, with the files that follow them. */
export const deleteChosenFiles = defineJob<DeleteChosenFiles, RemovedFiles>({
	name: 'delete-chosen-files',
	queue: 'import',
	payload: {
		kind: Joi.string().valid('movie', 'series'),
		titleId: Joi.string().uuid(),
		fileIds: Joi.array().items(Joi.string()).max(maxPaths),
		unmonitor: Joi.boolean(),
		deletionId: Joi.string().optional(),
	},
	result: removedFiles,
	attempts: patientAttempts,
	untilDone: true,
});

/** Puts a deleted title back, and its files from the recycle bin. How it ends is stored with the deletion. */
export const undoDeletion = defineJob<{deletionId: string}>({
	name: 'undo-deletion',
	queue: 'import',
	limitMs: longLimits.file,
	payload: {deletionId: Joi.string().uuid()},
	dedupeKey: ['deletionId'],
	attempts: patientAttempts,
	untilDone: true,
});

/** Deletes for good what a deletion has put into the recycle bin, so it cannot be undone any more, and forgets it. */
export const eraseDeletion = defineJob<{deletionId: string}>({
	name: 'erase-deletion',
	queue: 'import',
	limitMs: longLimits.file,
	payload: {deletionId: Joi.string().uuid()},
	dedupeKey: ['deletionId'],
	attempts: patientAttempts,
});

/** Deletes for good everything that we have put into recycle bins, with the deletions that it belongs to. */
export const emptyBins = defineJob<Record<string, never>>({
	name: 'empty-bins',
	queue: 'import',
	limitMs: longLimits.file,
	payload: {},
	dedupeKey: [],
	attempts: patientAttempts,
});

interface TakeBackImport {
	/** An item that was removed from the queue. */
	queueItemId: string;
	placed: PlacedFile[];
}

/** Removes what the import of a removed item had placed and did not record. */
export const takeBackImport = defineJob<TakeBackImport>({
	name: 'take-back-import',
	queue: 'import',
	payload: {
		queueItemId: Joi.string().uuid(),
		placed: Joi.array().items(Joi.object({path: text, identity: text, video: text, root: text})),
	},
	dedupeKey: ['queueItemId'],
	attempts: patientAttempts,
	untilDone: true,
});

interface ClearLibrary {
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
	dedupeKey: ['libraryId'],
	attempts: patientAttempts,
	untilDone: true,
});
