import Joi from 'joi';

export interface LookupQuery {
	query: string;
}
export const lookupQuery = Joi.object<LookupQuery, true>({
	query: Joi.string()
		.trim()
		.min(1)
		.max(200)
		.required()
		.description('A title, with or without its year, or an id: tmdb:603, imdb:tt0133093, tvdb:81189.'),
});
