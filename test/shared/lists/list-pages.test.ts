import test, {type ExecutionContext} from 'ava';
import mongoose from 'mongoose';
import {sortTitle} from '#shared/domain/media/sort-title.ts';
import {toLetters} from '#shared/lists/letters.ts';
import {valueAt} from '#shared/lists/ordered.ts';
import type {Page} from '#shared/lists/pager.ts';
import {openDatabase} from '#shared/store/database.ts';
import {type MoviePageQuery, movieSortFields} from '#shared/store/movies/movie-page.ts';
import {type SeriesPageQuery, seriesSortFields} from '#shared/store/series/series-page.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withStores} from '#test/helpers/stores.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';

const {deserialize} = mongoose.mongo.BSON;
const now = new Date('2024-06-01T00:00:00Z');
const count = 36;
const titles = ['The Äther', 'ather', 'An Ather', 'Zug 9', 'Zug 10', 'zug 2', '!!!', 'Élan'];

type Row = Record<string, unknown> & {_id: string};
const rowsOf = (page: Page) => page.rows.map(row => deserialize(row) as Row);

/** Many of one title, year, rating and moment, and many without. */
const titleOf = (index: number) => ({
	metaId: index + 1,
	title: titles[index % titles.length] ?? '',
	year: index % 4 === 0 ? null : 2000 + (index % 3),
	metaRating: index % 5 === 0 ? null : 6 + (index % 2),
});
const libraryOf = (index: number) => (index % 3 === 0 ? null : `library-${index % 2}`);
const tagsOf = (index: number) => (index % 5 === 0 ? [] : index % 2 ? ['kids', 'b'] : ['b']);
const timeText = (index: number) => new Date(Number(now) + (index % 3) * 1000);

async function withLists(t: ExecutionContext) {
	const {stores, uri} = await withStores(t);
	const other = openDatabase({uri, secrets: testSecrets, connectLimitMs: patienceMs});
	t.teardown(() => other.close());
	const addMovie = (index: number) => {
		const choice = {
			minimumAvailability: index % 5 ? ('released' as const) : ('announced' as const),
			rootFolderPath: '/films',
			path: `/films/${index}`,
			qualityProfileId: index % 4 === 1 ? 'q' : 'p',
			libraryId: libraryOf(index),
			tags: tagsOf(index),
			searchOnAdd: false,
		};
		const genres = index % 2 ? ['War', 'Drama'] : ['Drama'];
		const details = {
			...movieDetails,
			...titleOf(index),
			genres,
			studios: index % 3 ? [`Studio ${index % 4}`] : [],
			inCinemas: index % 3 ? timeText(index % 5) : null,
		};
		return stores.movies.add(details, {...choice, monitored: index % 3 > 0}, timeText(index));
	};
	const addSeries = (index: number) => {
		const network = index % 2 ? 'North' : null;
		const seasons = [buildSeason(1, [index % 3 === 0 ? null : `2031-01-0${1 + (index % 2)}`])];
		const status = index % 4 ? 'continuing' : 'ended';
		const details = buildSeriesDetails({...titleOf(index), network, seasons, status, alternativeTitles: []});
		return stores.series.add(
			details,
			buildNewSeries({
				monitored: index % 3 > 0,
				libraryId: libraryOf(index),
				tags: tagsOf(index),
				qualityProfileId: index % 4 ? 'p' : 'q',
			}),
			timeText(index),
		);
	};
	return {stores, other: other.stores, addMovie, addSeries};
}

const has = (row: Row, tag: string) => (row['tags'] as string[]).includes(tag);
const labelled: readonly [{tag?: string; libraryId?: string; monitored?: boolean; search?: string}, (row: Row) => boolean][] = [
	[{tag: 'kids'}, row => has(row, 'kids')],
	[{libraryId: 'library-1'}, row => row['libraryId'] === 'library-1'],
	[
		{tag: 'b', libraryId: 'library-0', monitored: true},
		row => has(row, 'b') && row['libraryId'] === 'library-0' && row['monitored'] === true,
	],
	[{tag: 'b', search: 'zug'}, row => has(row, 'b') && String(row['title']).toLowerCase().startsWith('zug')],
];

interface List<Query> {
	fields: readonly string[];
	filters: readonly [Partial<Query>, (row: Row) => boolean][];
	page(query: {page: number; limit: number; sort: {field: string; direction: 'asc' | 'desc'}} & Partial<Query>): Promise<Page>;
}

const storedAs: Readonly<Record<string, string>> = {
	title: 'sortTitle',
	releaseDate: 'releasedAt',
	size: 'file.size',
	missing: 'missingCount',
};
const grouped: Readonly<Record<string, readonly unknown[]>> = {
	monitored: [true, false],
	downloaded: [true, false],
	status: ['continuing', 'ended', 'upcoming'],
	type: ['standard', 'daily', 'anime'],
	minimumAvailability: ['announced', 'inCinemas', 'released'],
	qualityProfile: ['p', 'q'],
};

