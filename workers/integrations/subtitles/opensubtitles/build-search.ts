import {imdbNumber} from '#shared/domain/matching/title-index.ts';
import type {SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import {toWireLanguages} from './languages.ts';

export type SearchParams = Readonly<Record<string, string | number | null>>;

/**
 * The parameters in the form that the provider answers without a redirect: lower case, sorted by name, no defaults.
 */
export function toCanonicalQuery(params: SearchParams): string {
	const given = Object.entries(params).filter(([name, value]) => value !== null && value !== '' && !(name === 'page' && value === 1));
	const pairs = given.map(([name, value]): [string, string] => [name.toLowerCase(), String(value).toLowerCase()]);
	return new URLSearchParams(pairs.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** Any other form is refused with a 400. */
const usualHash = /^[\da-f]{16}$/i;

/** By the moving hash and the ids of the title. Null when there is neither. */
export function buildIdSearch({imdbId, metaId, episode, movieHash, languages}: SubtitleCriteria): SearchParams | null {
	const imdb = imdbNumber(imdbId);
	const prefix = episode ? 'parent_' : '';
	// Two ids of one title could contradict each other at the provider.
	const id = imdb === null ? {[`${prefix}tmdb_id`]: metaId} : {[`${prefix}imdb_id`]: imdb};
	const moviehash = movieHash !== null && usualHash.test(movieHash) ? movieHash : null;
	if (imdb === null && metaId === null && moviehash === null) {
		return null;
	}
	return {...id, ...numbersOf(episode), moviehash, ...shared(languages)};
}

/** By the title, for what the provider does not know by an id. */
export function buildTitleSearch({title, year, episode, languages}: SubtitleCriteria): SearchParams {
	return {query: title.trim().slice(0, 200), year: episode ? null : year, ...numbersOf(episode), ...shared(languages)};
}

function numbersOf(episode: SubtitleCriteria['episode']): SearchParams {
	return episode ? {season_number: episode.seasonNumber, episode_number: episode.episodeNumber} : {};
}

/** Machine translations are left out unless they are asked for; whether one is taken is decided later. */
function shared(languages: readonly string[]): SearchParams {
	return {languages: toWireLanguages(languages).join(','), machine_translated: 'include'};
}
