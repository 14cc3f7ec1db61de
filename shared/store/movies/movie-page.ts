import type {Document} from 'mongodb';
import type {Connection} from 'mongoose';
import {escapePattern, type ListFilter, searchConditions, searchIndex} from '../../lists/filter.ts';
import {byDate, byNumber, byText, type Documents, indexOf, type SortOrder} from '../../lists/ordered.ts';
import {createPager, type Page, type Revisions} from '../../lists/pager.ts';
import {labelledFilter, orderWithin, tagsAspect} from '../titles/title-tags.ts';
import {wantedMovies} from '../wanted/wanted-lists.ts';

export interface MoviePageQuery {
	page: number;
	limit: number;
	sort: {field: 'title' | 'year' | 'createdAt' | 'updatedAt' | 'metaRating' | 'lastSearchTime'; direction: 'asc' | 'desc'};
	monitored?: boolean;
	downloaded?: boolean;
	search?: string;
	genre?: string;
	year?: number;
	/** A label. */
	tag?: string;
	libraryId?: string;
}

/** One page of the movies, and how many there are. */
export type PageMovies = (query: MoviePageQuery, projection: Document) => Promise<Page>;

const columns = ['monitored', 'year', 'genreLine'];
/**
 * Each index with the file size is rewritten for every recorded file, so only the indexes that
 * need the size contain it.
 */
const columnsWithFile = [...columns, 'file.size'];
const byTitle = byText('sortTitle', {columns: columnsWithFile});
const orders: Record<MoviePageQuery['sort']['field'], SortOrder> = {
	title: byTitle,
	year: byNumber('year', {columns}),
	createdAt: byDate('createdAt', {columns}),
	updatedAt: byDate('updatedAt', {columns: columnsWithFile}),
	metaRating: byNumber('metaRating', {columns}),
	lastSearchTime: byDate('lastSearchTime', {columns, isNullable: true}),
};
export const movieOrders: readonly SortOrder[] = Object.values(orders);

export function createMoviePages(connection: Connection, revisions: Revisions): PageMovies {
	// Mongoose's collection is the driver's.
	const documents = () => connection.collection('movies') as unknown as Documents;
	const pager = createPager({documents, revisions, counted: byTitle});
	return ({page, limit, sort: {field, direction}, ...filters}, projection) => {
		const filter = toFilter(filters);
		const order = filter.index === null ? orders[field] : orderWithin(byTitle, orders[field], filter.index);
		return pager.page({filter, order, isDownward: direction === 'desc', page, limit, projection});
	};
}

function toFilter({
	monitored,
	downloaded,
	search,
	genre,
	year,
	tag,
	libraryId,
}: Omit<MoviePageQuery, 'page' | 'limit' | 'sort'>): ListFilter {
	const found = search === undefined ? null : searchConditions(search);
	const labelled = tag === undefined && libraryId === undefined ? null : labelledFilter({tag, libraryId});
	return {
		key: JSON.stringify([monitored, downloaded, genre, year, tag, libraryId, found?.key]),
		conditions: {
			...(monitored !== undefined && {monitored}),
			// Every file has a size, and a size takes less space in an index than an id.
			...(downloaded !== undefined && {'file.size': downloaded ? {$gte: 0} : {$not: {$gte: 0}}}),
			...(genre !== undefined && {genreLine: {$regex: escapePattern(lineOf([genre]))}}),
			...(year !== undefined && {year}),
			...labelled?.conditions,
			...found?.conditions,
		},
		aspects: [
			...(monitored === undefined ? [] : ['monitored']),
			...(downloaded === undefined ? [] : ['file']),
			...(genre === undefined ? [] : ['genreLine']),
			...(year === undefined ? [] : ['year']),
			...(labelled?.aspects ?? []),
			...(found ? ['searchParts'] : []),
		],
		index: found ? searchIndex : (labelled?.index ?? (year === undefined ? null : indexOf('year'))),
	};
}

/** The genres as one string, which an index can hold with other fields. */
export function lineOf(genres: readonly string[]): string {
	return `\n${genres.join('\n')}\n`;
}

/** The fields that movie lists depend on; changes to other fields affect no list. */
const movieAspects: ReadonlySet<string> = new Set([
	...movieOrders.map(({field}) => field),
	'monitored',
	'file',
	'genreLine',
	'searchParts',
	tagsAspect,
	...Object.values(wantedMovies).flatMap(({aspects}) => aspects),
]);

export function aspectsOf(change: object): string[] {
	return Object.keys(change).filter(field => movieAspects.has(field));
}