/** By group, and by title within it, whatever the direction. */
function inGroups(rows: readonly Row[], field: string, direction: 'asc' | 'desc'): string[] {
	const values = grouped[field] ?? [];
	const groupOf = (row: Row) => {
		const stored = field === 'qualityProfile' ? 'qualityProfileId' : field;
		const value = field === 'downloaded' && 'file' in row ? valueAt(row, 'file.size') !== null : row[stored];
		return values.indexOf(value) * (direction === 'asc' ? 1 : -1);
	};
	const byTitle = inOrder(rows, 'title', 'asc');
	return rows.toSorted((a, b) => groupOf(a) - groupOf(b) || byTitle.indexOf(a._id) - byTitle.indexOf(b._id)).map(({_id}) => _id);
}

/** By value, what has none last in both directions, ties by id in the direction of the sort. */
function inOrder(rows: readonly Row[], field: string, direction: 'asc' | 'desc'): string[] {
	const way = direction === 'asc' ? 1 : -1;
	const stored = storedAs[field] ?? field;
	const compare = (a: number | string, b: number | string) => (a === b ? 0 : a < b ? -way : way);
	const value = (row: Row) => {
		const found = valueAt(row, stored);
		return found instanceof Date ? Number(found) : (found as number | string | null);
	};
	return rows
		.toSorted((a, b) => {
			const [left, right] = [value(a), value(b)];
			const order = left === null || right === null ? Number(left === null) - Number(right === null) : compare(left, right);
			return order || compare(a._id, b._id);
		})
		.map(({_id}) => _id);
}

async function walkAll<Query>(t: ExecutionContext, {fields, filters, page}: List<Query>): Promise<void> {
	const all = rowsOf(await page({page: 1, limit: 1000, sort: {field: 'createdAt', direction: 'asc'}} as Parameters<typeof page>[0]));
	t.is(all.length, count);
	for (const [nth, [filter, isShown]] of filters.entries()) {
		const shown = all.filter(isShown);
		t.true(shown.length > 3, JSON.stringify(filter));
		// Every order of the whole list; of the others, a few that differ from filter to filter.
		for (const field of fields.filter((_, at) => nth === 0 || (at + nth) % 6 === 0)) {
			for (const direction of ['asc', 'desc'] as const) {
				const walked: string[] = [];
				for (let at = 1; at <= Math.ceil(shown.length / 11) + 1; at += 1) {
					const read = await page({page: at, limit: 11, sort: {field, direction}, ...filter});
					t.is(read.total, shown.length);
					walked.push(...rowsOf(read).map(({_id}) => _id));
				}
				t.deepEqual(
					walked,
					(field in grouped ? inGroups : inOrder)(shown, field, direction),
					`${field} ${direction} ${JSON.stringify(filter)}`,
				);
			}
		}
	}
}

test('movies are walked through once each, by any field, in both directions, with any filter', async t => {
	const {stores, addMovie} = await withLists(t);
	const added = await Promise.all(Array.from({length: count}, (_, index) => addMovie(index)));
	for (const [index, {id}] of added.entries()) {
		if (index % 4 > 0) {
			await stores.movies.markSearched(id, timeText(index));
		}
	}
	await walkAll<MoviePageQuery>(t, {
		fields: movieSortFields,
		filters: [
			[{}, () => true],
			[{genre: 'War', monitored: true}, row => row['monitored'] === true && (row['genres'] as string[]).includes('War')],
			[{search: 'ÄTHER', downloaded: false}, row => sortTitle(String(row['title'])) === 'ather'],
			[{titleStart: 'The Zu', monitored: true}, row => row['monitored'] === true && sortTitle(String(row['title'])).startsWith('zu')],
			[{year: 2001, monitored: true}, row => row['year'] === 2001 && row['monitored'] === true],
			[{qualityProfileId: 'p'}, row => row['qualityProfileId'] === 'p'],
			[{minYear: 2001, maxYear: 2002, minRating: 6.5}, row => Number(row['year']) > 2000 && Number(row['metaRating']) > 6],
			[{rootFolderPath: '/films', minimumAvailability: 'released'}, row => row['minimumAvailability'] === 'released'],
			...labelled,
		],
		page: query => stores.movies.page({...query, profileIds: async () => ['p', 'q']} as MoviePageQuery, {}),
	});
});

test('movies are walked through by the language, quality and size of what is there', async t => {
	const {stores, addMovie} = await withLists(t);
	for (let index = 0; index < count; index += 1) {
		const {id} = await addMovie(index);
		if (index % 3 > 0) {
			const quality = index % 2 ? 'WEBDL-1080p' : 'DVD';
			await stores.movies.setFile(id, buildMediaFile({path: `/films/${index}/a.mkv`, quality, size: 1000 * (index % 4)}), now);
		}
	}
	const sizeOf = (row: Row) => valueAt(row, 'file.size') as number | null;
	const page = (query: object) => stores.movies.page({...query, profileIds: async () => ['p', 'q']} as unknown as MoviePageQuery, {});
	await walkAll<MoviePageQuery>(t, {
		fields: movieSortFields,
		filters: [
			[{originalLanguage: 'en', maxYear: 2001}, row => row['year'] !== null && Number(row['year']) < 2002],
			[{quality: 'WEBDL-1080p'}, row => valueAt(row, 'file.quality') === 'WEBDL-1080p'],
			[{minSize: 1000, maxSize: 2000}, row => [1000, 2000].includes(sizeOf(row) ?? 0)],
			[{downloaded: true, maxSize: 1000}, row => (sizeOf(row) ?? 9000) <= 1000],
		],
		page,
	});
	const none = [{originalLanguage: 'xx'}, {downloaded: false, minSize: 1}];
	for (const filter of none) {
		t.is((await page({page: 1, limit: 9, sort: {field: 'title', direction: 'asc'}, ...filter})).total, 0);
	}
});

