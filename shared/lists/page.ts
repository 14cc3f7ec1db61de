import type {Model, QueryFilter} from 'mongoose';
import {createCache} from '../coordination/cache.ts';
import {members, type Revisions} from './revisions.ts';

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

/** One page of a list that people browse from either end, and the length of the list. */
export async function readPage<T, Row>(model: Model<T>, options: PageOptions<T>): Promise<{rows: Row[]; total: number}> {
	const {filter, sort, page, limit, projection = {}, totals} = options;
	const from = (page - 1) * limit;
	const isWhole = Object.keys(filter).length === 0;
	const read = (order: PageOptions<T>['sort'], {skipped, max}: {skipped: number; max: number}) =>
		model.find(filter, projection).sort(order).skip(skipped).limit(max).lean<Row[]>();
	// Without a condition MongoDB would read every document to count them.
	const countAll = () => model.countDocuments(filter, isWhole ? {hint: {_id: 1}} : {}).exec();
	const count = () => (totals ? totals.of(JSON.stringify(filter), countAll) : countAll());
	if (from === 0) {
		const [rows, total] = await Promise.all([read(sort, {skipped: 0, max: limit}), count()]);
		return {rows, total};
	}
	// MongoDB walks through all that it skips, so nothing is looked for after the end, and the last pages are read
	// from there.
	const total = await count();
	const to = Math.min(from + limit, total);
	if (from >= to) {
		return {rows: [], total};
	}
	const isEndNearer = total - to < from;
	const rows = isEndNearer
		? (await read(backward(sort), {skipped: total - to, max: to - from})).reverse()
		: await read(sort, {skipped: from, max: limit});
	return {rows, total};
}

function backward(sort: PageOptions<never>['sort']): PageOptions<never>['sort'] {
	return Object.fromEntries(Object.entries(sort).map(([field, way]) => [field, way === 1 ? -1 : 1]));
}

/** The exact lengths of the lists of one collection, each counted once until documents come or go. */
export interface Totals {
	/** Two lists with the same key have the same documents. */
	of(key: string, count: () => Promise<number>): Promise<number>;
}

const maxTotals = 1000;

/**
 * Counting the keys of an index takes half a second for 200,000 of them. The collection's documents must not move from
 * one list to another, and all that adds or removes some must be `during` the revisions.
 */
export function createTotals(revisions: Revisions): Totals {
	const counts = createCache<Promise<number>>({max: maxTotals});
	return {
		async of(key, count) {
			const revision = (await revisions.read()).of([members]);
			return counts.get(revision && `${revision} ${key}`, count);
		},
	};
}
