import Joi from 'joi';
import {id, name, number, part, positive, rows, text} from './fields.ts';
import type {WireFound, WireMovie, WirePage, WireSeason, WireSeries} from './wire-types.ts';

const named = Joi.object({name});
const titled = Joi.object({title: name, type: text});
const picture = Joi.object({file_path: name});
const pictures = part({posters: rows(picture), backdrops: rows(picture), logos: rows(picture)});
const translation = Joi.object({iso_639_1: name, data: part({title: text, name: text, overview: text, tagline: text})});

const shared = {
	id,
	original_language: text,
	overview: text,
	genres: rows(named),
	vote_average: positive,
	vote_count: number,
	poster_path: text,
	backdrop_path: text,
	images: pictures,
	translations: part({translations: rows(translation)}),
};

export const wireMovie = Joi.object<WireMovie>({
	...shared,
	imdb_id: text,
	title: name,
	original_title: text,
	tagline: text,
	homepage: text,
	runtime: positive,
	release_date: text,
	alternative_titles: part({titles: rows(titled)}),
	credits: part({
		cast: rows(Joi.object({id, name, character: text, order: number})),
		crew: rows(Joi.object({id, name, job: name})),
	}),
	release_dates: part({
		results: rows(
			Joi.object({
				iso_3166_1: name,
				release_dates: rows(Joi.object({type: number, certification: text, release_date: text})),
			}),
		),
	}),
	external_ids: part({imdb_id: text}),
});

const episode = Joi.object({
	id: positive,
	episode_number: Joi.number().integer().min(0).required(),
	name: text,
	overview: text,
	air_date: text,
	runtime: positive,
	still_path: text,
});

const seasonFields = {
	season_number: Joi.number().integer().min(0).required(),
	name: text,
	overview: text,
	air_date: text,
	poster_path: text,
};

export const wireSeason = Joi.object<WireSeason>({...seasonFields, episodes: rows(episode)});

export const wireSeries = Joi.object<WireSeries>({
	...shared,
	name,
	original_name: text,
	status: text,
	type: text,
	first_air_date: text,
	episode_run_time: rows(Joi.number().positive()),
	origin_country: rows(Joi.string()),
	networks: rows(named),
	last_episode_to_air: part({runtime: positive}),
	seasons: rows(Joi.object({...seasonFields, episode_count: number})),
	alternative_titles: part({results: rows(titled)}),
	content_ratings: part({results: rows(Joi.object({iso_3166_1: name, rating: text}))}),
	aggregate_credits: part({
		cast: rows(Joi.object({id, name, order: number, roles: rows(Joi.object({character: text}))})),
	}),
	external_ids: part({imdb_id: text, tvdb_id: positive}),
});

const hit = Joi.object({id});

export const wireFound = Joi.object<WireFound>({
	movie_results: rows(hit),
	tv_results: rows(hit),
	tv_episode_results: rows(Joi.object({show_id: id})),
});

export const wirePage = Joi.object<WirePage>({
	results: rows(
		Joi.object({
			id,
			title: text,
			name: text,
			original_title: text,
			original_name: text,
			release_date: text,
			first_air_date: text,
			overview: text,
			poster_path: text,
		}),
	).required(),
});
