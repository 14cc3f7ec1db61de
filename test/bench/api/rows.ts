import type {BareQuery, BenchRow, Goal} from './bench-row.ts';
import {type WantedTotals, wantedRows} from './wanted-rows.ts';

export interface Subjects {
	movies: number;
	series: number;
	movieId: string;
	seriesId: string;
	/** A season of fifty episodes. */
	longSeason: {seriesId: string; seasonNumber: number};
	genre: string;
	network: string;
	wanted: WantedTotals;
}

const pageSize = 50;
const list: Goal = {ratio: 0.8, p99: 1.5};
const anyPage: Goal = {ratio: 0.5};
const search: Goal = {ratio: 0.4};
const detail: Goal = {ratio: 0.5};
const firstPages = 100;
/** Parts from the middle of words in the made-up titles. */
const fragments = ['antern', 'rbou', 'eathe', 'olde', 'idnig', 'rossi', 'ailwa', 'rontier'];

const movies = (query: string) => `/api/library/movies?limit=${pageSize}&${query}`;
const series = (query: string) => `/api/library/series?limit=${pageSize}&${query}`;
const page = (collection: BareQuery['collection'], filter: Record<string, unknown>, sort: Record<string, 1 | -1> = byTitle): BareQuery => ({
	collection,
	filter,
	sort,
	limit: pageSize,
});
const byTitle = {sortTitle: 1, _id: 1} as const;
const movieSorts = {
	title: 'sortTitle',
	year: 'year',
	createdAt: 'createdAt',
	updatedAt: 'updatedAt',
	metaRating: 'metaRating',
	lastSearchTime: 'lastSearchTime',
};
const seriesSorts = {
	title: 'sortTitle',
	year: 'year',
	createdAt: 'createdAt',
	updatedAt: 'updatedAt',
	metaRating: 'metaRating',
	nextAiring: 'nextAiring',
};

/** All rows, in the order in which they are measured. */
export function benchRows(subjects: Subjects): BenchRow[] {
	return [
		...movieRows(subjects),
		...moviePageRows(subjects),
		...movieDetailRows(subjects),
		...seriesRows(subjects),
		...wantedRows(subjects.wanted),
	];
}

function movieRows({genre}: Subjects): BenchRow[] {
	const filters: [string, string, Record<string, unknown>][] = [
		['monitored', 'monitored=true', {monitored: true}],
		['unmonitored', 'monitored=false', {monitored: false}],
		['downloaded', 'downloaded=true', {file: {$ne: null}}],
		['not downloaded', 'downloaded=false', {file: null}],
		['of a genre', `genre=${encodeURIComponent(genre)}`, {genres: genre}],
		['of a year', 'year=2005', {year: 2005}],
		[
			'of a genre, monitored, not downloaded',
			`genre=${encodeURIComponent(genre)}&monitored=true&downloaded=false`,
			{genres: genre, monitored: true, file: null},
		],
	];
	return [
		...sortRows('movies', movieSorts, movies),
		...filters.map(([name, query, filter]) => ({name: `movies ${name}`, paths: [movies(query)], bare: page('movies', filter), goal: list})),
	];
}

function moviePageRows({movies: count}: Subjects): BenchRow[] {
	const pages = Math.ceil(count / pageSize);
	const likeRow = 'movies by title asc';
	return [
		{
			name: 'movies, the first 100 pages',
			// A page behind the end has no rows, so it would flatter a small library.
			paths: range(Math.min(firstPages, pages)).map(at => movies(`page=${at + 1}`)),
			bare: {likeRow},
			goal: list,
			isQuick: true,
		},
		{name: 'movies, the middle page', paths: [movies(`page=${Math.ceil(pages / 2)}`)], bare: {likeRow}, goal: anyPage, isQuick: true},
		{name: 'movies, the last page', paths: [movies(`page=${pages}`)], bare: {likeRow}, goal: anyPage, isQuick: true},
		{
			name: 'movies, any page',
			paths: range(200).map(at => movies(`page=${1 + ((at * 7919) % pages)}`)),
			bare: {likeRow},
			goal: anyPage,
			isQuick: true,
		},
		{
			name: 'movies, any page by rating desc',
			paths: range(200).map(at => movies(`sort=metaRating:desc&page=${1 + ((at * 7919) % pages)}`)),
			bare: {likeRow},
			goal: anyPage,
		},
		{
			name: 'movies, unmonitored, any page',
			paths: range(100).map(at => movies(`monitored=false&page=${1 + ((at * 31) % Math.ceil(pages / 8))}`)),
			bare: {likeRow},
			goal: anyPage,
		},
	];
}

function movieDetailRows({movieId}: Subjects): BenchRow[] {
	const likeRow = 'movies by title asc';
	return [
		{
			name: 'movies, search inside words',
			paths: fragments.map(text => movies(`search=${text}`)),
			bare: {likeRow},
			goal: search,
			isQuick: true,
		},
		{name: 'movies, search for two letters', paths: [movies('search=er')], bare: {likeRow}, goal: search},
		{
			name: 'a movie',
			paths: [`/api/library/movies/${movieId}`],
			bare: {collection: 'movies', filter: {_id: movieId}, sort: {}, limit: null},
			goal: detail,
			isQuick: true,
		},
	];
}

function seriesRows({series: count, seriesId, longSeason, network}: Subjects): BenchRow[] {
	const pages = Math.ceil(count / pageSize);
	const likeRow = 'series by title asc';
	return [
		...sortRows('series', seriesSorts, series),
		{name: 'series monitored', paths: [series('monitored=true')], bare: page('series', {monitored: true}), goal: list},
		{name: 'series not downloaded', paths: [series('downloaded=false')], bare: page('series', {downloaded: false}), goal: list},
		{name: 'series downloaded', paths: [series('downloaded=true')], bare: page('series', {downloaded: true}), goal: list},
		{name: 'series of a network', paths: [series(`network=${encodeURIComponent(network)}`)], bare: page('series', {network}), goal: list},
		{name: 'series, the last page', paths: [series(`page=${pages}`)], bare: {likeRow}, goal: anyPage, isQuick: true},
		{name: 'series, search inside words', paths: fragments.map(text => series(`search=${text}`)), bare: {likeRow}, goal: search},
		{
			name: 'a series of 50 episodes',
			paths: [`/api/library/series/${seriesId}`],
			bare: {collection: 'series', filter: {_id: seriesId}, sort: {}, limit: null},
			goal: detail,
			isQuick: true,
		},
		{
			name: 'a season of 50 episodes',
			paths: [`/api/library/series/${longSeason.seriesId}/seasons/${longSeason.seasonNumber}`],
			bare: {collection: 'episodes', filter: {...longSeason}, sort: {seasonNumber: 1, episodeNumber: 1}, limit: pageSize},
			goal: detail,
			isQuick: true,
		},
	];
}

function sortRows(collection: 'movies' | 'series', sorts: Record<string, string>, path: (query: string) => string): BenchRow[] {
	return Object.entries(sorts).flatMap(([name, field]) =>
		(['asc', 'desc'] as const).map(direction => ({
			name: `${collection} by ${name} ${direction}`,
			paths: [path(`sort=${name}:${direction}`)],
			bare: page(collection, {}, {[field]: direction === 'asc' ? 1 : -1, _id: direction === 'asc' ? 1 : -1}),
			goal: list,
			isQuick: name === 'title',
		})),
	);
}

const range = (count: number) => Array.from({length: count}, (_, index) => index);
