import type {Offer} from './catalogue.ts';

/** A show as the provider describes it, with its only season. */
export function showDetails({film, episodes}: Offer): Record<string, unknown> {
	const {id, imdbId, title, language, overview, released, runtime, genres} = film;
	const season = {id: id * 10, season_number: 1, name: 'Season 1', overview, air_date: released, poster_path: null};
	return {
		id,
		name: title,
		original_name: title,
		original_language: language,
		overview,
		first_air_date: released,
		status: 'Ended',
		type: 'Scripted',
		genres: genres.map((name, index) => ({id: index + 1, name})),
		episode_run_time: [runtime],
		networks: [],
		vote_average: 0,
		vote_count: 0,
		poster_path: null,
		backdrop_path: null,
		external_ids: {imdb_id: imdbId, tvdb_id: id},
		alternative_titles: {results: []},
		aggregate_credits: {cast: [], crew: []},
		content_ratings: {results: []},
		images: {posters: [], backdrops: [], logos: []},
		translations: {translations: []},
		seasons: [{...season, episode_count: episodes}],
		'season/1': {
			...season,
			episodes: Array.from({length: episodes}, (_none, index) => ({
				id: id * 100 + index,
				season_number: 1,
				episode_number: index + 1,
				name: `Chapter ${index + 1}`,
				overview,
				air_date: released,
				runtime,
				still_path: null,
			})),
		},
	};
}
