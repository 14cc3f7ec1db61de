import Joi from 'joi';
import {moveFilesField} from '#api/http/file-moves.ts';
import {type PageQuery, pageFields, queryFlag, type SortText, sortField} from '#api/http/route.ts';
import {facetsQuery} from '#api/http/title-lists.ts';
import {standingFlag} from '#api/http/title-standing.ts';
import {
	type LabelledQuery,
	labelledQuery,
	newLibraryText,
	type TagsOfTitle,
	type TagsOfTitles,
	tagsOfTitle,
	tagsOfTitles,
} from '#api/http/title-tags.ts';
import {type MinimumAvailability, minimumAvailabilities} from '#shared/domain/media/movie.ts';
import {type QualityName, qualityNames} from '#shared/domain/quality/qualities.ts';
import {type MovieSortField, movieSortFields} from '#shared/store/movies/movie-page.ts';
import type {Facets} from '#shared/store/titles/title-pages.ts';

export interface MoviesFilter extends LabelledQuery, Facets {
	monitored?: boolean;
	downloaded?: boolean;
	search?: string;
	genre?: string;
	year?: number;
	minimumAvailability?: MinimumAvailability;
	quality?: QualityName;
}
/** Which movies a list has. */
export const moviesFilter = {
	monitored: queryFlag(),
	downloaded: queryFlag(),
	search: Joi.string().max(200),
	genre: Joi.string().max(100),
	year: Joi.number().integer(),
	minimumAvailability: Joi.string().valid(...minimumAvailabilities),
	quality: Joi.string()
		.valid(...qualityNames)
		.description('Only movies whose file has this quality.'),
	...facetsQuery,
	...labelledQuery,
};
export interface MoviesQuery extends PageQuery, MoviesFilter {
	sort: SortText<MovieSortField>;
	withStanding: boolean;
	titleStart?: string;
}
export const moviesQuery = Joi.object<MoviesQuery, true>({
	...pageFields(),
	sort: sortField(movieSortFields, 'title:asc'),
	withStanding: standingFlag(),
	titleStart: Joi.string()
		.max(200)
		.description('Only titles that begin with this text as lists order them: an article before it, case and accents do not count.'),
	...moviesFilter,
});
export const movieLettersQuery = Joi.object<MoviesFilter, true>(moviesFilter);

/** The metadata provider's id; MongoDB and JSON store integers of this size exactly. */
const metaId = Joi.number().integer().min(1).max(2_147_483_647);
const path = Joi.string().max(4096);
const minimumAvailability = Joi.string().valid(...minimumAvailabilities);
const availabilityDelayDays = Joi.number().integer().min(-365).max(365).allow(null);

export interface AddMovieBody extends TagsOfTitle {
	metaId: number;
	rootFolderPath?: string;
	tags: string[];
	monitored: boolean;
	minimumAvailability: MinimumAvailability;
	availabilityDelayDays: number | null;
	searchOnAdd: boolean;
	qualityProfileId?: string;
	languageProfileId?: string | null;
}
export const addMovieBody = Joi.object<AddMovieBody, true>({
	metaId: metaId.required(),
	rootFolderPath: path,
	monitored: Joi.boolean().default(true),
	minimumAvailability: minimumAvailability.default('released'),
	availabilityDelayDays: availabilityDelayDays.default(null),
	searchOnAdd: Joi.boolean().default(false),
	qualityProfileId: Joi.string().max(100),
	tags: tagsOfTitle.tags.default([]),
	libraryId: tagsOfTitle.libraryId.description(newLibraryText),
	languageProfileId: Joi.string().max(100).allow(null),
});

export interface EditMovieBody extends TagsOfTitle {
	monitored?: boolean;
	minimumAvailability?: MinimumAvailability;
	availabilityDelayDays?: number | null;
	rootFolderPath?: string;
	qualityProfileId?: string;
	languageProfileId?: string | null;
	path?: string;
	moveFiles?: boolean;
}
const editFields = {
	monitored: Joi.boolean(),
	minimumAvailability,
	availabilityDelayDays,
	rootFolderPath: path,
	qualityProfileId: Joi.string().max(100),
	...tagsOfTitle,
	languageProfileId: Joi.string().max(100).allow(null),
	moveFiles: moveFilesField,
};
export const editMovieBody = Joi.object<EditMovieBody, true>({...editFields, path: path.pattern(/^\//, 'an absolute path')});

export interface EditMoviesBody extends Omit<EditMovieBody, 'path'>, TagsOfTitles {
	ids: string[];
}
export const editMoviesBody = Joi.object<EditMoviesBody, true>({
	ids: Joi.array().items(Joi.string().allow('').max(100)).max(1000).required(),
	...editFields,
	...tagsOfTitles,
}).example({ids: ['5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10'], monitored: true});

export interface DeleteMovieQuery {
	deleteFiles: boolean;
	addImportExclusion: boolean;
}
export const deleteMovieQuery = Joi.object<DeleteMovieQuery, true>({
	deleteFiles: queryFlag().default(false),
	addImportExclusion: queryFlag().default(false).description('Never add it again automatically.'),
});
