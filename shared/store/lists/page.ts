import type {Model, QueryFilter} from 'mongoose';
import type {Totals} from './totals.ts';

export interface PageOptions<T> {
	filter: QueryFilter<T>;
	/** Must be the order of an index that begins with the fields of the filter. */
	sort: Record<string, 1 | -1>;
	/** From 1. */
	page: number;
	limit: number;
	projection?: Record<string, 0 | 1>;
	/** For a collection that may have a great many documents. */
	totals?: Totals;
}

/** One page of a list that people browse from its start, and the length of the list. */
export async function readPage<T, Row>(model: Model<T>, options: PageOptions<T>): Promise<{rows: Row[]; total: number}> {
	const {filter, sort, page, limit, projection = {}, totals} = options;
	const from = (page - 1) * limit;
	const isWhole = Object.keys(filter).length === 0;
	const read = () => model.find(filter, projection).sort(sort).skip(from).limit(limit).lean<Row[]>();
	// Without a condition MongoDB would read every document to count them.
	const countAll = () => model.countDocuments(filter, isWhole ? {hint: {_id: 1}} : {}).exec();
	const count = () => (totals ? totals.of(JSON.stringify(filter), countAll) : countAll());
	if (from === 0) {
		const [rows, total] = await Promise.all([read(), count()]);
		return {rows, total};
	}
	// To find out that a page lies behind the end, MongoDB would walk through the whole list.
	const total = await count();
	return {rows: from < total ? await read() : [], total};
}
