import type {Connection} from 'mongoose';
import {minimumAvailabilities} from '../../domain/media/movie.ts';
import {escapePattern, type ListFilter, type ListGroups} from '../../lists/filter.ts';
import {aspectOf, byDate, byNumber, byText, type Documents, indexOf, type SortOrder} from '../../lists/ordered.ts';
import type {Revisions} from '../../lists/revisions.ts';
import {
	byValue,
	createTitlePages,
	facetAspects,
	facetConditions,
	sizeRange,
	type TitleFilter,
	type TitlePageQuery,
	type TitlePages,
	tagsAspect,
	titleFilter,
	yesAndNo,
} from '../titles/title-pages.ts';
import {wantedMovies} from '../wanted/wanted-lists.ts';

/** Which movies a list has. */
interface MovieFilter extends TitleFilter {
	year?: number;
	minimumAvailability?: string;
	/** Of the file. */
	quality?: string;
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

export interface MoviePageQuery extends MovieFilter, TitlePageQuery<MovieSortField> {}

export function createMoviePages(connection: Connection, revisions: Revisions): TitlePages<MoviePageQuery> {
	// Mongoose's collection is the driver's.
	const documents = () => connection.collection('movies') as unknown as Documents;
	return createTitlePages<MoviePageQuery>({documents, revisions, byTitle, orders, groups, toFilter});
}

function toFilter({monitored, downloaded, genre, year, minimumAvailability, quality, ...shared}: MovieFilter): ListFilter {
	const range = sizeRange(shared);
	const conditions = {
		...facetConditions(shared),
		...(quality !== undefined && {'file.quality': quality}),
		...(monitored !== undefined && {monitored}),
		...((downloaded !== undefined || range) && {
			'file.size': {...(downloaded !== undefined && isDownloaded(downloaded)['file.size']), ...range},
		}),
		...(genre !== undefined && {genreLine: {$regex: escapePattern(lineOf([genre]))}}),
		...(year !== undefined && {year}),
		...(minimumAvailability !== undefined && {minimumAvailability}),
	};
	return titleFilter(shared, {
		conditions,
		aspects: {'file.quality': 'file', 'file.size': 'file'},
		index: year === undefined ? null : indexOf('year'),
		// Half of the library has a file.
		isSelective: downloaded === undefined,
	});
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
