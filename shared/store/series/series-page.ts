import {type SeriesStatus, type SeriesType, seriesStatuses, seriesTypes} from '../../domain/media/series.ts';
import type {ListFilter, ListGroups} from '../../lists/filter.ts';
import {aspectOf, byDate, byNumber, byText, type Documents, indexOf, type SortOrder} from '../../lists/ordered.ts';
import type {Revisions} from '../../lists/revisions.ts';
import {
	byValue,
	createTitlePages,
	facetAspects,
	facetConditions,
	genreIndex,
	sizeRange,
	type TitleFilter,
	type TitlePageQuery,
	type TitlePages,
	tagsAspect,
	titleFilter,
	yesAndNo,
} from '../titles/title-pages.ts';

/** Which series a list has. */
interface SeriesFilter extends TitleFilter {
	network?: string;
	status?: SeriesStatus;
	type?: SeriesType;
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

export interface SeriesPageQuery extends SeriesFilter, TitlePageQuery<SeriesSortField> {}

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

export function createSeriesPages(documents: () => Documents, revisions: Revisions): TitlePages<SeriesPageQuery> {
	return createTitlePages<SeriesPageQuery>({documents, revisions, byTitle, orders, groups, toFilter});
}

/** Which of the changed fields lists depend on. */
export function seriesAspectsOf(change: object): string[] {
	return Object.keys(change).filter(field => aspects.has(field));
}

function toFilter({genre, monitored, downloaded, network, status, type, ...shared}: SeriesFilter): ListFilter {
	const range = sizeRange(shared);
	const exact = Object.entries({monitored, downloaded, network, status, type}).filter(([, value]) => value !== undefined);
	const conditions = {...facetConditions(shared), ...(range && {sizeOnDisk: range}), ...Object.fromEntries(exact)};
	return titleFilter(shared, {
		conditions,
		aspects: {sizeOnDisk: numbersAspect},
		...(genre !== undefined && {apart: {genres: genre}, index: genreIndex}),
	});
}
