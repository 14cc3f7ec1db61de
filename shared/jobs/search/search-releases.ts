import Joi from 'joi';
import {defineJob} from '../job.ts';

/** What to search for. A title is given by its id in the library or at a provider. */
export type SearchSubject =
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
}

export interface SearchedReleases {
	/** Key of the releases and the indexers' results in Redis, see `release-shelf.ts`. */
	searchId: string;
	total: number;
	/** Milliseconds. */
	duration: number;
}

const byId = Joi.object({id: Joi.string()});
const byMetaId = Joi.object({metaId: Joi.number().integer()});
const byTvMetaId = Joi.object({tvMetaId: Joi.number().integer()});
const number = Joi.number().integer();
const ofKind = (kind: SearchSubject['kind'], fields: Joi.SchemaMap) => Joi.object({kind: Joi.string().valid(kind), ...fields});
const subject = Joi.alternatives(
	ofKind('manual', {query: Joi.string()}),
	ofKind('movie', {movie: Joi.alternatives(byId, byMetaId)}),
	ofKind('tv', {series: Joi.alternatives(byId, byMetaId, byTvMetaId), seasonNumber: number.allow(null)}),
	ofKind('episode', {seriesId: Joi.string(), seasonNumber: number, episodeNumber: number}),
);

/** Searches the indexers while the caller waits, for at most 60 s. */
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
	},
	result: {searchId: Joi.string(), total: Joi.number(), duration: Joi.number()},
});
