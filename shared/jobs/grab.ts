import Joi from 'joi';
import {type QualityName, qualityNames} from '../domain/quality/qualities.ts';
import {defineJob} from './job.ts';

export interface GrabRelease {
	guid: string;
	indexerId: string;
	/** The title that the caller assigns; null keeps the match from the search. */
	movieId: string | null;
	seriesId: string | null;
	/** The season of a pack whose title does not say it. */
	seasonNumber?: number | null;
	episodeIds: string[] | null;
	/** A person has chosen the release: no list takes back its title, and it is imported even if it is no upgrade. */
	byPerson?: boolean;
	/** The quality that the person chose, whatever the title says. */
	quality?: QualityName;
	languages?: string[];
}

export interface GrabbedRelease {
	downloadId: string;
	queueId: string;
	title: string;
}

/** Sends a found release to a download client, and answers once the client has accepted it. */
export const grabRelease = defineJob<GrabRelease, GrabbedRelease>({
	name: 'grab-release',
	queue: 'grab',
	payload: {
		guid: Joi.string(),
		indexerId: Joi.string(),
		movieId: Joi.string().allow(null),
		seriesId: Joi.string().allow(null),
		seasonNumber: Joi.number().integer().allow(null).optional(),
		episodeIds: Joi.array().items(Joi.string()).allow(null),
		byPerson: Joi.boolean().optional(),
		quality: Joi.string()
			.valid(...qualityNames)
			.optional(),
		languages: Joi.array().items(Joi.string()).optional(),
	},
	result: {downloadId: Joi.string(), queueId: Joi.string(), title: Joi.string()},
	attempts: 1,
});

interface HandOverFile {
	indexerId: string;
	/** Of a release that was found in the last hour. */
	guid: string;
}

/** Fetches the file of a release for another program that waits for it, and leaves it among the kept files. */
export const handOverFile = defineJob<HandOverFile>({
	name: 'hand-over-file',
	queue: 'grab',
	payload: {indexerId: Joi.string(), guid: Joi.string()},
	attempts: 1,
	interruptible: true,
});

interface RetryDownload {
	queueItemId: string;
}

/**
 * Sends the release of a queue item to its client again: after a failure, or after a crash before the client's answer.
 * The item says when it is sent once more.
 */
export const retryDownload = defineJob<RetryDownload>({
	name: 'retry-download',
	queue: 'grab',
	payload: {queueItemId: Joi.string().uuid()},
	dedupeKey: ['queueItemId'],
	attempts: 1,
});
