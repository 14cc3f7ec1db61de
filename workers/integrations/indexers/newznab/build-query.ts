import type {Capabilities, SearchMode} from '#shared/domain/indexers/capabilities.ts';
import {animeCategoriesFor, categoriesFor, hasTree} from '#shared/domain/indexers/categories.ts';
import {type MovieSearch, mediaOf, type SearchCriteria, type ShowSearch, titlesOf} from '#shared/domain/indexers/search-criteria.ts';
import {toSearchText, withSpacedTitle} from '../search-text.ts';

/** The part of a request that says what is searched: `t` and the encoded parameters after it. */
interface Query {
	mode: 'search' | 'tvsearch' | 'movie';
	params: string[];
}

function textQuery(text: string): Query {
	return {mode: 'search', params: [`q=${encodeURIComponent(text)}`]};
}

/**
 * Returns the ids that a mode takes: all of them where several may be sent in one request,
 * otherwise the most trusted one.
 */
function idParams(mode: SearchMode, ids: [param: string, value: number | string | null | undefined][]): string[] {
	const usable = ids.filter(([param, value]) => Boolean(value) && mode?.params.includes(param));
	const sent = mode?.takesSeveralIds ? usable : usable.slice(0, 1);
	return sent.map(([param, value]) => `${param}=${encodeURIComponent(String(value))}`);
}

export function apiAddress(url: string, apiPath: string): string {
	const [path = '', query] = url.split('?');
	const joined = `${path.replace(/\/+$/, '')}/${apiPath.replace(/^\/+/, '')}`.replace(/\/+$/, '');
	return query ? `${joined}?${query}` : joined;
}

export function joinQuery(address: string, params: string[]): string {
	return `${address}${address.includes('?') ? '&' : '?'}${params.join('&')}`;
}

/** What an administrator enters for a Newznab or Torznab site. */
interface NewznabSettings {
	url: string;
	apiPath: string;
	apiKey: string | null;
	categories: number[];
	/** With its leading `&`; see `IndexerSettings`. */
	additionalParameters?: string | null;
}

/**
 * Builds the requests of a search in tiers. A tier is requested only when the earlier ones found nothing: first by ids,
 * then by text, then by a text with blanks inside of words.
 * Empty when there is nothing to request, because no categories are configured or the indexer does not offer such a
 * search. The addresses have no paging parameters yet.
 */
export function buildQueries(criteria: SearchCriteria, settings: NewznabSettings, caps: Capabilities): string[][] {
	const categories = criteria.categories ?? configuredCategories(criteria, settings);
	if (categories.length === 0) {
		return [];
	}
	const spaced = takesPlainWords(criteria, caps) ? withSpacedTitle(criteria) : null;
	const tiers = [...tiersOf(criteria, caps), spaced === null ? [] : (tiersOf(spaced, caps).at(-1) ?? [])];
	const asked = new Set<string>();
	return tiers
		.map(tier => tier.map(query => toAddress(query, settings, categories)).filter(address => isNew(address, asked)))
		.filter(tier => tier.length > 0);
}

/** Whether titles are sent as plain words: not as they are, and not as names that the site knows. */
function takesPlainWords({kind}: SearchCriteria, {search, tvSearch, movieSearch}: Capabilities): boolean {
	const isNamed = kind !== 'movie' && kind !== 'text' && (tvSearch?.params.includes('title') ?? false);
	return !isNamed && [search, tvSearch, movieSearch].every(mode => !mode?.engine.startsWith('raw'));
}

function isNew(address: string, asked: Set<string>): boolean {
	return !asked.has(address) && Boolean(asked.add(address));
}

/**
 * Requests the newest releases of all configured categories: the same call without a search term, or two calls where a
 * site has no search that covers both movies and series.
 */
export function buildRecentQueries(settings: NewznabSettings, {search, tvSearch, movieSearch}: Capabilities): string[] {
	const media = (['movie', 'tv'] as const).filter(tree => hasTree(tree, settings.categories));
	const modes: Query['mode'][] = [];
	if (tvSearch && media.includes('tv')) {
		modes.push('tvsearch');
	}
	if (movieSearch && media.includes('movie')) {
		modes.push('movie');
	}
	if (settings.categories.length === 0) {
		return [];
	}
	const isOne = media.length === 1 && modes.length === 1;
	const asked = isOne || (!search && modes.length > 0) ? modes : (['search'] as const);
	return asked.map(mode => toAddress({mode, params: []}, settings, settings.categories));
}

function configuredCategories(criteria: SearchCriteria, settings: NewznabSettings): number[] {
	if (criteria.kind === 'anime') {
		return animeCategoriesFor(settings.categories);
	}
	return categoriesFor(mediaOf(criteria), settings.categories);
}

function tiersOf(criteria: SearchCriteria, caps: Capabilities): Query[][] {
	if (criteria.kind === 'movie') {
		return movieTiers(criteria, caps);
	}
	if (criteria.kind !== 'text') {
		return showTiers(criteria, caps);
	}
	const {search} = caps;
	return search ? [[textQuery(toSearchText(withoutDots(criteria.query), search.engine))]] : [];
}

/** People type the names of releases, too. */
const withoutDots = (query: string) => query.replace(/(?<=\S)[._](?=\S)/g, ' ');

