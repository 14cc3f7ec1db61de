import type {Model, QueryFilter} from 'mongoose';

export interface PageOptions<T> {
	filter: QueryFilter<T>;
	/** Must be the order of an index that begins with the fields of the filter. */
	sort: Record<string, 1 | -1>;
	/** From 1. */
	page: number;
	limit: number;
	projection?: Record<string, 0 | 1>;
}

/** One page of a list that people browse from its start, and the length of the list. */
export async function readPage<T, Row>(model: Model<T>, options: PageOptions<T>): Promise<{rows: Row[]; total: number}> {
	const {filter, sort, page, limit, projection = {}} = options;
	const isWhole = Object.keys(filter).length === 0;
	const [rows, total] = await Promise.all([
		model
			.find(filter, projection)
			.sort(sort)
			.skip((page - 1) * limit)
			.limit(limit)
			.lean<Row[]>(),
		// Without a condition MongoDB would read every document to count them.
		model.countDocuments(filter, isWhole ? {hint: {_id: 1}} : {}),
	]);
	return {rows, total};
}
