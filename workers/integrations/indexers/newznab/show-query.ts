import type {Capabilities, SearchMode} from '#shared/domain/indexers/capabilities.ts';
import {type ShowSearch, titlesOf} from '#shared/domain/indexers/search-criteria.ts';
import {idParams, type Query, textQuery} from './query.ts';
import {pad, toSearchText} from './search-text.ts';

/**
 * Searches by the ids of the series first, then by its titles, with the TV search where possible and
 * otherwise the plain one.
 */
export function showTiers(criteria: ShowSearch, {tvSearch, search}: Capabilities, standardToo: boolean): Query[][] {
	const {series} = criteria;
	const ids = idParams(tvSearch, [
		['tvdbid', series.tvMetaId],
		['imdbid', series.imdbId],
		['rid', series.tvRageId],
		['tvmazeid', series.tvMazeId],
		['tmdbid', series.metaId],
	]);
	if (criteria.kind === 'anime') {
		return animeTiers(criteria, {ids, tvSearch, search, standardToo});
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

type AnimeModes = Modes & {ids: string[]; standardToo: boolean};

/** Anime releases use absolute numbers, which no parameter accepts, so they go into the search text. */
function animeTiers(criteria: ShowSearch & {kind: 'anime'}, {ids, tvSearch, search, standardToo}: AnimeModes): Query[][] {
	const absolute = pad(criteria.absoluteEpisode);
	const numbers = standardToo ? numberParams(criteria, tvSearch) : null;
	const takesText = tvSearch?.params.includes('q') ?? false;
	const byId: Query[] = takesText && ids.length > 0 ? [{mode: 'tvsearch', params: [...ids, `q=${absolute}`]}] : [];
	if (ids.length > 0 && numbers) {
		byId.push({mode: 'tvsearch', params: [...ids, ...numbers]});
	}
	const engine = search?.engine ?? 'sphinx';
	const titles = titlesOf(criteria).map(title => encodeURIComponent(toSearchText(title, engine)));
	const byText = titles.flatMap((title): Query[] => [
		...(search ? [{mode: 'search' as const, params: [`q=${title}+${absolute}`]}] : []),
		...(takesText && numbers ? [{mode: 'tvsearch' as const, params: [`q=${title}`, ...numbers]}] : []),
	]);
	return [byId, byText];
}
