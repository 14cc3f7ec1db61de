import type {Capabilities} from '#shared/domain/indexers/capabilities.ts';
import {animeCategoriesFor, categoriesFor, hasTree} from '#shared/domain/indexers/categories.ts';
import {type MovieSearch, mediaOf, type SearchCriteria, titlesOf} from '#shared/domain/indexers/search-criteria.ts';
import {apiAddress, idParams, joinQuery, type Query, textQuery} from './query.ts';
import {toSearchText} from './search-text.ts';
import {showTiers} from './show-query.ts';

/** What an administrator enters for a Newznab or Torznab site. */
export interface NewznabSettings {
	url: string;
	apiPath: string;
	apiKey: string | null;
	categories: number[];
	/** Categories for anime; derived from `categories` by default. */
	animeCategories?: number[];
	/** Search anime by season and episode too. */
	animeStandardFormatSearch?: boolean;
}

/**
 * Builds the requests of a search in tiers. A tier is requested only when the earlier ones found nothing: first by ids,
 * then by text.
 * Empty when there is nothing to request, because no categories are configured or the indexer does not offer such a
 * search. The addresses have no paging parameters yet.
 */
export function buildQueries(criteria: SearchCriteria, settings: NewznabSettings, caps: Capabilities): string[][] {
	const categories = criteria.categories ?? configuredCategories(criteria, settings);
	if (categories.length === 0) {
		return [];
	}
	return tiersOf(criteria, caps, settings.animeStandardFormatSearch ?? false)
		.filter(tier => tier.length > 0)
		.map(tier => tier.map(query => toAddress(query, settings, categories)));
}

/**
 * Requests the newest releases of all configured categories: the same call without a search term, or two calls where a
 * site has no search that covers both movies and series.
 */
export function buildRecentQueries(settings: NewznabSettings, {search, tvSearch, movieSearch}: Capabilities): string[] {
	const all = [...settings.categories, ...(settings.animeCategories ?? [])];
	const media = (['movie', 'tv'] as const).filter(tree => hasTree(tree, all));
	const modes: Query['mode'][] = [];
	if (tvSearch && media.includes('tv')) {
		modes.push('tvsearch');
	}
	if (movieSearch && media.includes('movie')) {
		modes.push('movie');
	}
	if (all.length === 0) {
		return [];
	}
	const isOne = media.length === 1 && modes.length === 1;
	const asked = isOne || (!search && modes.length > 0) ? modes : (['search'] as const);
	return asked.map(mode => toAddress({mode, params: []}, settings, all));
}

function configuredCategories(criteria: SearchCriteria, settings: NewznabSettings): number[] {
	if (criteria.kind === 'anime') {
		return settings.animeCategories ?? animeCategoriesFor(settings.categories);
	}
	return categoriesFor(mediaOf(criteria), settings.categories);
}

function tiersOf(criteria: SearchCriteria, caps: Capabilities, standardToo: boolean): Query[][] {
	if (criteria.kind === 'movie') {
		return movieTiers(criteria, caps);
	}
	if (criteria.kind !== 'text') {
		return showTiers(criteria, caps, standardToo);
	}
	const {search} = caps;
	return search ? [[textQuery(toSearchText(criteria.query, search.engine))]] : [];
}

/** Movie ids in order of trust. Text searches use the plain search, which all sites have. */
function movieTiers(criteria: MovieSearch, {movieSearch, search}: Capabilities): Query[][] {
	const digits = criteria.imdbId?.replace(/^tt/i, '') ?? null;
	const ids = idParams(movieSearch, [
		['tmdbid', criteria.metaId],
		['imdbid', digits],
	]);
	const engine = search?.engine ?? movieSearch?.engine ?? 'sphinx';
	const texts = titlesOf(criteria).map(title => [toSearchText(title, engine), criteria.year ?? ''].join(' ').trim());
	const byText = texts.map((text): Query => (search ? textQuery(text) : {mode: 'movie', params: [`q=${encodeURIComponent(text)}`]}));
	return [ids.length > 0 ? [{mode: 'movie', params: ids}] : [], search || movieSearch?.params.includes('q') ? byText : []];
}

/**
 * `t` comes first, and the key directly before the search terms, because some sites depend on the
 * order of the parameters.
 */
function toAddress({mode, params}: Query, {url, apiPath, apiKey}: NewznabSettings, categories: number[]): string {
	return joinQuery(apiAddress(url, apiPath), [
		`t=${mode}`,
		`cat=${[...new Set(categories)].join(',')}`,
		'extended=1',
		...(apiKey ? [`apikey=${encodeURIComponent(apiKey)}`] : []),
		...params,
	]);
}
