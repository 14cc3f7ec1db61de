import {createHash} from 'node:crypto';
import Joi from 'joi';
import type {LookupSubject} from '../domain/matching/lookup-query.ts';
import {type MonitorChoice, monitorChoices, type SeasonOption} from '../domain/media/monitor-seasons.ts';
import {type MinimumAvailability, minimumAvailabilities} from '../domain/media/movie.ts';
import {type SeriesType, seriesTypes} from '../domain/media/series.ts';
import {type AddedBy, addedByKinds} from '../domain/media/title.ts';
import {episodeOrderForm} from '../domain/numbering/order-episodes.ts';
import {defineJob, longLimits} from './job.ts';

const ofNewTitle = {
	libraryId: Joi.string().allow(null),
	/** Optional, because jobs of an older process lack them. */
	tags: Joi.array().items(Joi.string()).optional(),
	addedBy: Joi.object<AddedBy>({kind: Joi.string().valid(...addedByKinds), id: Joi.string().allow(null)}).optional(),
	listItemId: Joi.string().uuid().optional(),
	asBacklog: Joi.boolean().optional(),
	besideOthers: Joi.boolean().optional(),
};

/** What a new movie and a new series have in common. */
interface NewTitle {
	metaId: number;
	rootFolderPath: string;
	monitored: boolean;
	searchOnAdd: boolean;
	qualityProfileId: string;
	libraryId: string | null;
	/** Labels. */
	tags?: string[];
	addedBy?: AddedBy;
	listItemId?: string;
	/** The search that follows has the lowest priority. */
	asBacklog?: boolean;
	/** Null for that of the library. */
	languageProfileId?: string | null;
	/** The caller has named the library, so copies in other libraries do not matter. */
	besideOthers?: boolean;
}

interface AddMovie extends NewTitle {
	/** The folder that its file is in; otherwise the template decides. */
	path?: string;
	minimumAvailability: MinimumAvailability;
	/** Also its collection is monitored from now on, with the same choices. */
	monitorCollection?: boolean;
	/** Null for that of the setting. */
	availabilityDelayDays?: number | null;
}

interface AddedTitle {
	id: string;
	title: string;
}

/**
 * Looks up the title at the provider and stores it. The API asks and waits, because the caller must learn when
 * the title does not exist.
 */
export const addMovie = defineJob<AddMovie, AddedTitle>({
	name: 'add-movie',
	queue: 'refresh',
	payload: {
		metaId: Joi.number().integer(),
		rootFolderPath: Joi.string(),
		path: Joi.string().optional(),
		monitored: Joi.boolean(),
		minimumAvailability: Joi.string().valid(...minimumAvailabilities),
		searchOnAdd: Joi.boolean(),
		qualityProfileId: Joi.string(),
		...ofNewTitle,
		monitorCollection: Joi.boolean().optional(),
		availabilityDelayDays: Joi.number().integer().allow(null).optional(),
		languageProfileId: Joi.string().allow(null).optional(),
	},
	result: {id: Joi.string(), title: Joi.string()},
});

interface AddSeries extends NewTitle {
	seasonFolder: boolean;
	seasonOptions: SeasonOption[];
	monitor?: MonitorChoice;
	monitorNewSeasons?: boolean;
	/** Null for that of the provider. */
	type?: SeriesType | null;
	/** How its episodes are numbered, as `episodeOrder` of a series. */
	episodeOrder?: string | null;
}

/**
 * Looks up the title at the provider and stores it with all seasons and episodes. The API asks and waits, because the
 * caller must learn when the title does not exist.
 */
export const addSeries = defineJob<AddSeries, AddedTitle>({
	name: 'add-series',
	queue: 'refresh',
	payload: {
		metaId: Joi.number().integer(),
		rootFolderPath: Joi.string(),
		monitored: Joi.boolean(),
		seasonFolder: Joi.boolean(),
		searchOnAdd: Joi.boolean(),
		qualityProfileId: Joi.string(),
		...ofNewTitle,
		seasonOptions: Joi.array().items(Joi.object({seasonNumber: Joi.number().integer(), monitored: Joi.boolean()})),
		languageProfileId: Joi.string().allow(null).optional(),
		monitor: Joi.string()
			.valid(...monitorChoices)
			.optional(),
		monitorNewSeasons: Joi.boolean().optional(),
		type: Joi.string()
			.valid(...seriesTypes)
			.allow(null)
			.optional(),
		episodeOrder: Joi.string().pattern(episodeOrderForm).allow(null).optional(),
	},
	result: {id: Joi.string(), title: Joi.string()},
});

export interface LookUpTitles {
	kind: 'movie' | 'series';
	subject: LookupSubject;
}

/** A title as the metadata provider lists it. */
export interface FoundTitle {
	metaId: number;
	title: string;
	year: number | null;
	overview: string | null;
	/** The provider's address. */
	posterUrl: string | null;
	/** What the provider's lists say of it, if anything. */
	releaseDate?: string | null | undefined;
	metaRating?: number | null | undefined;
	genres?: string[] | undefined;
}

export interface FoundTitles {
	/** Best match first, at most 20. */
	titles: FoundTitle[];
}

export const maxFoundTitles = 20;

