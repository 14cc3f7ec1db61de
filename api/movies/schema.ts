import Joi from 'joi';
import {queryFlag} from '#api/http/route.ts';
import {
	type EditedTitle,
	type EditedTitles,
	editedTitle,
	editedTitles,
	exampleOfTitles,
	type NewTitle,
	newTitle,
	ownPath,
} from '#api/http/title-bodies.ts';
import {facetsQuery, type TitlesFilter, type TitlesQuery, titleFilters, titlesQuery} from '#api/http/title-lists.ts';
import {type MinimumAvailability, minimumAvailabilities} from '#shared/domain/media/movie.ts';
import {type QualityName, qualityNames} from '#shared/domain/quality/qualities.ts';
import {type MovieSortField, movieSortFields} from '#shared/store/movies/movie-page.ts';

/** Which movies a list has. */
export interface MoviesFilter extends TitlesFilter {
	year?: number;
	minimumAvailability?: MinimumAvailability;
	quality?: QualityName;
}
export const moviesFilter = {
	...titleFilters,
	year: Joi.number().integer(),
	minimumAvailability: Joi.string().valid(...minimumAvailabilities),
	quality: Joi.string()
		.valid(...qualityNames)
		.description('Only movies whose file has this quality.'),
	...facetsQuery,
};
export interface MoviesQuery extends TitlesQuery<MovieSortField>, MoviesFilter {}
export const moviesQuery = Joi.object<MoviesQuery, true>({...titlesQuery(movieSortFields), ...moviesFilter});
export const movieLettersQuery = Joi.object<MoviesFilter, true>(moviesFilter);

const minimumAvailability = Joi.string().valid(...minimumAvailabilities);
const availabilityDelayDays = Joi.number().integer().min(-365).max(365).allow(null);

export interface AddMovieBody extends NewTitle {
	minimumAvailability: MinimumAvailability;
	availabilityDelayDays: number | null;
}
export const addMovieBody = Joi.object<AddMovieBody, true>({
	...newTitle,
	minimumAvailability: minimumAvailability.default('released'),
	availabilityDelayDays: availabilityDelayDays.default(null),
});

interface EditFields extends EditedTitle {
	minimumAvailability?: MinimumAvailability;
	availabilityDelayDays?: number | null;
}
const editFields = {minimumAvailability, availabilityDelayDays, ...editedTitle};

export interface EditMovieBody extends EditFields {
	path?: string;
}
export const editMovieBody = Joi.object<EditMovieBody, true>({...editFields, path: ownPath});

export interface EditMoviesBody extends EditFields, EditedTitles {}
export const editMoviesBody = Joi.object<EditMoviesBody, true>({...editFields, ...editedTitles}).example(exampleOfTitles);

export interface DeleteMovieQuery {
	deleteFiles: boolean;
	addImportExclusion: boolean;
}
export const deleteMovieQuery = Joi.object<DeleteMovieQuery, true>({
	deleteFiles: queryFlag().default(false),
	addImportExclusion: queryFlag().default(false).description('Never add it again automatically.'),
});
