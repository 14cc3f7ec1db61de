import type {Model, QueryFilter} from 'mongoose';
import type {Series} from '../domain/media/library-series.ts';
import {searchForm} from '../domain/media/sort-title.ts';
import {escapePattern} from './match-text.ts';
import {type Stored, toRecord} from './record.ts';
import {hiddenOfSeries, type StoredSeries} from './series-schema.ts';

export interface SeriesPageQuery {
	page: number;
	limit: number;
	sort: {field: 'title' | 'year' | 'createdAt' | 'updatedAt' | 'metaRating' | 'nextAiring'; direction: 'asc' | 'desc'};
	monitored?: boolean;
	downloaded?: boolean;
	search?: string;
	network?: string;
}

/** A series as lists show it. */
export type ListedSeries = Omit<Series, 'seasons' | 'actors' | 'images' | 'alternativeTitles'>;

type Filter = QueryFilter<StoredSeries>;

const unlisted = {...hiddenOfSeries, seasons: 0, actors: 0, images: 0, alternativeTitles: 0} as const;

/** One page in a total order: ties break on the id, and series without the field come last in both directions (decisions 13.3). */
export async function pageSeries(
	series: Model<StoredSeries>,
	{page, limit, sort: {field, direction}, ...filters}: SeriesPageQuery,
): Promise<{series: ListedSeries[]; total: number}> {
	const filter = toFilter(filters);
	const sortField = field === 'title' ? 'sortTitle' : field;
	const way = direction === 'asc' ? 1 : -1;
	const skip = (page - 1) * limit;
	const read = async (only: Filter, from: number, count: number): Promise<Stored<ListedSeries>[]> =>
		count > 0
			? series
					.find(only, unlisted)
					.sort({[sortField]: way, _id: way})
					.skip(from)
					.limit(count)
					.lean<Stored<ListedSeries>[]>()
			: [];
	const answer = (rows: Stored<ListedSeries>[], total: number) => ({series: rows.map(row => toRecord<ListedSeries>(row)), total});

	// MongoDB sorts null before everything: descending it is last already.
	if (direction === 'desc' || !(field === 'year' || field === 'metaRating' || field === 'nextAiring')) {
		const [rows, total] = await Promise.all([read(filter, skip, limit), count(series, filter)]);
		return answer(rows, total);
	}
	const known = {$and: [filter, {[sortField]: {$ne: null}}]} as Filter; // the field is one of the series'
	const unknown = {$and: [filter, {[sortField]: null}]} as Filter;
	const [first, knownTotal, total] = await Promise.all([read(known, skip, limit), count(series, known), count(series, filter)]);
	const rest = await read(unknown, Math.max(0, skip - knownTotal), limit - first.length);
	return answer([...first, ...rest], total);
}

/** Without a filter MongoDB would read every document; the index is enough. */
function count(series: Model<StoredSeries>, filter: Filter): Promise<number> {
	return series.countDocuments(filter, Object.keys(filter).length === 0 ? {hint: {_id: 1}} : {});
}

function toFilter({monitored, downloaded, search, network}: Omit<SeriesPageQuery, 'page' | 'limit' | 'sort'>): Filter {
	return {
		...(monitored !== undefined && {monitored}),
		...(downloaded !== undefined && {downloaded}),
		...(network !== undefined && {network}),
		...(search && {searchTitles: {$regex: escapePattern(searchForm(search))}}),
	};
}