test('series are walked through once each, by any field, in both directions, with any filter', async t => {
	const {stores, addSeries} = await withLists(t);
	await Promise.all(Array.from({length: count}, (_, index) => addSeries(index)));
	await walkAll<SeriesPageQuery>(t, {
		fields: seriesSortFields,
		filters: [
			[{}, () => true],
			[{network: 'North', monitored: false}, row => row['network'] === 'North' && row['monitored'] === false],
			[{genre: 'Drama', status: 'continuing'}, row => (row['genres'] as string[]).includes('Drama') && row['status'] === 'continuing'],
			[{type: 'standard', qualityProfileId: 'p'}, row => row['qualityProfileId'] === 'p'],
			[{search: 'zug', downloaded: false}, row => String(row['title']).toLowerCase().startsWith('zug')],
			[{titleStart: 'ÄT', network: 'North'}, row => row['network'] === 'North' && sortTitle(String(row['title'])).startsWith('at')],
			...labelled,
		],
		page: query => stores.series.page({...query, profileIds: async () => ['p', 'q']} as SeriesPageQuery, {}, now),
	});
});

test('titles that come, change and go between the pages never break a page, and the totals are exact in every process', async t => {
	const {stores, other, addMovie, addSeries} = await withLists(t);
	const sort = {field: 'metaRating', direction: 'desc'} as const;
	const [ids, seriesIds]: [string[], string[]] = [[], []];
	for (let index = 0; index < 12; index += 1) {
		ids.push((await addMovie(index)).id);
		seriesIds.push((await addSeries(index)).id);
		if (index % 4 === 3) {
			await stores.movies.remove(ids.shift() ?? '');
			await other.series.remove(seriesIds.shift() ?? '');
			await other.movies.change(ids[0] ?? '', {monitored: index % 8 === 3}, now);
			await stores.series.change(seriesIds[0] ?? '', {monitored: index % 8 === 3}, now);
		}
		for (const each of [stores, other]) {
			const query = {page: 2, limit: 5, sort, monitored: true};
			const [movies, series] = await Promise.all([each.movies.page(query, {}), each.series.page(query, {}, now)]);
			const monitored = (await stores.movies.getMany(ids)).filter(movie => movie.monitored).length;
			const monitoredSeries = (await stores.series.getMany(seriesIds)).filter(row => row.monitored).length;
			t.deepEqual([movies.total, series.total], [monitored, monitoredSeries]);
			t.deepEqual(
				[movies.rows.length, series.rows.length],
				[monitored, monitoredSeries].map(total => Math.max(0, Math.min(5, total - 5))),
			);
		}
	}
});

test('the letters of a list say where the titles of each begin, whatever is filtered by', async t => {
	const {stores, addMovie, addSeries} = await withLists(t);
	await Promise.all(Array.from({length: count}, async (_, index) => [await addMovie(index), await addSeries(index)]));
	for (const filter of [{}, {monitored: true}, {search: 'zug'}, {tag: 'kids'}, {minYear: 2001}]) {
		for (const kind of ['movies', 'series'] as const) {
			const query = {page: 1, limit: 100, sort: {field: 'title', direction: 'asc'}, ...filter} as const;
			const read = await (kind === 'movies' ? stores.movies.page(query, {}) : stores.series.page(query, {}, now));
			const first = rowsOf(read).map(row => String(row['sortTitle']).at(0)?.toUpperCase() ?? '#');
			const letters = await stores[kind].letters(filter);
			t.deepEqual(
				letters.map(each => each.letter),
				[...new Set(first)],
			);
			for (const {letter, position, count: ofLetter} of letters) {
				t.deepEqual([first.indexOf(letter), first.lastIndexOf(letter) + 1], [position, position + ofLetter]);
			}
		}
	}
});

test('digits come before the letters, and many scripts end in one entry', t => {
	const rows = [' ', '0', '9', 'b', 'a', 'ж'].map(_id => ({_id, count: 2}));
	t.deepEqual(
		toLetters(rows).map(({letter, position}) => [letter, position]),
		[
			['#', 0],
			['A', 6],
			['B', 8],
			['Ж', 10],
		],
	);
	const many = Array.from({length: 500}, (_, index) => ({_id: String.fromCodePoint(0x4e00 + index), count: 1}));
	const letters = toLetters(many);
	t.is(letters.length, 60);
	t.like(letters.at(-1), {position: 59, count: 441});
});
