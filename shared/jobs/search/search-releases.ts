import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface SearchReleases {
	kind: 'manual' | 'movie' | 'tv' | 'episode';
	query: string | null;
	movieId: string | null;
	seriesId: string | null;
	metaId: number | null;
	tvMetaId: number | null;
	seasonNumber: number | null;
	episodeNumber: number | null;
	/** Null asks all that are enabled. */
	indexerIds: string[] | null;
	categories: number[] | null;
	minSeeders: number | null;
	maxAge: number | null;
	limit: number;
}

export interface SearchedReleases {
	/** Under which the releases and the indexers' rows lie in Redis, see `release-shelf.ts`. */
	searchId: string;
	total: number;
	/** Milliseconds. */
	duration: number;
}

/** Asks the indexers while the caller waits; at most 60 s. */
export const searchReleases = defineJob<SearchReleases, SearchedReleases>({
	name: 'search-releases',
	queue: 'search',
	payload: {
		kind: Joi.string().valid('manual', 'movie', 'tv', 'episode'),
		query: Joi.string().allow(null),
		movieId: Joi.string().allow(null),
		seriesId: Joi.string().allow(null),
		metaId: Joi.number().integer().allow(null),
		tvMetaId: Joi.number().integer().allow(null),
		seasonNumber: Joi.number().integer().allow(null),
		episodeNumber: Joi.number().integer().allow(null),
		indexerIds: Joi.array().items(Joi.string()).allow(null),
		categories: Joi.array().items(Joi.number().integer()).allow(null),
		minSeeders: Joi.number().allow(null),
		maxAge: Joi.number().allow(null),
		limit: Joi.number().integer(),
	},
	result: {searchId: Joi.string(), total: Joi.number(), duration: Joi.number()},
});
