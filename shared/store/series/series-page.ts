import type {Document} from 'mongodb';
import {type SeriesStatus, type SeriesType, seriesStatuses, seriesTypes} from '../../domain/media/series.ts';
import {
	type Conditions,
	type ListFilter,
	type ListGroups,
	searchConditions,
	searchIndex,
	titleStartConditions,
} from '../../lists/filter.ts';
import {createLetters, type Letter} from '../../lists/letters.ts';
import {aspectOf, byDate, byNumber, byText, type Documents, indexOf, type SortOrder} from '../../lists/ordered.ts';
import {createPager, type Page} from '../../lists/pager.ts';
import type {Revisions} from '../../lists/revisions.ts';
import {
	byValue,
	countingIndex,
	type Facets,
	facetAspects,
	facetConditions,
	facetIndex,
	genreIndex,
	labelledFilter,
	pageOfTitles,
	sizeRange,
	tagsAspect,
	yesAndNo,
} from '../titles/title-facets.ts';

/** Which series a list has. */
export interface SeriesFilter extends Facets {
	monitored?: boolean;
	downloaded?: boolean;
	search?: string;
	/** How the title begins. */
	titleStart?: string;
	network?: string;
	genre?: string;
	status?: SeriesStatus;
	type?: SeriesType;
	/** A label. */
	tag?: string;
	libraryId?: string;
}

/** What a recount may change, apart from what has its own aspect. */
export const numbersAspect = 'numbers';

const columns = ['monitored', 'downloaded', 'network'] as const;
/** Counts every filter, and puts what few titles it leaves in any order, without reading the others. */
const byTitle = {
	...byText('sortTitle', {
		columns: [
			...columns,
			...['year', 'metaRating', 'status', 'type', 'qualityProfileId', 'rootFolderPath', 'originalLanguage', 'sizeOnDisk'],
		],
	}),
	// The version before has another form of it under the usual name.
	index: indexOf('title'),
};
const counted = {columns, aspect: numbersAspect};
const orders = {
	title: byTitle,
	year: byNumber('year', {columns}),
	createdAt: byDate('createdAt', {columns}),
	updatedAt: byDate('updatedAt', {columns}),
	metaRating: byNumber('metaRating', {columns}),
	nextAiring: byDate('nextAiring', {columns, isNullable: true}),
	previousAiring: byDate('previousAiring', {...counted, isNullable: true}),
	lastSearchTime: byDate('lastSearchTime', {columns, isNullable: true}),
	lastRefreshTime: byDate('lastRefreshTime', {columns, isNullable: true}),
	network: byText('network', {columns, isNullable: true}),
	runtime: byNumber('runtime', {columns}),
	path: byText('path', {columns}),
	seasonCount: byNumber('seasonCount', counted),
	episodeCount: byNumber('episodeCount', counted),
	totalEpisodeCount: byNumber('totalEpisodeCount', counted),
	missing: byNumber('missingCount', counted),
	size: byNumber('sizeOnDisk', counted),
} satisfies Record<string, SortOrder>;
export const seriesOrders: readonly SortOrder[] = Object.values(orders);

/** Orders of a few groups, each by title. None needs an index of its own. */
const groups = {
	monitored: yesAndNo('monitored'),
	downloaded: yesAndNo('downloaded'),
	status: byValue('status', seriesStatuses),
	type: byValue('type', seriesTypes),
} satisfies Record<string, ListGroups>;

export const seriesSortFields = [
	...(Object.keys(orders) as (keyof typeof orders)[]), // those above
	...(Object.keys(groups) as (keyof typeof groups)[]),
	'qualityProfile',
] as const;
export type SeriesSortField = (typeof seriesSortFields)[number];

export interface SeriesPageQuery extends SeriesFilter {
	page: number;
	limit: number;
	sort: {field: SeriesSortField; direction: 'asc' | 'desc'};
	/** Quality profiles in their order; for that sort. */
	profileIds?: readonly string[];
}

/** One page of the series, and how many there are. */
export type PageSeries = (query: SeriesPageQuery, projection: Document) => Promise<Page>;

const aspects: ReadonlySet<string> = new Set([
	...seriesOrders.map(aspectOf),
	...columns,
	...facetAspects,
	'status',
	'type',
	'genres',
	'searchParts',
	'libraryId',
	tagsAspect,
]);

export function createSeriesPages(
	documents: () => Documents,
	revisions: Revisions,
): {page: PageSeries; letters(filter: SeriesFilter): Promise<Letter[]>} {
	const pager = createPager({documents, revisions, counted: byTitle});
	const letters = createLetters(documents, {revisions, order: byTitle});
	return {
		page({page, limit, sort: {field, direction}, profileIds = [], ...filters}, projection) {
			const shown = {filter: toFilter(filters), isDownward: direction === 'desc', page, limit, projection};
			return pageOfTitles(pager, {...shown, field, orders, groups, profileIds, byTitle});
		},
		letters: filter => letters(toFilter(filter)),
	};
}

/** Which of the changed fields lists depend on. */
export function seriesAspectsOf(change: object): string[] {
	return Object.keys(change).filter(field => aspects.has(field));
}

const exactFields = [...columns, 'status', 'type'] as const;

function toFilter({
	search,
	titleStart,
	tag,
	libraryId,
	genre,
	monitored,
	downloaded,
	network,
	status,
	type,
	...facets
}: SeriesFilter): ListFilter {
	const found = search === undefined ? null : searchConditions(search);
	const labelled = labelledFilter({tag, libraryId});
	const exact = {monitored, downloaded, network, status, type};
	const given = exactFields.filter(field => exact[field] !== undefined);
	const range = sizeRange(facets);
	const ofFacets = {...facetConditions(facets), ...(range && {sizeOnDisk: range})};
	const conditions: Conditions = {...ofFacets, ...Object.fromEntries(given.map(field => [field, exact[field]]))};
	const own = Object.keys(conditions);
	const start = titleStart === undefined ? {} : titleStartConditions(titleStart);
	const ofGenre = genre === undefined ? {} : {genres: genre};
	return {
		key: JSON.stringify([conditions, tag, libraryId, genre, found?.key, start]),
		conditions: {...conditions, ...ofGenre, ...labelled.conditions, ...found?.conditions, ...start},
		aspects: [
			...own.map(field => (field === 'sizeOnDisk' ? numbersAspect : field)),
			...Object.keys(ofGenre),
			...labelled.aspects,
			...(found ? ['searchParts'] : []),
			...Object.keys(start),
		],
		index: found ? searchIndex : (labelled.index ?? (genre === undefined ? facetIndex(own) : genreIndex)),
		fields: own,
		...(genre === undefined && countingIndex(own)),
	};
}
