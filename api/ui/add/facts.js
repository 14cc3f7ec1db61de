import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {counted, duration, number} from '../parts/text.js';

/**
 * @typedef {object} Facts What the provider knows of a title.
 * @property {number} metaId
 * @property {string | null} imdbId
 * @property {number | null} tvMetaId
 * @property {number | null} runtime
 * @property {string[]} genres
 * @property {string | null} certification
 * @property {number | null} metaRating
 * @property {number | null} metaVoteCount
 * @property {string[]} studios
 * @property {string | null} network
 * @property {string | null} status
 * @property {string | null} type
 * @property {{seasonNumber: number, episodes: number, aired: number}[]} seasons
 * @property {{monitor: string, episodes: number, seasons: number}[]} monitoring
 */

const statuses = /** @type {Record<string, string>} */ ({continuing: 'continuing', ended: 'ended', upcoming: 'upcoming'});

/** @param {{kind: 'movies' | 'series', facts: Facts}} props */
export function FactsOf({kind, facts}) {
	const {metaId, imdbId, tvMetaId, runtime, genres, certification, metaRating, metaVoteCount, studios, network, status, seasons} = facts;
	const regular = seasons.filter(({seasonNumber}) => seasonNumber > 0).length;
	const known = [
		metaRating !== null && metaVoteCount ? `★ ${metaRating.toFixed(1)} (${number(metaVoteCount)} votes)` : null,
		duration(runtime),
		certification,
		kind === 'series' ? network : studios[0],
		status && statuses[status],
		regular > 0 && counted(regular, 'season'),
		genres.join(', '),
	];
	const links = [
		['TMDB', `https://www.themoviedb.org/${kind === 'movies' ? 'movie' : 'tv'}/${metaId}`],
		['IMDb', imdbId && `https://www.imdb.com/title/${encodeURIComponent(imdbId)}/`],
		['TVDB', tvMetaId && `https://thetvdb.com/dereferrer/series/${tvMetaId}`],
	];
	return html`<p class="facts hint">${known.filter(Boolean).map(each => html`<span key=${each}>${each}</span>`)}</p>
		<p class="links">${links.map(([name, address]) => address && html`<a key=${name} href=${address} target="_blank" rel="noreferrer"><${Icon} name="link" />${name}</a>`)}</p>`;
}

/**
 * What is searched at once, of a new series. `from` is a season from which on it is monitored.
 * @param {Facts} facts @param {{monitor: string, from: number | null}} choice
 */
export function searchedOf({seasons, monitoring}, {monitor, from}) {
	if (from === null) {
		return monitoring.find(each => each.monitor === monitor) ?? {episodes: 0, seasons: 0};
	}
	const chosen = seasons.filter(({seasonNumber, aired}) => seasonNumber >= from && aired > 0);
	return {episodes: chosen.reduce((sum, {aired}) => sum + aired, 0), seasons: chosen.length};
}

/** “12 episodes of 2 seasons” @param {{episodes: number, seasons: number}} searched */
export const searchedText = ({episodes, seasons}) =>
	episodes === 0 ? 'Nothing is searched now.' : `${counted(episodes, 'episode')} of ${counted(seasons, 'season')} will be searched.`;

/** @typedef {{name: string, type: string, rootFolderId: string}} OfFolder A library. */

/**
 * What kind of titles a root folder is for, by its libraries, or else by its name; null if nobody knows.
 * @param {string} path
 * @param {readonly OfFolder[]} libraries
 */
export function kindOfFolder(path, libraries) {
	const types = new Set(libraries.map(({type}) => (type === 'tv' ? 'series' : 'movies')));
	if (types.size > 0) {
		return types.size === 1 ? ([...types][0] ?? null) : null;
	}
	const name = path.split('/').at(-1) ?? '';
	return /^(?:tv|series|shows?|serien|anime)\b/i.test(name) ? 'series' : /^(?:movies?|films?|filme)\b/i.test(name) ? 'movies' : null;
}
