import type {TitleFacts as Facts} from '../client/schemas.ts';
import type {FoundTitle} from '../client/types.ts';
import {html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {counted, day, duration, number} from '../parts/text.ts';

export type {TitleFacts as Facts} from '../client/schemas.ts';

const statuses = {continuing: 'continuing', ended: 'ended', upcoming: 'upcoming'} as Record<string, string>;

export function FactsOf({kind, facts}: {kind: 'movies' | 'series'; facts: Facts}) {
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

/** What lists of the provider say of a title: “★ 7.4 · 1 h 42 min · Comedy, Mystery · From Dec 3, 2026”. */
export function ListedFacts({found: {metaRating, genres = [], releaseDate}, runtime = null}: {found: FoundTitle; runtime?: number | null}) {
	const isComing = releaseDate && releaseDate > new Date().toISOString();
	const known = [
		metaRating && `★ ${metaRating.toFixed(1)}`,
		duration(runtime),
		genres.join(', '),
		isComing && `From ${day(releaseDate)}`,
	].filter(Boolean);
	return known.length > 0 && html`<p class="facts hint">${known.map(each => html`<span key=${each}>${each}</span>`)}</p>`;
}

/** What is searched at once, of a new series. `from` is a season from which on it is monitored. */
export function searchedOf({seasons, monitoring}: Facts, {monitor, from}: {monitor: string; from: number | null}) {
	if (from === null) {
		return monitoring.find(each => each.monitor === monitor) ?? {episodes: 0, seasons: 0};
	}
	const chosen = seasons.filter(({seasonNumber, aired}) => seasonNumber >= from && aired > 0);
	return {episodes: chosen.reduce((sum, {aired}) => sum + aired, 0), seasons: chosen.length};
}

/** “12 episodes of 2 seasons” */
export const searchedText = ({episodes, seasons}: {episodes: number; seasons: number}) =>
	episodes === 0 ? 'Nothing is searched now.' : `${counted(episodes, 'episode')} of ${counted(seasons, 'season')} will be searched.`;

/** What kind of titles a root folder is for, by its libraries, or else by its name; null if nobody knows. */
export function kindOfFolder(path: string, libraries: readonly {type: string}[]) {
	const types = new Set(libraries.map(({type}) => (type === 'tv' ? 'series' : 'movies')));
	if (types.size > 0) {
		return types.size === 1 ? ([...types][0] ?? null) : null;
	}
	const name = path.split('/').at(-1) ?? '';
	return /^(?:tv|series|shows?|serien|anime)\b/i.test(name) ? 'series' : /^(?:movies?|films?|filme)\b/i.test(name) ? 'movies' : null;
}
