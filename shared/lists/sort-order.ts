import mongoose from 'mongoose';
import type {Conditions} from './filter.ts';

/** A field that lists are sorted by. */
export interface SortOrder {
	/** The stored field; also an aspect of the revision. */
	field: string;
	/** Name of its index. */
	index: string;
	/** The index contains only the documents that meet these conditions. A list must filter by them, too. */
	only?: Conditions;
	/** The smallest value of the field's type: everything below it in an index is null. */
	least: string | number | Date | InstanceType<typeof mongoose.mongo.MinKey>;
	/** The field may be missing; such documents come last in both directions. */
	isNullable: boolean;
	/**
	 * Additional index fields that lists filter by. Documents that do not match are skipped in the
	 * index without being read.
	 */
	columns: readonly string[];
}

/** The usual name of the index of a field. */
export const indexOf = (field: string) => `list_${field}`;

type Columns = Partial<Pick<SortOrder, 'columns'>>;

export const byText = (field: string, {columns = []}: Columns = {}): SortOrder => ({
	field,
	index: indexOf(field),
	least: '',
	isNullable: false,
	columns,
});
export const byNumber = (field: string, {columns = []}: Columns = {}): SortOrder => ({
	field,
	index: indexOf(field),
	least: Number.NEGATIVE_INFINITY,
	isNullable: true,
	columns,
});
/** The earliest moment that a Date can represent. */
const earliest = new Date(-8_640_000_000_000_000);
export const byDate = (
	field: string,
	{columns = [], isNullable = false}: Columns & Partial<Pick<SortOrder, 'isNullable'>> = {},
): SortOrder => ({
	field,
	index: indexOf(field),
	least: earliest,
	isNullable,
	columns,
});

/** The index of a sort order: the field, the id for ties, and the columns. */
export function orderIndex(order: SortOrder): [Record<string, 1>, {name: string; partialFilterExpression?: Conditions}] {
	const {index: name, only} = order;
	return [Object.fromEntries(keysOf(order).map(key => [key, 1 as const])), {name, ...(only && {partialFilterExpression: only})}];
}

const keysOf = ({field, columns}: SortOrder) => [field, '_id', ...columns.filter(column => column !== field)];
const lowest = new mongoose.mongo.MinKey();

/** A condition that every document meets. It allows MongoDB to use the columns after the field. */
export const everyValue = {$gte: lowest};

/** The same order, but documents without a value count as having the lowest one. */
export const withNulls = (order: SortOrder): SortOrder => ({...order, least: lowest, isNullable: false});

/**
 * A point in the index of a sort order for a query's `min` and `max`: before the document with this
 * id, or before the value.
 */
export function pointInIndex(order: SortOrder, {value, id}: {value: unknown; id?: string}): Record<string, unknown> {
	return {...Object.fromEntries(keysOf(order).map(key => [key, lowest])), [order.field]: value, ...(id !== undefined && {_id: id})};
}

const badValue = 2;

/** On first start, lists may be requested before their indexes exist. MongoDB has no separate error code for that. */
export function isWithoutIndex(error: unknown): boolean {
	return error instanceof mongoose.mongo.MongoServerError && error.code === badValue && error.message.includes('hint');
}

/** Reads by this index, or, as long as it is being built, by whichever MongoDB chooses. */
export async function byIndex<T>(index: string, read: (options: {hint?: string}) => Promise<T>): Promise<T> {
	try {
		return await read({hint: index});
	} catch (error) {
		if (!isWithoutIndex(error)) {
			throw error;
		}
		return await read({});
	}
}
