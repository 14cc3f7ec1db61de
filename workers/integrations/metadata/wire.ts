import Joi from 'joi';

type Named = {name: string};
type Picture = {file_path: string};

export interface Pictures {
	posters: Picture[];
	backdrops: Picture[];
	logos: Picture[];
}

export interface Translation {
	iso_639_1: string;
	data: {title: string | null; name: string | null; overview: string | null; tagline: string | null};
}

interface Title {
	title: string;
	/** What kind of title it is, as free text, such as `Season 2`. */
	type: string | null;
}

export interface MovieCast {
	id: number;
	name: string;
	character: string | null;
	order: number | null;
	profile_path: string | null;
}

export interface ReleaseDate {
	type: number | null;
	certification: string | null;
	release_date: string | null;
	/** Where it was: a festival, a streaming service. */
	note: string | null;
}

/** A film about the title, on another site; its type is such as `Trailer` or `Teaser`. */
export type Video = {site: string; key: string; official: boolean} & Record<'type' | 'iso_639_1', string | null>;

/** Who made a title, and where. */
export interface WireMarks {
	production_companies: Named[];
	production_countries: {iso_3166_1: string}[];
	origin_country: string[];
}

/** What movies and series have in common. */
interface Shared extends WireMarks {
	id: number;
	original_language: string | null;
	overview: string | null;
	genres: Named[];
	vote_average: number | null;
	vote_count: number | null;
	poster_path: string | null;
	backdrop_path: string | null;
	images: Pictures;
	videos: {results: Video[]};
	translations: {translations: Translation[]};
}

export interface WireMovie extends Shared {
	imdb_id: string | null;
	title: string;
	original_title: string | null;
	tagline: string | null;
	homepage: string | null;
	runtime: number | null;
	release_date: string | null;
	keywords: {keywords: Named[]};
	alternative_titles: {titles: Title[]};
	credits: {cast: MovieCast[]; crew: {id: number; name: string; job: string}[]};
	release_dates: {results: {iso_3166_1: string; release_dates: ReleaseDate[]}[]};
	external_ids: {imdb_id: string | null};
	belongs_to_collection: {id: number; name: string} | null;
}

export interface WireEpisode {
	id: number | null;
	episode_number: number;
	name: string | null;
	overview: string | null;
	air_date: string | null;
	runtime: number | null;
	still_path: string | null;
}

export interface WireSeason {
	season_number: number;
	name: string | null;
	overview: string | null;
	air_date: string | null;
	poster_path: string | null;
	episodes: WireEpisode[];
}

/** A season as listed by its series. */
export interface ListedSeason extends Omit<WireSeason, 'episodes'> {
	episode_count: number | null;
}

export interface WireSeries extends Shared {
	name: string;
	original_name: string | null;
	status: string | null;
	type: string | null;
	first_air_date: string | null;
	episode_run_time: number[];
	/** As for movies, but under another name. */
	keywords: {results: Named[]};
	networks: Named[];
	last_episode_to_air: {runtime: number | null};
	seasons: ListedSeason[];
	alternative_titles: {results: Title[]};
	content_ratings: {results: {iso_3166_1: string; rating: string | null}[]};
	aggregate_credits: {cast: (Omit<MovieCast, 'character'> & {roles: {character: string | null}[]})[]};
	external_ids: {imdb_id: string | null; tvdb_id: number | null};
}

export interface WireFound {
	movie_results: {id: number}[];
	tv_results: {id: number}[];
	tv_episode_results: {show_id: number}[];
}

/** The orders of a series, and how long they are. */
interface WireGroups {
	results: {id: string; name: string; episode_count: number}[];
}

/** One season of another order. */
export interface WireGroup {
	name: string;
	order: number;
	episodes: {id: number; order: number}[];
}

export interface WirePage {
	total_pages: number | null;
	results: {
		id: number;
		title: string | null;
		name: string | null;
		original_title: string | null;
		original_name: string | null;
		release_date: string | null;
		first_air_date: string | null;
		overview: string | null;
		poster_path: string | null;
		vote_average: number | null;
		genre_ids: number[];
	}[];
}

/**
 * The provider expresses "nothing" as null, an empty text or a missing field. All of these become null, and so does a
 * value of the wrong type.
 */
const text = Joi.string().trim().empty(['', null]).default(null).failover(null);

const flag = Joi.boolean().empty(null).default(false).failover(false);
/** Null when the provider sends null, nothing, or something that is not a number. */
const number = Joi.number().unsafe().empty(null).default(null).failover(null);

/** Like `number`, for fields in which 0 means unknown. */
const positive = Joi.number().unsafe().positive().empty(null).default(null).failover(null);

/** A list that keeps rows of the right shape and drops the others. */
function rows(row: Joi.Schema): Joi.ArraySchema {
	return Joi.array().items(row, Joi.any().strip()).empty(null).default([]).failover([]);
}

function part(fields: Joi.SchemaMap): Joi.ObjectSchema {
	return Joi.object(fields).empty(null).default();
}

const id = Joi.number().integer().positive().required();
const name = Joi.string().trim().required();

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
	production_companies: rows(named),
	production_countries: rows(Joi.object({iso_3166_1: name})),
	origin_country: rows(Joi.string()),
	vote_average: positive,
	vote_count: number,
	poster_path: text,
	backdrop_path: text,
	images: pictures,
	videos: part({results: rows(Joi.object({site: name, key: name, type: text, official: flag, iso_639_1: text}))}),
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
	keywords: part({keywords: rows(named)}),
	alternative_titles: part({titles: rows(titled)}),
	credits: part({
		cast: rows(Joi.object({id, name, character: text, order: number, profile_path: text})),
		crew: rows(Joi.object({id, name, job: name})),
	}),
	release_dates: part({
		results: rows(
			Joi.object({
				iso_3166_1: name,
				release_dates: rows(Joi.object({type: number, certification: text, release_date: text, note: text})),
			}),
		),
	}),
	external_ids: part({imdb_id: text}),
	belongs_to_collection: Joi.object({id, name}).empty(null).default(null).failover(null),
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
	keywords: part({results: rows(named)}),
	networks: rows(named),
	last_episode_to_air: part({runtime: positive}),
	seasons: rows(Joi.object({...seasonFields, episode_count: number})),
	alternative_titles: part({results: rows(titled)}),
	content_ratings: part({results: rows(Joi.object({iso_3166_1: name, rating: text}))}),
	aggregate_credits: part({
		cast: rows(Joi.object({id, name, order: number, profile_path: text, roles: rows(Joi.object({character: text}))})),
	}),
	external_ids: part({imdb_id: text, tvdb_id: positive}),
});

const hit = Joi.object({id});

export const wireFound = Joi.object<WireFound>({
	movie_results: rows(hit),
	tv_results: rows(hit),
	tv_episode_results: rows(Joi.object({show_id: id})),
});

const order = Joi.number().integer().min(0).max(100_000).required();

export const wireGroups = Joi.object<WireGroups>({
	results: rows(Joi.object({id: name.max(100), name, episode_count: Joi.number().integer().min(0).default(0)})),
});

export const wireGroup = Joi.object<{groups: WireGroup[]}>({
	groups: rows(Joi.object({name: Joi.string().trim().allow('').default(''), order, episodes: rows(Joi.object({id, order}))})),
});

export const wirePage = Joi.object<WirePage>({
	total_pages: number,
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
			vote_average: positive,
			genre_ids: rows(Joi.number()),
		}),
	).required(),
});
