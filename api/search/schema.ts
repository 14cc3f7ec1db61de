import Joi from 'joi';
import {clamped} from '#api/http/pages.ts';

export interface SearchQuery {
	query?: string;
	type?: 'movie' | 'tv';
	metaId?: number;
	tvMetaId?: number;
	seriesId?: string;
	movieId?: string;
	seasonNumber?: number;
	episodeNumber?: number;
	indexers?: string;
	categories?: string;
	minSeeders?: number;
	maxAge?: number;
	limit: number;
}

const count = Joi.number().integer().min(0);
const id = Joi.number().integer().min(1).max(2_147_483_647);

export const searchQuery = Joi.object<SearchQuery, true>({
	query: Joi.string().trim().min(1).max(500),
	type: Joi.string().valid('movie', 'tv'),
	metaId: id,
	tvMetaId: id,
	seriesId: Joi.string().max(100),
	movieId: Joi.string().max(100),
	seasonNumber: count.max(10_000),
	episodeNumber: count.max(100_000),
	indexers: Joi.string().max(4000),
	categories: Joi.string()
		.max(1000)
		.pattern(/^\d{1,6}(,\d{1,6})*$/, 'ids of categories, separated by commas'),
	minSeeders: count.max(1_000_000),
	maxAge: count.max(100_000),
	limit: clamped(1, 1000, 100),
});
