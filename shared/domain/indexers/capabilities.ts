export interface Category {
	id: number;
	name: string;
	children: {id: number; name: string}[];
}

/** One kind of search: the parameters it accepts; null when the indexer does not offer it. */
export type SearchMode = {params: string[]; engine: 'raw' | 'sphinx' | string; takesSeveralIds: boolean} | null;

/** What an indexer says it can do. */
export interface Capabilities {
	version: string | null;
	title: string | null;
	/** Maximum number of releases on a page. */
	pageSize: number;
	defaultPageSize: number;
	maxPageSize: number;
	/** Days that it keeps releases; null when it does not say. */
	retentionDays: number | null;
	search: SearchMode;
	tvSearch: SearchMode;
	movieSearch: SearchMode;
	categories: Category[];
	tags: string[];
}

const largestPage = 100;

/** The larger of the two limits, never above 100. */
export function toPageSize(defaultPageSize: number, maxPageSize: number): number {
	return Math.min(Math.max(defaultPageSize, maxPageSize, 1), largestPage);
}

/** What Newznab sites could do before they reported capabilities. */
export const historicCapabilities: Capabilities = {
	version: null,
	title: null,
	pageSize: largestPage,
	defaultPageSize: largestPage,
	maxPageSize: largestPage,
	retentionDays: null,
	search: {params: ['q'], engine: 'sphinx', takesSeveralIds: false},
	tvSearch: {params: ['q', 'rid', 'season', 'ep'], engine: 'sphinx', takesSeveralIds: false},
	movieSearch: {params: ['q', 'imdbid', 'imdbtitle', 'imdbyear'], engine: 'sphinx', takesSeveralIds: false},
	categories: [],
	tags: [],
};
