import {createHash} from 'node:crypto';
import Joi from 'joi';
import type {NameVerdict} from '../domain/quality/name-verdict.ts';
import type {QualityName} from '../domain/quality/qualities.ts';
import type {ParsedTitle, TitleMode} from '../domain/release/parsed-title.ts';
import {defineJob, longLimits} from './job.ts';

/** Reasons that a person may give. */
export const searchReasons = ['missing', 'cutOffUnmet', 'manual'] as const;
/** All reasons, including those of tasks. */
const jobReasons = [...searchReasons, 'upgrade'] as const;

export interface SearchMovie {
	movieId: string;
	reason: (typeof jobReasons)[number];
	/** The execution of a task that gets the outcome. */
	executionId?: string;
	/** A person asked: neither a delay nor the availability matters, and the search goes first. */
	byPerson?: boolean;
	/** The caller of the task named the title, so it is searched even if it is paused. */
	evenIfPaused?: boolean;
	/** It was queued after the search of another copy of the title, and queues no further one. */
	behindCopy?: boolean;
}

export function isByPerson({reason, byPerson}: Pick<SearchMovie, 'reason' | 'byPerson'>): boolean {
	return reason === 'manual' || (byPerson ?? false);
}

/** Searches all indexers and grabs the best approved release. */
export const searchMovie = defineJob<SearchMovie>({
	name: 'search-movie',
	queue: 'search',
	interruptible: true,
	limitMs: longLimits.search,
	payload: {
		movieId: Joi.string().uuid(),
		reason: Joi.string().valid(...jobReasons),
		executionId: Joi.string().uuid().optional(),
		byPerson: Joi.boolean().optional(),
		evenIfPaused: Joi.boolean().optional(),
		behindCopy: Joi.boolean().optional(),
	},
	dedupeKey: request => (isByPerson(request) ? `person-${request.movieId}` : request.movieId),
	replaces: request => (isByPerson(request) ? request.movieId : null),
	attempts: 2,
});

export interface SearchEpisodes {
	seriesId: string;
	/** Null for all seasons. */
	seasonNumber: number | null;
	/** Null for all wanted episodes. */
	episodeIds: string[] | null;
	reason: (typeof jobReasons)[number];
	/** The execution of a task that gets the outcome. */
	executionId?: string;
	/** A person asked: named episodes are searched in any state, delays do not matter, and the search goes first. */
	byPerson?: boolean;
	/** The caller of the task named the title, so it is searched even if it is paused. */
	evenIfPaused?: boolean;
	/** It was queued after the search of another copy of the title, and queues no further one. */
	behindCopy?: boolean;
}

/** What a task queues for a series: one search for everything that is due. */
const backlogKey = (reason: SearchEpisodes['reason'], seriesId: string) => `${reason}-${seriesId}-backlog`;

function partKey({seriesId, seasonNumber, episodeIds}: SearchEpisodes): string {
	const named = episodeIds ? createHash('sha256').update(episodeIds.toSorted().join()).digest('base64url') : 'all';
	return `${seriesId}-${seasonNumber ?? 'all'}-${named}`;
}

function episodesKey(request: SearchEpisodes): string {
	if (isByPerson(request)) {
		// Named episodes are searched whatever the reason.
		return `person-${request.episodeIds ? 'named' : request.reason}-${partKey(request)}`;
	}
	return request.executionId ? backlogKey(request.reason, request.seriesId) : `${request.reason}-${partKey(request)}`;
}

/**
 * The queued searches that a person's search of the whole series replaces: `manual` means everything missing, and
 * better files too.
 */
function replacedKey(request: SearchEpisodes): string | null {
	const isStronger = isByPerson(request) && request.seasonNumber === null && request.episodeIds === null;
	return isStronger ? backlogKey(request.reason === 'manual' ? 'missing' : request.reason, request.seriesId) : null;
}