/** Movie ids in order of trust. Text searches use the plain search, which all sites have. */
function movieTiers(criteria: MovieSearch, {movieSearch, search}: Capabilities): Query[][] {
	const digits = criteria.imdbId?.replace(/^tt/i, '') ?? null;
	const ids = idParams(movieSearch, [
		['tmdbid', criteria.metaId],
		['imdbid', digits],
	]);
	const engine = search?.engine ?? movieSearch?.engine ?? 'sphinx';
	const named = (title: string, year: number | null) => [toSearchText(title, engine), year ?? ''].join(' ').trim();
	const asFirst = criteria.earlierYear ? [named(criteria.title, criteria.earlierYear)] : [];
	const texts = [...titlesOf(criteria).map(title => named(title, criteria.year)), ...asFirst];
	const byText = texts.map((text): Query => (search ? textQuery(text) : {mode: 'movie', params: [`q=${encodeURIComponent(text)}`]}));
	return [ids.length > 0 ? [{mode: 'movie', params: ids}] : [], search || movieSearch?.params.includes('q') ? byText : []];
}

/**
 * `t` comes first, and the key directly before the search terms, because some sites depend on the
 * order of the parameters.
 */
function toAddress({mode, params}: Query, {url, apiPath, apiKey, additionalParameters}: NewznabSettings, categories: number[]): string {
	return joinQuery(apiAddress(url, apiPath), [
		`t=${mode}`,
		`cat=${[...new Set(categories)].join(',')}`,
		`extended=1${additionalParameters ?? ''}`,
		...(apiKey ? [`apikey=${encodeURIComponent(apiKey)}`] : []),
		...params,
	]);
}

/**
 * Searches by the ids of the series first, then by its titles, with the TV search where possible and
 * otherwise the plain one.
 */
function showTiers(criteria: ShowSearch, {tvSearch, search}: Capabilities): Query[][] {
	const {series} = criteria;
	const ids = idParams(tvSearch, [
		['tvdbid', series.tvMetaId],
		['imdbid', series.imdbId],
		['tmdbid', series.metaId],
	]);
	if (criteria.kind === 'anime') {
		return animeTiers(criteria, {ids, tvSearch, search});
	}
	const numbers = numberParams(criteria, tvSearch);
	const byId: Query[] = ids.length > 0 && numbers ? [{mode: 'tvsearch', params: [...ids, ...numbers]}] : [];
	return [byId, textTier(criteria, {tvSearch, search, numbers})];
}

/** Season and episode as parameters; null when the indexer does not accept them. */
function numberParams(criteria: ShowSearch, mode: SearchMode): string[] | null {
	const wanted = toNumbers(criteria);
	const isTaken = mode !== null && wanted.every(param => mode.params.includes(param.split('=')[0] ?? ''));
	return isTaken ? wanted : null;
}

/** A common server reads a bare season 0 as "no season". */
function toNumbers(criteria: ShowSearch): string[] {
	switch (criteria.kind) {
		case 'season':
			return [`season=${criteria.season || '00'}`];
		case 'episode':
		case 'anime':
			return [`season=${criteria.season || '00'}`, `ep=${criteria.episode}`];
		case 'daily': {
			const [year, month, day] = criteria.airDate.split('-');
			return [`season=${year}`, `ep=${month}/${day}`];
		}
		case 'series':
			return [];
	}
}

interface Modes {
	tvSearch: SearchMode;
	search: SearchMode;
}

function textTier(criteria: ShowSearch, {tvSearch, search, numbers}: Modes & {numbers: string[] | null}): Query[] {
	const param = ['title', 'q'].find(name => tvSearch?.params.includes(name));
	if (tvSearch && param && numbers) {
		// Sites compare `title` with the titles they know; `q` goes through their search engine.
		const spelled = (title: string) => (param === 'title' ? title : toSearchText(title, tvSearch.engine));
		const titles = titlesOf(criteria).map(title => encodeURIComponent(spelled(title)));
		return titles.map(title => ({mode: 'tvsearch', params: [`${param}=${title}`, ...numbers]}));
	}
	const engine = (search ?? tvSearch)?.engine ?? 'sphinx';
	const texts = titlesOf(criteria).map(title => [toSearchText(title, engine), toWords(criteria)].join(' ').trim());
	if (search) {
		return texts.map(textQuery);
	}
	return tvSearch?.params.includes('q') ? texts.map(text => ({mode: 'tvsearch', params: [`q=${encodeURIComponent(text)}`]})) : [];
}

/** The words as release titles write them. */
function toWords(criteria: ShowSearch): string {
	switch (criteria.kind) {
		case 'season':
			return `S${pad(criteria.season)}`;
		case 'episode':
			return `S${pad(criteria.season)}E${pad(criteria.episode)}`;
		case 'daily':
			return criteria.airDate.replaceAll('-', ' ');
		case 'anime':
			return pad(criteria.absoluteEpisode);
		case 'series':
			return '';
	}
}

/** Anime releases use absolute numbers, which no parameter accepts, so they go into the search text. */
function animeTiers(criteria: ShowSearch & {kind: 'anime'}, {ids, tvSearch, search}: Modes & {ids: string[]}): Query[][] {
	const absolute = pad(criteria.absoluteEpisode);
	const takesText = tvSearch?.params.includes('q') ?? false;
	const byId: Query[] = takesText && ids.length > 0 ? [{mode: 'tvsearch', params: [...ids, `q=${absolute}`]}] : [];
	const engine = search?.engine ?? 'sphinx';
	const titles = titlesOf(criteria).map(title => encodeURIComponent(toSearchText(title, engine)));
	const byText = titles.flatMap((title): Query[] => (search ? [{mode: 'search', params: [`q=${title}+${absolute}`]}] : []));
	return [byId, byText];
}

function pad(number: number): string {
	return String(number).padStart(2, '0');
}
