/** What is known about a series when its releases are searched. Indexers may understand any of the ids. */
export interface SeriesToFind {
	title: string;
	/** Other titles to search for by text, without the main one. */
	titles: string[];
	year: number | null;
	/** Id at the TV metadata provider. */
	tvMetaId: number | null;
	/** Id at the metadata provider. */
	metaId: number | null;
	imdbId: string | null;
}

interface Limits {
	/** Category numbers to use instead of the indexer's own; null for the indexer's own. */
	categories: number[] | null;
	/** Number of releases wanted from each indexer. */
	limit: number;
}

export interface MovieSearch extends Limits {
	kind: 'movie';
	title: string;
	titles: string[];
	year: number | null;
	/** The year in which it first came out, if that is an earlier one. */
	earlierYear?: number | null;
	imdbId: string | null;
	metaId: number | null;
}

export interface SeriesSearch extends Limits {
	kind: 'series';
	series: SeriesToFind;
}

export interface SeasonSearch extends Limits {
	kind: 'season';
	series: SeriesToFind;
	season: number;
}

export interface EpisodeSearch extends Limits {
	kind: 'episode';
	series: SeriesToFind;
	season: number;
	episode: number;
}

export interface DailySearch extends Limits {
	kind: 'daily';
	series: SeriesToFind;
	/** `YYYY-MM-DD`. */
	airDate: string;
}

export interface AnimeSearch extends Limits {
	kind: 'anime';
	series: SeriesToFind;
	absoluteEpisode: number;
	season: number;
	episode: number;
}

export interface TextSearch extends Limits {
	kind: 'text';
	query: string;
	/** The kind of media wanted; null for all. */
	media: 'movie' | 'tv' | null;
}

export type ShowSearch = SeriesSearch | SeasonSearch | EpisodeSearch | DailySearch | AnimeSearch;

export type SearchCriteria = MovieSearch | ShowSearch | TextSearch;

/** At most this many movie or episode titles are searched by text, so that one search does not use up a day's limit. */
export const maxTitles = 3;

export function titlesOf(criteria: SearchCriteria): string[] {
	if (criteria.kind === 'text') {
		return [criteria.query];
	}
	const {title, titles} = criteria.kind === 'movie' ? criteria : criteria.series;
	return [...new Set([title, ...titles])].slice(0, maxTitles);
}

export function mediaOf(criteria: SearchCriteria): 'movie' | 'tv' | null {
	if (criteria.kind === 'text') {
		return criteria.media;
	}
	return criteria.kind === 'movie' ? 'movie' : 'tv';
}

/** What is searched, in one line. */
export function describeSearch(criteria: SearchCriteria): string {
	const two = (number: number) => String(number).padStart(2, '0');
	switch (criteria.kind) {
		case 'text':
			return criteria.query;
		case 'movie':
			return criteria.year === null ? criteria.title : `${criteria.title} (${criteria.year})`;
		case 'series':
			return criteria.series.title;
		case 'season':
			return `${criteria.series.title} S${two(criteria.season)}`;
		case 'episode':
			return `${criteria.series.title} S${two(criteria.season)}E${two(criteria.episode)}`;
		case 'daily':
			return `${criteria.series.title} ${criteria.airDate}`;
		case 'anime':
			return `${criteria.series.title} ${two(criteria.absoluteEpisode)}`;
		default:
			return '';
	}
}