/** The searches of a person that find all that this one of a task would find. */
export function searchesOfPerson({seriesId, reason}: Pick<SearchEpisodes, 'seriesId' | 'reason'>): SearchEpisodes[] {
	const reasons = reason === 'upgrade' ? [] : [reason, 'manual' as const];
	return reasons.map(each => ({seriesId, seasonNumber: null, episodeIds: null, reason: each, byPerson: true}));
}

/** Searches all indexers for the wanted episodes of a series and grabs the best approved releases. */
export const searchEpisodes = defineJob<SearchEpisodes>({
	name: 'search-episodes',
	queue: 'search',
	interruptible: true,
	limitMs: longLimits.search,
	payload: {
		seriesId: Joi.string().uuid(),
		seasonNumber: Joi.number().integer().allow(null),
		episodeIds: Joi.array().items(Joi.string()).max(1000).allow(null),
		reason: Joi.string().valid(...jobReasons),
		executionId: Joi.string().uuid().optional(),
		byPerson: Joi.boolean().optional(),
		evenIfPaused: Joi.boolean().optional(),
		behindCopy: Joi.boolean().optional(),
	},
	dedupeKey: episodesKey,
	// A search of one season or of some episodes leaves the rest of a task's search to do.
	replaces: replacedKey,
	attempts: 2,
});

/** What to search for. A title is given by its id in the library or at a provider. */
export type SearchSubject =
	/** Nothing asks for the latest releases. */
	| {kind: 'manual'; query: string}
	| {kind: 'movie'; movie: {id: string} | {metaId: number}}
	| {kind: 'tv'; series: SeriesName; seasonNumber: number | null}
	| {kind: 'episode'; seriesId: string; seasonNumber: number; episodeNumber: number};

export type SeriesName = {id: string} | {metaId: number} | {tvMetaId: number};

export interface SearchReleases {
	subject: SearchSubject;
	/** Null asks all enabled indexers. */
	indexerIds: string[] | null;
	categories: number[] | null;
	minSeeders: number | null;
	maxAge: number | null;
	limit: number;
	/** Only copies in this library are judged. */
	libraryId?: string;
	/** No caller waits for the result: the answer of each indexer is stored as it comes, see `release-cache.ts`. */
	isStarted?: boolean;
}

export interface SearchedReleases {
	/** Key of the releases and the indexers' results in Redis, see `release-cache.ts`. */
	searchId: string;
	total: number;
	/** Milliseconds. */
	duration: number;
}

const byId = Joi.object({id: Joi.string()});
const byMetaId = Joi.object({metaId: Joi.number().integer()});
const byTvMetaId = Joi.object({tvMetaId: Joi.number().integer()});
const integer = Joi.number().integer();
const ofKind = (kind: SearchSubject['kind'], fields: Joi.SchemaMap) => Joi.object({kind: Joi.string().valid(kind), ...fields});
const subject = Joi.alternatives(
	ofKind('manual', {query: Joi.string().allow('')}),
	ofKind('movie', {movie: Joi.alternatives(byId, byMetaId)}),
	ofKind('tv', {series: Joi.alternatives(byId, byMetaId, byTvMetaId), seasonNumber: integer.allow(null)}),
	ofKind('episode', {seriesId: Joi.string(), seasonNumber: integer, episodeNumber: integer}),
);

/** Searches the indexers while a person waits, for at most 60 s. */
export const searchReleases = defineJob<SearchReleases, SearchedReleases>({
	name: 'search-releases',
	queue: 'search',
	interruptible: true,
	payload: {
		subject,
		indexerIds: Joi.array().items(Joi.string()).allow(null),
		categories: Joi.array().items(Joi.number().integer()).allow(null),
		minSeeders: Joi.number().allow(null),
		maxAge: Joi.number().allow(null),
		limit: Joi.number().integer(),
		libraryId: Joi.string().optional(),
		isStarted: Joi.boolean().optional(),
	},
	// The caller is told of a failure at once.
	attempts: 1,
	result: {searchId: Joi.string(), total: Joi.number(), duration: Joi.number()},
});