const number = Joi.number().integer();
const textOrNull = Joi.string().allow(null);
export const foundTitles = Joi.array()
	.max(maxFoundTitles)
	.items(
		Joi.object({
			metaId: number,
			title: Joi.string(),
			year: number.allow(null),
			overview: textOrNull,
			posterUrl: textOrNull,
			releaseDate: textOrNull.optional(),
			metaRating: Joi.number().allow(null).optional(),
			genres: Joi.array().items(Joi.string()).optional(),
		}),
	);

/** Searches the metadata provider while the caller waits. */
export const lookUpTitles = defineJob<LookUpTitles, FoundTitles>({
	name: 'look-up-titles',
	queue: 'refresh',
	interruptible: true,
	payload: {
		kind: Joi.string().valid('movie', 'series'),
		subject: Joi.alternatives(
			Joi.object({by: Joi.string().valid('title'), title: Joi.string()}),
			Joi.object({by: Joi.string().valid('metaId', 'tvMetaId'), id: number}),
			Joi.object({by: Joi.string().valid('imdbId'), id: Joi.string()}),
		),
	},
	result: {titles: foundTitles},
});

/** Bytes. */
export const largestImage = 5 * 1024 * 1024;

interface FetchImage {
	/** Address at the metadata provider. */
	url: string;
}

export interface FetchedImage {
	/** Key of the picture in the image cache. */
	imageId: string;
}

/** Fetches a picture for the API, which makes no outbound call. */
export const fetchImage = defineJob<FetchImage, FetchedImage>({
	name: 'fetch-image',
	queue: 'refresh',
	interruptible: true,
	payload: {url: Joi.string().uri({scheme: ['http', 'https']})},
	result: {imageId: Joi.string()},
});

interface RefreshDue {
	/** Maximum number of titles of each kind. */
	limit: number;
	/** The execution of a task that gets the outcomes. */
	executionId?: string;
}

interface QueuedRefreshes {
	movies: number;
	series: number;
}

/**
 * Enqueues a refresh of every title that is due, longest overdue first. Airing titles are due often, ended ones rarely.
 */
export const refreshDue = defineJob<RefreshDue, QueuedRefreshes>({
	name: 'refresh-due',
	queue: 'refresh',
	interruptible: true,
	payload: {limit: Joi.number().integer().min(1).max(100_000), executionId: Joi.string().uuid().optional()},
	result: {movies: Joi.number(), series: Joi.number()},
	dedupeKey: [],
});

interface RefreshMovie {
	movieId: string;
	/** The execution of a task that gets the outcome. */
	executionId?: string;
}

export const refreshMovie = defineJob<RefreshMovie>({
	name: 'refresh-movie',
	queue: 'refresh',
	payload: {movieId: Joi.string().uuid(), executionId: Joi.string().uuid().optional()},
	dedupeKey: ['movieId'],
	runsAgain: true,
});

interface RefreshSeries {
	seriesId: string;
	/** The execution of a task that gets the outcome. */
	executionId?: string;
}

export const refreshSeries = defineJob<RefreshSeries>({
	name: 'refresh-series',
	queue: 'refresh',
	payload: {seriesId: Joi.string().uuid(), executionId: Joi.string().uuid().optional()},
	dedupeKey: ['seriesId'],
	runsAgain: true,
});

interface MapDueNumbers {
	/** Maximum number of series. */
	limit: number;
	/** The execution of a task that gets the outcomes. */
	executionId?: string;
}

/** Reads which series have scene numbers, and enqueues a job for each of our series whose numbers are due. */
export const mapDueNumbers = defineJob<MapDueNumbers, {series: number}>({
	name: 'map-due-numbers',
	queue: 'refresh',
	interruptible: true,
	payload: {limit: Joi.number().integer().min(1).max(100_000), executionId: Joi.string().uuid().optional()},
	result: {series: Joi.number()},
	dedupeKey: [],
});

interface MapNumbers {
	seriesId: string;
	/** The execution of a task that gets the outcome. */
	executionId?: string;
}

/** Finds the numbers that TVDB and the scene have for the episodes of a series. */
export const mapNumbers = defineJob<MapNumbers>({
	name: 'map-numbers',
	queue: 'refresh',
	payload: {seriesId: Joi.string().uuid(), executionId: Joi.string().uuid().optional()},
	dedupeKey: ['seriesId'],
	runsAgain: true,
});

interface RescoreFiles {
	/** Movies and series; null for the whole library. */
	titleIds: string[] | null;
	/** Only files in this custom library; null for any. */
	libraryId: string | null;
}

export const everyFile: RescoreFiles = {titleIds: null, libraryId: null};

/** Recalculates the format scores of files after formats, scores, a profile or the files have changed. */
export const rescoreFiles = defineJob<RescoreFiles>({
	name: 'rescore-files',
	queue: 'refresh',
	limitMs: longLimits.library,
	payload: {titleIds: Joi.array().items(Joi.string()).allow(null), libraryId: Joi.string().allow(null)},
	dedupeKey: ({titleIds, libraryId}) =>
		titleIds ? createHash('sha256').update(titleIds.join()).digest('base64url') : (libraryId ?? 'all'),
	runsAgain: true,
	priority: 50,
});

/** Works out again since when movies are available, after the setting `media.availabilityDelayDays` has changed. */
export const delayMovies = defineJob<Record<never, never>>({
	name: 'delay-movies',
	queue: 'refresh',
	limitMs: longLimits.library,
	payload: {},
	dedupeKey: [],
	runsAgain: true,
	priority: 50,
});
