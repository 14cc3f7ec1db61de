import type {ListFilter} from './filter.ts';
import {everyValue, keysOf, type SortOrder, type Source} from './ordered.ts';

/** Counts the documents of a list that have a value in the sort field. */
export function count({documents, by}: Source, {conditions, index}: ListFilter, {field, index: ordered, min}: SortOrder): Promise<number> {
	return index ? documents.count(conditions, by(index)) : documents.count({$and: [conditions, {[field]: {$gte: min}}]}, by(ordered));
}

/**
 * Counts those of the list with a value in the sort field. If the index does not tell which documents are in the list,
 * each has to be read: then those without a value are counted if they are fewer.
 */
export async function countKnown(source: Source, filter: ListFilter, order: SortOrder, total: number): Promise<number> {
	const {documents, by} = source;
	const known = {[order.field]: {$gte: order.min}};
	const columns = keysOf(order);
	const isCovered = filter.index === null && filter.fields?.every(field => columns.includes(field)) !== false;
	const ofAll = isCovered || order.only ? 0 : await documents.count(known, by(order.index));
	if (ofAll <= (await documents.estimatedDocumentCount()) / 2) {
		return count(source, {...filter, index: null}, order);
	}
	return total - (await documents.count({$and: [filter.conditions, {[order.field]: {$not: known[order.field]}}]}, by(order.index)));
}

/** The same by an aggregation, which can also read as of an earlier moment. */
export async function countAt(source: Source, filter: ListFilter, order: SortOrder): Promise<number> {
	const {index, conditions} = filter;
	const known = index ? conditions : {$and: [conditions, {[order.field]: {$gte: order.min}}]};
	const counts = await countBy(source, {filter: {...filter, conditions: known}, order, by: {$literal: 1}});
	return counts.get(1) ?? 0;
}

interface Grouping {
	filter: ListFilter;
	/** An order whose index contains every document of the list. */
	order: SortOrder;
	/** An expression of MongoDB. */
	by: string | object;
}

/** Counts the documents of a list by a value, all in one walk through an index. */
export async function countBy(
	{documents, by: hint}: Source,
	{filter: {conditions, index}, order: {field, index: ordered}, by}: Grouping,
): Promise<Map<unknown, number>> {
	const $match = index ? conditions : {$and: [conditions, {[field]: everyValue}]};
	const stages = [{$match}, {$group: {_id: by, count: {$sum: 1}}}];
	const rows = await documents.aggregate<{_id: unknown; count: number}>(stages, hint(index ?? ordered)).toArray();
	return new Map(rows.map(row => [row._id, row.count]));
}