/** A job of a task without a choice of titles. */
interface OfTask {
	/** The execution that gets the outcomes. */
	executionId?: string;
}

interface GrabbedWanted {
	/** Number of releases that were judged. */
	found: number;
	approved: number;
	grabbed: number;
}

const ofTask = {executionId: Joi.string().uuid().optional()};
const grabbedWanted = {found: Joi.number(), approved: Joi.number(), grabbed: Joi.number()};

export interface ReadFeeds {
	/** The run of the task for which they are read. */
	readingId: string;
	indexerIds: string[];
}

/**
 * Reads and judges the latest releases of a few indexers, and keeps what is wanted for `syncFeeds`. Asked by the task
 * `rssSync` where there are many indexers.
 */
export const readFeeds = defineJob<ReadFeeds, {found: number}>({
	name: 'read-feeds',
	queue: 'search',
	interruptible: true,
	payload: {readingId: Joi.string().uuid(), indexerIds: Joi.array().items(Joi.string()).max(100)},
	result: {found: Joi.number()},
});

interface SyncFeeds extends OfTask {
	/** The indexers of each part that `readFeeds` has read for this execution; all feeds are read if not given. */
	parts?: string[][];
}

/**
 * Reads the latest releases of all indexers, judges them, and grabs the best one for each wanted title.
 * Asked by the task `rssSync`.
 */
export const syncFeeds = defineJob<SyncFeeds, GrabbedWanted>({
	name: 'sync-feeds',
	queue: 'search',
	interruptible: true,
	limitMs: longLimits.search,
	payload: {...ofTask, parts: Joi.array().items(Joi.array().items(Joi.string())).max(1000).optional()},
	result: grabbedWanted,
});

/**
 * Judges the waiting releases again and grabs the best one for each wanted title. Asked by the task `pendingReleases`.
 */
export const grabPending = defineJob<OfTask, GrabbedWanted>({
	name: 'grab-pending',
	queue: 'search',
	interruptible: true,
	limitMs: longLimits.search,
	payload: ofTask,
	result: grabbedWanted,
});

/** Characters; no indexer has longer names. */
export const longestName = 1000;

interface JudgeName {
	name: string;
	/** Null to guess it. */
	mode: TitleMode | null;
	/** Bytes, for formats with a size. */
	size: number;
}

export interface JudgedName {
	mode: TitleMode;
	/** Whether a movie or an episode could be read from it. */
	isUnderstood: boolean;
	/** The parsed name. */
	parsed: Partial<ParsedTitle> & Pick<ParsedTitle, 'title' | 'languages' | 'quality'>;
	quality: QualityName;
	formats: {id: string; name: string}[];
	profiles: NameVerdict[];
}

/** What the parser, the custom formats and the quality profiles say of a name that a person tries. */
export const judgeName = defineJob<JudgeName, JudgedName>({
	name: 'judge-name',
	queue: 'search',
	payload: {name: Joi.string().max(longestName), mode: Joi.string().valid('movie', 'tv').allow(null), size: Joi.number().min(0)},
	result: {
		mode: Joi.string(),
		isUnderstood: Joi.boolean(),
		parsed: Joi.object().unknown(),
		quality: Joi.string(),
		formats: Joi.array().items(Joi.object({id: Joi.string(), name: Joi.string()})),
		profiles: Joi.array().items(Joi.object().unknown()),
	},
	interruptible: true,
});

interface JudgeOffered {
	/** A release that another program has put into the release cache. */
	indexerId: string;
	guid: string;
	mode: TitleMode;
}

/** Finds the title that an offered release is of, and judges it as one of a feed. */
export const judgeOffered = defineJob<JudgeOffered, Pick<SearchedReleases, 'searchId'>>({
	name: 'judge-offered',
	queue: 'search',
	payload: {indexerId: Joi.string(), guid: Joi.string(), mode: Joi.string().valid('movie', 'tv')},
	result: {searchId: Joi.string()},
	interruptible: true,
});
