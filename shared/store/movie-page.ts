import type {Model, QueryFilter} from 'mongoose';
import type {Movie} from '../domain/media/library-movie.ts';
import {searchForm} from '../domain/media/sort-title.ts';
import {escapePattern} from './match-text.ts';
import {hidden, type StoredMovie} from './movie-schema.ts';
import {type Stored, toRecord} from './record.ts';

export interface MoviePageQuery {
	page: number;
	limit: number;
	sort: {field: 'title' | 'year' | 'createdAt' | 'updatedAt' | 'metaRating' | 'lastSearchTime'; direction: 'asc' | 'desc'};
	monitored?: boolean;
	downloaded?: boolean;
	search?: string;
	genre?: string;
	year?: number;
}

type Filter = QueryFilter<StoredMovie>;

/** What lists do not show. */
const unlisted = {...hidden, cast: 0, crew: 0, images: 0} as const;

/** One page in a total order: ties break on the id, and movies without the field come last in both directions (decisions 13.3). */
export async function pageMovies(
	movies: Model<StoredMovie>,
	{page, limit, sort: {field, direction}, ...filters}: MoviePageQuery,
): Promise<{movies: Movie[]; total: number}> {
	const filter = toFilter(filters);
	const sortField = field === 'title' ? 'sortTitle' : field;
	const way = direction === 'asc' ? 1 : -1;
	const skip = (page - 1) * limit;
	const read = async (only: Filter, from: number, count: number): Promise<Stored<Movie>[]> =>
		count > 0
			? movies
					.find(only, unlisted)
					.sort({[sortField]: way, _id: way})
					.skip(from)
					.limit(count)
					.lean<Stored<Movie>[]>()
			: [];
	const answer = (rows: Stored<Movie>[], total: number) => ({movies: rows.map(row => toRecord<Movie>(row)), total});

	// MongoDB sorts null before everything: descending it is last already.
	if (direction === 'desc' || !(field === 'year' || field === 'metaRating' || field === 'lastSearchTime')) {
		const [rows, total] = await Promise.all([read(filter, skip, limit), movies.countDocuments(filter)]);
		return answer(rows, total);
	}
	const known = {$and: [filter, {[sortField]: {$ne: null}}]} as Filter; // the field is one of the movie's
	const unknown = {$and: [filter, {[sortField]: null}]} as Filter;
	const [first, knownTotal, total] = await Promise.all([
		read(known, skip, limit),
		movies.countDocuments(known),
		movies.countDocuments(filter),
	]);
	const rest = await read(unknown, Math.max(0, skip - knownTotal), limit - first.length);
	return answer([...first, ...rest], total);
}

function toFilter({monitored, downloaded, search, genre, year}: Omit<MoviePageQuery, 'page' | 'limit' | 'sort'>): Filter {
	return {
		...(monitored !== undefined && {monitored}),
		...(downloaded !== undefined && {file: downloaded ? {$ne: null} : null}),
		...(genre !== undefined && {genres: genre}),
		...(year !== undefined && {year}),
		...(search && {searchTitles: {$regex: escapePattern(searchForm(search))}}),
	};
}
