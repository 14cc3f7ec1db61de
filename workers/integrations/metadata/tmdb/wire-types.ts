interface Named {
	name: string;
}

interface Picture {
	file_path: string;
}

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
}

export interface ReleaseDate {
	type: number | null;
	certification: string | null;
	release_date: string | null;
}

/** What movies and series have in common. */
interface Shared {
	id: number;
	original_language: string | null;
	overview: string | null;
	genres: Named[];
	vote_average: number | null;
	vote_count: number | null;
	poster_path: string | null;
	backdrop_path: string | null;
	images: Pictures;
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
	alternative_titles: {titles: Title[]};
	credits: {cast: MovieCast[]; crew: {id: number; name: string; job: string}[]};
	release_dates: {results: {iso_3166_1: string; release_dates: ReleaseDate[]}[]};
	external_ids: {imdb_id: string | null};
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
	origin_country: string[];
	networks: Named[];
	last_episode_to_air: {runtime: number | null};
	seasons: ListedSeason[];
	alternative_titles: {results: Title[]};
	content_ratings: {results: {iso_3166_1: string; rating: string | null}[]};
	aggregate_credits: {cast: {id: number; name: string; order: number | null; roles: {character: string | null}[]}[]};
	external_ids: {imdb_id: string | null; tvdb_id: number | null};
}

export interface WireFound {
	movie_results: {id: number}[];
	tv_results: {id: number}[];
	tv_episode_results: {show_id: number}[];
}

export interface WirePage {
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
	}[];
}
