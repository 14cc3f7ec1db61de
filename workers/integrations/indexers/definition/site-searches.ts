import type {SiteSearch} from '#shared/domain/definitions/search-variables.ts';
import {type SearchCriteria, type ShowSearch, titlesOf} from '#shared/domain/indexers/search-criteria.ts';

/**
 * What to ask a site for, in order; the next is asked only when the ones before found nothing. First with the ids of a
 * title, which the definition uses if its site takes them, then by each of its names.
 */
export function siteSearches(criteria: SearchCriteria): SiteSearch[] {
	if (criteria.kind === 'text') {
		return criteria.query.trim() === '' ? [{kind: 'newest'}] : [{kind: 'text', query: criteria.query}];
	}
	const titles = titlesOf(criteria);
	if (criteria.kind === 'movie') {
		const {year, imdbId, metaId: tmdbId} = criteria;
		return [
			{kind: 'movie', title: criteria.title, year, imdbId, tmdbId},
			...titles.map((title): SiteSearch => ({kind: 'movie', title, year})),
		];
	}
	const {title, tvMetaId: tvdbId, imdbId, metaId: tmdbId} = criteria.series;
	const numbers = numbersOf(criteria);
	const absolute = criteria.kind === 'anime' ? titles.map((each): SiteSearch => absoluteSearch(each, criteria.absoluteEpisode)) : [];
	return [
		{kind: 'episode', title, ...numbers, tvdbId, imdbId, tmdbId},
		...absolute,
		...titles.map((each): SiteSearch => ({kind: 'episode', title: each, ...numbers})),
	];
}

const absoluteSearch = (title: string, number: number): SiteSearch => ({
	kind: 'episode',
	title: `${title} ${String(number).padStart(2, '0')}`,
});

function numbersOf(criteria: ShowSearch): Pick<SiteSearch, 'season' | 'episode'> {
	switch (criteria.kind) {
		case 'season':
			return {season: criteria.season};
		case 'episode':
		case 'anime':
			return {season: criteria.season, episode: criteria.episode};
		case 'daily': {
			const [year, month, day] = criteria.airDate.split('-');
			return {season: year ?? null, episode: `${month}/${day}`};
		}
		default:
			return {};
	}
}
