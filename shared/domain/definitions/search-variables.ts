import type {Definition} from './definition.ts';
import {type SettingValues, settingVariables} from './settings.ts';
import type {Value, Variables} from './template.ts';

/** What is searched at a site. */
export interface SiteSearch {
	kind: 'movie' | 'episode' | 'text' | 'newest';
	title?: string | null;
	/** Instead of `title`. */
	query?: string | null;
	year?: number | string | null;
	season?: number | string | null;
	/** A number; `MM/dd` for a day, whose year is `season`. */
	episode?: number | string | null;
	imdbId?: string | null;
	tmdbId?: number | string | null;
	tvdbId?: number | string | null;
}

/** All that a template may ask for; what no search here has is null. */
const queryNames =
	'Type Q Categories Limit Offset Extended APIKey Genre Movie Year IMDBID IMDBIDShort TMDBID Series Ep Season TVDBID TVRageID TVMazeID TraktID DoubanID Episode Album Artist Label Track Author Title Publisher';
const kindNames =
	'IsMovieSearch IsTVSearch IsSearch IsRssSearch IsIdSearch IsImdbQuery IsTmdbQuery IsTvdbQuery IsTvmazeQuery IsTVRageQuery IsTraktQuery IsDoubanQuery IsGenreQuery IsMusicSearch IsBookSearch';

const types = {movie: 'movie', episode: 'tvsearch', text: 'search', newest: 'search'} as const;
const modes = {movie: 'movie-search', episode: 'tv-search', text: 'search', newest: 'search'} as const;

interface Ids {
	imdb: string | null;
	tmdb: string | null;
	tvdb: string | null;
}

/** Questions of people who write definitions may hold anything. */
const textOf = (value: string | number | null | undefined) =>
	(typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;

/** The ids that the site takes. A search with others is sent without them. */
function idsFor({caps}: Definition, search: SiteSearch): Ids {
	const parameters = caps.modes.find(([mode]) => mode === modes[search.kind])?.[1] ?? [];
	const given = (name: string, value: string | number | null | undefined) => (parameters.includes(name) ? textOf(value) : null);
	const digits = /\d+/.exec(search.imdbId ?? '')?.[0];
	const takesImdb = search.kind !== 'episode' || caps.allowsTvSearchImdb;
	return {
		imdb: takesImdb && digits ? given('imdbid', digits.padStart(7, '0')) : null,
		tmdb: given('tmdbid', search.tmdbId),
		tvdb: search.kind === 'episode' ? given('tvdbid', search.tvdbId) : null,
	};
}

/** Whether the site looks for an id, so that its titles need not be those of the search. */
export function isIdSearch(definition: Definition, search: SiteSearch): boolean {
	return Object.values(idsFor(definition, search)).some(id => id !== null);
}

const isNumber = (text: string) => /^\d+$/.test(text);
const two = (text: string) => (isNumber(text) ? String(Number(text)).padStart(2, '0') : text);

/** `S02E05`, `S02` for a season, `2026.03.07` for a day; empty without a season and for specials. */
function episodeText({season, episode}: SiteSearch): string {
	const [seasonText, episodeText] = [textOf(season), textOf(episode)];
	if (seasonText === null || Number(seasonText) === 0) {
		return '';
	}
	const [, month, day] = /^(\d{2})\/(\d{2})$/.exec(episodeText ?? '') ?? [];
	if (month !== undefined && /^\d{4}$/.test(seasonText)) {
		return `${seasonText}.${month}.${day}`;
	}
	return `S${two(seasonText)}${episodeText === null ? '' : `E${two(episodeText)}`}`;
}

/** Whatever does not depend on the search: the site, its settings, the date. */
export function configVariables(definition: Definition, values: SettingValues, siteLink: string, now: Date): Map<string, Value> {
	// Last year's episodes and films are still what people look for in January.
	const year = now.getUTCMonth() === 0 ? now.getUTCFullYear() - 1 : now.getUTCFullYear();
	return new Map<string, Value>([
		['.True', 'True'],
		['.False', null],
		['.Today.Year', String(year)],
		['.Config.sitelink', siteLink],
		...settingVariables(definition, values),
	]);
}

/** The variables of a search, without `.Keywords` and `.Categories`, which come from these. */
export function searchVariables(definition: Definition, search: SiteSearch, config: Variables): Map<string, Value> {
	const query = search.kind === 'newest' ? {kind: search.kind} : search;
	const ids = idsFor(definition, query);
	const episode = query.kind === 'episode' ? query : {...query, season: null, episode: null};
	const isId = Object.values(ids).some(id => id !== null);
	const text = textOf(query.title) ?? textOf(query.query);
	const season = textOf(episode.season);
	const known: Record<string, Value> = {
		Type: types[search.kind],
		Q: text,
		Year: textOf(query.year),
		IMDBID: ids.imdb && `tt${ids.imdb}`,
		IMDBIDShort: ids.imdb,
		TMDBID: ids.tmdb,
		TVDBID: ids.tvdb,
		Season: season !== null && Number(season) === 0 ? null : season,
		Ep: textOf(episode.episode),
		Episode: episodeText(episode),
		IsMovieSearch: search.kind === 'movie' ? 'True' : null,
		IsTVSearch: search.kind === 'episode' ? 'True' : null,
		IsSearch: search.kind === 'text' || search.kind === 'newest' ? 'True' : null,
		IsRssSearch: text === null && !isId ? 'True' : null,
		IsIdSearch: isId ? 'True' : null,
		IsImdbQuery: ids.imdb && 'True',
		IsTmdbQuery: ids.tmdb && 'True',
		IsTvdbQuery: ids.tvdb && 'True',
	};
	const words = [known['Q'], known['Series'], known['Movie'], known['Year'], known['Episode']];
	known['Keywords'] = words.filter(word => typeof word === 'string' && word.trim() !== '').join(' ');
	const names = `${queryNames} ${kindNames}`.split(' ').map((name): [string, Value] => [`.Query.${name}`, null]);
	return new Map([...config, ...names, ...Object.entries(known).map(([name, value]): [string, Value] => [`.Query.${name}`, value])]);
}
