import type {Document} from 'mongodb';
import {type ListFilter, searchConditions, searchIndex} from '../../lists/filter.ts';
import {byDate, byNumber, byText, type Documents, type SortOrder} from '../../lists/ordered.ts';
import {createPager, type Page, type Revisions} from '../../lists/pager.ts';
import {labelledFilter, orderWithin, tagsAspect} from '../titles/title-tags.ts';

export interface SeriesPageQuery {
	page: number;
	limit: number;
	sort: {field: 'title' | 'year' | 'createdAt' | 'updatedAt' | 'metaRating' | 'nextAiring'; direction: 'asc' | 'desc'};
	monitored?: boolean;
	downloaded?: boolean;
	search?: string;
	network?: string;
	/** A label. */
	tag?: string;
	libraryId?: string;
}

/** One page of the series, and how many there are. */
export type PageSeries = (query: SeriesPageQuery, projection: Document) => Promise<Page>;

const columns = ['monitored', 'downloaded', 'network'] as const;
const byTitle = byText('sortTitle', {columns});
const orders: Record<SeriesPageQuery['sort']['field'], SortOrder> = {
	title: byTitle,
	year: byNumber('year', {columns}),
	createdAt: byDate('createdAt', {columns}),
	updatedAt: byDate('updatedAt', {columns}),
	metaRating: byNumber('metaRating', {columns}),
	nextAiring: byDate('nextAiring', {columns, isNullable: true}),
};
export const seriesOrders: readonly SortOrder[] = Object.values(orders);
const aspects: ReadonlySet<string> = new Set([...seriesOrders.map(({field}) => field), ...columns, 'searchParts', 'libraryId', tagsAspect]);

export function createSeriesPages(documents: () => Documents, revisions: Revisions): PageSeries {
	const pager = createPager({documents, revisions, counted: byTitle});
	return ({page, limit, sort: {field, direction}, ...filters}, projection) => {
		const filter = toFilter(filters);
		const order = orderWithin(byTitle, orders[field], filter.index);
		return pager.page({filter, order, isDownward: direction === 'desc', page, limit, projection});
	};
}

/** Which of the changed fields lists depend on. */
export function seriesAspectsOf(change: object): string[] {
	return Object.keys(change).filter(field => aspects.has(field));
}

function toFilter({search, tag, libraryId, ...exact}: Omit<SeriesPageQuery, 'page' | 'limit' | 'sort'>): ListFilter {
	const found = search === undefined ? null : searchConditions(search);
	const labelled = labelledFilter({tag, libraryId});
	const given = columns.filter(column => exact[column] !== undefined);
	return {
		key: JSON.stringify([...columns.map(column => exact[column]), tag, libraryId, found?.key]),
		conditions: {...Object.fromEntries(given.map(column => [column, exact[column]])), ...labelled.conditions, ...found?.conditions},
		aspects: [...given, ...labelled.aspects, ...(found ? ['searchParts'] : [])],
		index: found ? searchIndex : labelled.index,
	};
}
