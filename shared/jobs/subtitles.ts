import {createHash} from 'node:crypto';
import Joi from 'joi';
import {ownerKey, type SubtitleOwner} from '../domain/media/subtitle.ts';
import type {ProviderResult} from '../domain/subtitles/found-subtitle.ts';
import {defineJob, longLimits} from './job.ts';

const subtitleOwner = Joi.object<SubtitleOwner, true>({type: Joi.string().valid('movie', 'episode'), id: Joi.string().uuid()});

export interface SearchSubtitles {
	owner: SubtitleOwner;
	/** Codes of `subtitle-languages.ts`; null for those of the title's language profile. */
	languages: string[] | null;
}

export interface SearchedSubtitles {
	/** By which the found ones are listed; see `subtitle-cache.ts`. */
	searchId: string;
	providerResults: ProviderResult[];
	/** Milliseconds. */
	duration: number;
}

/** Asks all providers while the caller waits, rates what they offer and caches it. Downloads nothing. */
export const searchSubtitles = defineJob<SearchSubtitles, SearchedSubtitles>({
	name: 'search-subtitles',
	queue: 'subtitles',
	payload: {owner: subtitleOwner, languages: Joi.array().items(Joi.string()).allow(null)},
	result: {searchId: Joi.string(), providerResults: Joi.array().items(Joi.object().unknown()), duration: Joi.number()},
	interruptible: true,
	priority: 1,
});

export interface AddSubtitle {
	owner: SubtitleOwner;
	/**
	 * A found one, by the provider's id, or an uploaded file by its key; see `subtitle-cache.ts`. Or one that lies
	 * there, by our id, `offsetMs` milliseconds later; null fits it to the sound. `hash` is that of what was seen: a
	 * second run must not shift again what the first one has shifted.
	 */
	from:
		| {kind: 'found'; providerId: string; subtitleId: string}
		| {kind: 'upload'; key: string}
		| {kind: 'retimed'; subtitleId: string; hash: string | null; offsetMs: number | null};
	/** The caller may not delete files, so no existing file is replaced. */
	mayNotReplace?: true;
}

/** Puts one subtitle beside the file while the caller waits. Answers with our id of it. */
export const addSubtitle = defineJob<AddSubtitle, {id: string}>({
	name: 'add-subtitle',
	queue: 'subtitles',
	payload: {
		owner: subtitleOwner,
		from: Joi.alternatives(
			Joi.object({kind: Joi.string().valid('found'), providerId: Joi.string(), subtitleId: Joi.string()}),
			Joi.object({kind: Joi.string().valid('upload'), key: Joi.string()}),
			Joi.object({
				kind: Joi.string().valid('retimed'),
				subtitleId: Joi.string(),
				hash: Joi.string().allow(null),
				offsetMs: Joi.number().integer().allow(null),
			}),
		),
		mayNotReplace: Joi.boolean().valid(true).optional(),
	},
	result: {id: Joi.string()},
	priority: 1,
});

export interface RemoveSubtitle {
	owner: SubtitleOwner;
	/** Our id of the subtitle. */
	subtitleId: string;
	/** A downloaded one is not downloaded again for this title. */
	blocklist: boolean;
}

/** Removes a subtitle that lies beside the file while the caller waits. */
export const removeSubtitle = defineJob<RemoveSubtitle>({
	name: 'remove-subtitle',
	queue: 'subtitles',
	payload: {owner: subtitleOwner, subtitleId: Joi.string(), blocklist: Joi.boolean()},
	priority: 1,
});

const fetchReasons = ['missing', 'upgrade', 'import', 'person'] as const;

export interface FetchSubtitles {
	owner: SubtitleOwner;
	reason: (typeof fetchReasons)[number];
	/** The execution of a task that gets the outcome. */
	executionId?: string;
}

/** Searches the providers for what a file lacks, or for better ones, and puts the best beside the file. */
export const fetchSubtitles = defineJob<FetchSubtitles>({
	name: 'fetch-subtitles',
	queue: 'subtitles',
	payload: {
		owner: subtitleOwner,
		reason: Joi.string().valid(...fetchReasons),
		executionId: Joi.string().uuid().optional(),
	},
	interruptible: true,
	dedupeKey: request => (request.reason === 'person' ? `person-${ownerKey(request.owner)}` : ownerKey(request.owner)),
	replaces: ({owner, reason}) => (reason === 'person' ? ownerKey(owner) : null),
});

/** Reads which subtitles the title's file has, inside and beside it, and stores them with what is missing. */
export const readSubtitles = defineJob<{owner: SubtitleOwner}>({
	name: 'read-subtitles',
	queue: 'subtitles',
	payload: {owner: subtitleOwner},
	dedupeKey: ['owner'],
	runsAgain: true,
});

/**
 * Reads the subtitles of files that were never read, or whose folder has changed, a few at a time, and adds a job for
 * the rest. The records say which files these are, so a lost job loses nothing.
 */
export const readUnreadSubtitles = defineJob<Record<string, never>>({
	name: 'read-unread-subtitles',
	queue: 'subtitles',
	payload: {},
	// Most files take milliseconds, but one that cannot be read takes a minute.
	limitMs: longLimits.search,
	dedupeKey: [],
	runsAgain: true,
	priority: 100,
});

interface RejudgeSubtitles {
	/** Only titles of this library; null for any. */
	libraryId: string | null;
	/** Only these movies and series; any without it. */
	titleIds?: string[];
	/** What is missing now and was not before is searched soon. */
	search?: boolean;
}

/** Determines again what is missing, without looking at the disks, because what is wanted has changed. */
export const rejudgeSubtitles = defineJob<RejudgeSubtitles>({
	name: 'rejudge-subtitles',
	queue: 'subtitles',
	payload: {
		libraryId: Joi.string().allow(null),
		titleIds: Joi.array().items(Joi.string()).max(1000).optional(),
		search: Joi.boolean().optional(),
	},
	limitMs: longLimits.library,
	dedupeKey: ({libraryId, titleIds, search = false}) =>
		[
			titleIds ? createHash('sha256').update(titleIds.join()).digest('base64url') : (libraryId ?? 'all'),
			...(search ? ['search'] : []),
		].join('-'),
	runsAgain: true,
});
