import type {Document} from 'mongodb';
import type {Connection} from 'mongoose';
import {minimumAvailabilities} from '../../domain/media/movie.ts';
import {
	type Conditions,
	escapePattern,
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
	labelledFilter,
	pageOfTitles,
	sizeRange,
	tagsAspect,
	yesAndNo,
} from '../titles/title-facets.ts';
import {wantedMovies} from '../wanted/wanted-lists.ts';

/** Which movies a list has. */
export interface MovieFilter extends Facets {
	monitored?: boolean;
	downloaded?: boolean;
	search?: string;
	/** How the title begins. */
	titleStart?: string;
	genre?: string;
	year?: number;
	minimumAvailability?: string;
	/** Of the file. */
	quality?: string;
	/** A label. */
	tag?: string;
	libraryId?: string;
}

const columns = ['monitored', 'year', 'genreLine'];
/**
 * Each index with the file size is rewritten for every recorded file, so only the indexes that
 * need the size contain it.
 */
const columnsWithFile = [...columns, 'file.size'];
/** Counts every filter, and puts what few titles it leaves in any order, without reading the others. */
const byTitle = {
	...byText('sortTitle', {
		columns: [
			...columnsWithFile,
			...['metaRating', 'qualityProfileId', 'rootFolderPath', 'minimumAvailability', 'file.quality', 'originalLanguage'],
		],
	}),
	// The version before has another form of it under the usual name.
	index: indexOf('title'),
};
const orders = {
	title: byTitle,
	year: byNumber('year', {columns}),
	createdAt: byDate('createdAt', {columns}),
	updatedAt: byDate('updatedAt', {columns: columnsWithFile}),
	metaRating: byNumber('metaRating', {columns}),
	lastSearchTime: byDate('lastSearchTime', {columns, isNullable: true}),
	lastRefreshTime: byDate('lastRefreshTime', {columns, isNullable: true}),
	inCinemas: byDate('inCinemas', {columns, isNullable: true}),
	digitalRelease: byDate('digitalRelease', {columns, isNullable: true}),
	physicalRelease: byDate('physicalRelease', {columns, isNullable: true}),
	releaseDate: byDate('releasedAt', {columns, isNullable: true}),
	size: byNumber('file.size', {columns, aspect: 'file'}),
	runtime: byNumber('runtime', {columns}),
	path: byText('path', {columns}),
	studio: byText('studio', {columns, isNullable: true}),
	certification: byText('certification', {columns, isNullable: true}),
} satisfies Record<string, SortOrder>;
export const movieOrders: readonly SortOrder[] = Object.values(orders);

// Every file has a size, and a size takes less space in an index than an id.
const isDownloaded = (downloaded: boolean) => ({'file.size': downloaded ? {$gte: 0} : {$not: {$gte: 0}}});

/** Orders of a few groups, each by title. None needs an index of its own. */
const groups = {
	monitored: yesAndNo('monitored'),
	downloaded: {
		by: {$gte: ['$file.size', 0]},
		aspect: 'file',
		all: [true, false].map(value => ({value, conditions: isDownloaded(value)})),
	},
	minimumAvailability: byValue('minimumAvailability', minimumAvailabilities),
} satisfies Record<string, ListGroups>;

export const movieSortFields = [
	...(Object.keys(orders) as (keyof typeof orders)[]), // those above
	...(Object.keys(groups) as (keyof typeof groups)[]),
	'qualityProfile',
] as const;
export type MovieSortField = (typeof movieSortFields)[number];

export interface MoviePageQuery extends MovieFilter {
	page: number;
	limit: number;
	sort: {field: MovieSortField; direction: 'asc' | 'desc'};
	/** Quality profiles in their order; for that sort. */
	profileIds?: readonly string[];
}

/** One page of the movies, and how many there are. */
export type PageMovies = (query: MoviePageQuery, projection: Document) => Promise<Page>;

export function createMoviePages(
	connection: Connection,
	revisions: Revisions,
): {page: PageMovies; letters(filter: MovieFilter): Promise<Letter[]>} {
	// Mongoose's collection is the driver's.
	const documents = () => connection.collection('movies') as unknown as Documents;
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

function toFilter({
	monitored,
	downloaded,
	search,
	titleStart,
	genre,
	year,
	minimumAvailability,
	quality,
	tag,
	libraryId,
	...facets
}: MovieFilter): ListFilter {
	const found = search === undefined ? null : searchConditions(search);
	const labelled = tag === undefined && libraryId === undefined ? null : labelledFilter({tag, libraryId});
	const range = sizeRange(facets);
	const ofFacets = {...facetConditions(facets), ...(quality !== undefined && {'file.quality': quality})};
	const conditions: Conditions = {
		...ofFacets,
		...(monitored !== undefined && {monitored}),
		...((downloaded !== undefined || range) && {
			'file.size': {...(downloaded !== undefined && isDownloaded(downloaded)['file.size']), ...range},
		}),
		...(genre !== undefined && {genreLine: {$regex: escapePattern(lineOf([genre]))}}),
		...(year !== undefined && {year}),
		...(minimumAvailability !== undefined && {minimumAvailability}),
	};
	const own = Object.keys(conditions);
	// Half of the library has a file, which selects little.
	const selective = downloaded === undefined ? own : [...own, 'downloaded'];
	const start = titleStart === undefined ? {} : titleStartConditions(titleStart);
	return {
		key: JSON.stringify([monitored, downloaded, genre, year, minimumAvailability, tag, libraryId, found?.key, ofFacets, start, range]),
		conditions: {...conditions, ...labelled?.conditions, ...found?.conditions, ...start},
		aspects: [
			...own.map(field => (field.startsWith('file.') ? 'file' : field)),
			...(labelled?.aspects ?? []),
			...(found ? ['searchParts'] : []),
			...Object.keys(start),
		],
		index: found ? searchIndex : (labelled?.index ?? (year === undefined ? facetIndex(selective) : indexOf('year'))),
		fields: own,
		...countingIndex(own),
	};
}

/** The genres as one string, which an index can hold with other fields. */
export function lineOf(genres: readonly string[]): string {
	return `\n${genres.join('\n')}\n`;
}

/** The fields that movie lists depend on; changes to other fields affect no list. */
const movieAspects: ReadonlySet<string> = new Set([
	...movieOrders.map(aspectOf),
	...facetAspects,
	'minimumAvailability',
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
