import mongoose from 'mongoose';

/** A field that lists are sorted by. */
export interface SortOrder {
	/** The stored field; also an aspect of the revision. */
	field: string;
	/** The least value of the field's type: what is below it in an index is null. */
	least: string | number | Date;
	/** Documents may lack the field; they come last in both directions. */
	isNullable: boolean;
	/**
	 * Further fields of the index, by which lists filter: what a filter leaves out is passed over in the index without
	 * a look at the document.
	 */
	columns: readonly string[];
}

type Columns = Partial<Pick<SortOrder, 'columns'>>;

export const byText = (field: string, {columns = []}: Columns = {}): SortOrder => ({field, least: '', isNullable: false, columns});
export const byNumber = (field: string, {columns = []}: Columns = {}): SortOrder => ({
	field,
	least: Number.NEGATIVE_INFINITY,
	isNullable: true,
	columns,
});
/** The earliest moment that a Date can tell. */
const earliest = new Date(-8_640_000_000_000_000);
export const byMoment = (
	field: string,
	{columns = [], isNullable = false}: Columns & Partial<Pick<SortOrder, 'isNullable'>> = {},
): SortOrder => ({
	field,
	least: earliest,
	isNullable,
	columns,
});

/** Name of the index that serves a sort order. */
export const indexOf = (field: string) => `list_${field}`;

/** The index of a sort order: the field, the id that breaks ties, and the columns. */
export function orderIndex(order: SortOrder): [Record<string, 1>, {name: string}] {
	return [Object.fromEntries(keysOf(order).map(key => [key, 1 as const])), {name: indexOf(order.field)}];
}

const keysOf = ({field, columns}: SortOrder) => [field, '_id', ...columns.filter(column => column !== field)];
const lowest = new mongoose.mongo.MinKey();

/** A condition that every document meets, so that the columns behind the field can be used. */
export const everyValue = {$gte: lowest};

/**
 * A point in the index of a sort order, as `min` and `max` of a query take it: before the document of this id, or
 * before the value.
 */
export function pointInIndex(order: SortOrder, {value, id}: {value: unknown; id?: string}): Record<string, unknown> {
	return {...Object.fromEntries(keysOf(order).map(key => [key, lowest])), [order.field]: value, ...(id !== undefined && {_id: id})};
}
