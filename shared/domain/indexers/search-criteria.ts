/** What is known of a series when releases of it are searched; the more ids an indexer understands, the better. */
export interface SeriesToFind {
	title: string;
	/** Other titles to ask for by text, the main one not among them. */
	titles: string[];
	year: number | null;
	/** Id at the TV metadata provider. */
	tvMetaId: number | null;
	/** Id at the metadata provider. */
	metaId: number | null;
	imdbId: string | null;
	tvRageId?: number | null;
	tvMazeId?: number | null;
}

interface Limits {
	/** Category numbers in place of the indexer's own; null leaves those. */
	categories: number[] | null;
	/** How many releases are wanted of each indexer. */
	limit: number;
}

export interface MovieSearch extends Limits {
	kind: 'movie';
	title: string;
	titles: string[];
	year: number | null;
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
	/** Which categories are meant, null for all. */
	media: 'movie' | 'tv' | null;
}

export type ShowSearch = SeriesSearch | SeasonSearch | EpisodeSearch | DailySearch | AnimeSearch;

export type SearchCriteria = MovieSearch | ShowSearch | TextSearch;

export type SearchKind = SearchCriteria['kind'];

/**
 * Movie and episode titles: at most these many are asked for by text, so that one search does not use up a day's limit.
 */
export const mostTitles = 3;

export function titlesOf(criteria: SearchCriteria): string[] {
	if (criteria.kind === 'text') {
		return [criteria.query];
	}
	const {title, titles} = criteria.kind === 'movie' ? criteria : criteria.series;
	return [...new Set([title, ...titles])].slice(0, mostTitles);
}

export function mediaOf(criteria: SearchCriteria): 'movie' | 'tv' | null {
	if (criteria.kind === 'text') {
		return criteria.media;
	}
	return criteria.kind === 'movie' ? 'movie' : 'tv';
}
