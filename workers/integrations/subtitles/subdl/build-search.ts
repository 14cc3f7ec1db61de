import type {SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import {toSubdlLanguages} from './languages.ts';

/** The most that one answer lists. */
const perPage = 30;

/**
 * The parameters of a search, by an id or by the title. The series' own ids are meant, as `type=tv` says. The key goes
 * into the address, because the API reads it nowhere else.
 */
export function buildSearch({title, year, imdbId, metaId, episode, languages}: SubtitleCriteria, by: 'id' | 'title'): URLSearchParams {
	const query = new URLSearchParams({type: episode ? 'tv' : 'movie', subs_per_page: String(perPage), releases: '1', hi: '1'});
	if (by === 'title') {
		query.set('film_name', title.trim().slice(0, 200));
	} else if (imdbId !== null) {
		query.set('imdb_id', imdbId);
	} else if (metaId !== null) {
		query.set('tmdb_id', String(metaId));
	}
	if (by === 'title' && year !== null) {
		query.set('year', String(year));
	}
	if (episode) {
		query.set('season_number', String(episode.seasonNumber));
		query.set('episode_number', String(episode.episodeNumber));
	}
	query.set('languages', toSubdlLanguages(languages).join(','));
	return query;
}
