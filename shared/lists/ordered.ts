import type {Collection, Document} from 'mongodb';
import mongoose from 'mongoose';
import {type Conditions, findRaw, type StoredDocument} from './filter.ts';

/** A field that lists are sorted by. */
export interface SortOrder {
	/** The stored field, which may be inside another one: `file.size`. */
	field: string;
	/** The aspect of the revision that it belongs to; the field itself if not given. */
	aspect?: string;
	/** Name of its index. */
	index: string;
	/** The index contains only the documents that meet these conditions. A list must filter by them, too. */
	only?: Conditions;
	/** The smallest value of the field's type: everything below it in an index is null. */
	min: string | number | Date | InstanceType<typeof mongoose.mongo.MinKey>;
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

/** The aspect of an order. */
export const aspectOf = ({field, aspect = field}: SortOrder) => aspect;

/** The value of a field, which may be inside another one; null if it is missing. */
export function valueAt(row: Document, field: string): unknown {
	return field.split('.').reduce<unknown>((value, name) => (value as Document | null | undefined)?.[name], row) ?? null;
}

type Columns = Partial<Pick<SortOrder, 'columns' | 'aspect'>>;

export const byText = (
	field: string,
	{columns = [], isNullable = false}: Columns & Partial<Pick<SortOrder, 'isNullable'>> = {},
): SortOrder => ({
	field,
	index: indexOf(field),
	min: '',
	isNullable,
	columns,
});
export const byNumber = (field: string, {columns = [], aspect}: Columns = {}): SortOrder => ({
	field,
	...(aspect !== undefined && {aspect}),
	index: indexOf(field),
	min: Number.NEGATIVE_INFINITY,
	isNullable: true,
	columns,
});
/** The earliest moment that a Date can represent. */
const earliest = new Date(-8_640_000_000_000_000);
export const byDate = (
	field: string,
	{columns = [], isNullable = false, aspect}: Columns & Partial<Pick<SortOrder, 'isNullable'>> = {},
): SortOrder => ({
	field,
	...(aspect !== undefined && {aspect}),
	index: indexOf(field),
	min: earliest,
	isNullable,
	columns,
});

/** The index of a sort order: the field, the id for ties, and the columns. */
export function orderIndex(order: SortOrder): [Record<string, 1>, {name: string; partialFilterExpression?: Conditions}] {
	const {index: name, only} = order;
	return [Object.fromEntries(keysOf(order).map(key => [key, 1 as const])), {name, ...(only && {partialFilterExpression: only})}];
}

/** The fields of its index. */
export const keysOf = ({field, columns}: SortOrder) => [field, '_id', ...columns.filter(column => column !== field)];
const lowest = new mongoose.mongo.MinKey();

/** A condition that every document meets. It allows MongoDB to use the columns after the field. */
export const everyValue = {$gte: lowest};

/** The same order, but documents without a value count as having the lowest one. */
export const withNulls = (order: SortOrder): SortOrder => ({...order, min: lowest, isNullable: false});

/**
 * A point in the index of a sort order for a query's `min` and `max`: before the document with this
 * id, or before the value.
 */
function pointInIndex(order: SortOrder, {value, id}: {value: unknown; id?: string}): Record<string, unknown> {
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

/** Position of a document in an order. */
export interface Position {
	value: unknown;
	id: string;
}

/** Positions of the documents with a value, and of those without. */
export interface Positions {
	known: Map<number, Position>;
	/** Of those with a value, counted from the highest one: the last document before the position. */
	downward: Map<number, Position>;
	unknown: Map<number, Position>;
}

/**
 * The documents of a list with a value in the sort field, or those without one. Positions count from the lowest value,
 * ties from the lowest id.
 */
export interface Segment {
	order: SortOrder;
	isKnown: boolean;
	conditions: Conditions;
	length: number;
	/** Cached positions by position. */
	positions: Map<number, Position>;
}

export interface Reading {
	/** Positions; the end is excluded. */
	from: number;
	to: number;
	isDownward: boolean;
	projection: Document;
}

export type Documents = Collection<StoredDocument>;

/** Where lists are read from, and whether its indexes exist. */
export interface Source {
	documents: Documents;
	/** The index for a query. While indexes are being built, MongoDB chooses one. */
	by(index: string | null): {hint?: string};
}

/** Number of documents between two cached positions. */
const positionEvery = 100;

/** The raw documents between two positions, read from the nearest cursor. */
async function readSegment(source: Source, segment: Segment, {from, to, isDownward, projection}: Reading): Promise<Uint8Array[]> {
	if (from >= to) {
		return [];
	}
	const {length, order} = segment;
	const near = from - (from % positionEvery);
	const isEndNearer = length - to < from - near;
	const cursor = isEndNearer || near === 0 ? undefined : await positionAt(source, segment, near);
	const way = isEndNearer ? -1 : 1;
	const {filter, options} = between(source, segment, {from: cursor});
	const sort = {[order.field]: way, _id: way};
	const skip = isEndNearer ? length - to : from - (cursor ? near : 0);
	const rows = await findRaw(source.documents, {filter, projection, sort, skip, limit: to - from, ...options});
	return isEndNearer === isDownward ? rows : rows.reverse();
}

/**
 * The documents at positions counted from where the reading begins; its length need not be known. Null if it is
 * shorter. `positions` are those of this direction.
 */
export async function readFirst(
	source: Source,
	segment: Omit<Segment, 'length'>,
	{from, to, isDownward, projection}: Reading,
): Promise<Uint8Array[] | null> {
	const {order, positions} = segment;
	const way = isDownward ? -1 : 1;
	const sort = {[order.field]: way, _id: way} as const;
	const beyond = (at: number) => between(source, segment, {[isDownward ? 'before' : 'from']: positions.get(at)});
	const near = from - (from % positionEvery);
	if (near > 0 && !positions.has(near)) {
		const before = Math.max(0, ...positions.keys().filter(other => other < near));
		const {filter, options} = beyond(before);
		const skip = near - before - Number(isDownward);
		const [found] = await source.documents.find(filter, {projection: {[order.field]: 1}, sort, skip, limit: 1, ...options}).toArray();
		if (!found) {
			return null;
		}
		positions.set(near, {value: valueAt(found, order.field), id: found._id});
	}
	const {filter, options} = beyond(near);
	const rows = await findRaw(source.documents, {filter, projection, sort, skip: from - near, limit: to - from, ...options});
	return rows.length === to - from ? rows : null;
}

/** The documents between two positions of a whole list. Those with a value come first in both directions. */
export async function readOrdered(source: Source, [known, unknown]: [Segment, Segment], reading: Reading): Promise<Uint8Array[]> {
	const {from, to, isDownward} = reading;
	const read = (segment: Segment, before: number) => {
		// Two in, two out.
		const [start, end] = [from - before, to - before].map(at => Math.min(Math.max(at, 0), segment.length)) as [number, number];
		const range = isDownward ? {from: segment.length - end, to: segment.length - start} : {from: start, to: end};
		return readSegment(source, segment, {...reading, ...range});
	};
	const [first, rest] = await Promise.all([read(known, 0), read(unknown, known.length)]);
	return rest.length > 0 ? [...first, ...rest] : first;
}

/**
 * Finds a cursor in the index, starting from the nearest cached cursor or the nearer end. Undefined when the
 * list has become shorter.
 */
async function positionAt(source: Source, segment: Segment, position: number): Promise<Position | undefined> {
	const {order, length, positions} = segment;
	const cached = positions.get(position);
	if (cached) {
		return cached;
	}
	const below = Math.max(0, ...positions.keys().filter(other => other < position));
	const above = Math.min(length, ...positions.keys().filter(other => other > position));
	const isUpward = position - below <= above - position;
	const way = isUpward ? 1 : -1;
	const start = isUpward ? {from: positions.get(below)} : {before: positions.get(above)};
	const {filter, options} = between(source, segment, start);
	const [found] = await source.documents
		.find(filter, {projection: {[order.field]: 1}, ...options})
		.sort({[order.field]: way, _id: way})
		.skip(isUpward ? position - below : above - position - 1)
		.limit(1)
		.toArray();
	const cursor = found && {value: valueAt(found, order.field), id: found._id};
	if (cursor) {
		positions.set(position, cursor);
	}
	return cursor;
}

interface Bounds {
	from?: Position | undefined;
	before?: Position | undefined;
}

interface Range {
	filter: Conditions;
	options: ReturnType<Source['by']> & {min?: Document; max?: Document};
}

/** The documents of a segment between two positions. */
function between(source: Source, segment: Omit<Segment, 'length' | 'positions'>, bounds: Bounds): Range {
	const options = source.by(segment.order.index);
	const isWhole = Object.keys(segment.conditions).length === 0;
	// Index bounds spare MongoDB the query planning. They work only with a hint, and then no condition
	// is looked up in the index.
	return isWhole && options.hint !== undefined
		? {filter: {}, options: {...options, ...pointsOf(segment, bounds)}}
		: {filter: conditionsOf(segment, bounds), options};
}

function pointsOf({order, isKnown}: Pick<Segment, 'order' | 'isKnown'>, {from, before}: Bounds): {min?: Document; max?: Document} {
	const boundary = pointInIndex(order, {value: order.min});
	const min = from ? pointInIndex(order, from) : isKnown ? boundary : null;
	const max = before ? pointInIndex(order, before) : isKnown ? null : boundary;
	return {...(min && {min}), ...(max && {max})};
}

function conditionsOf(segment: Omit<Segment, 'length' | 'positions'>, {from, before}: Bounds): Conditions {
	const {order, isKnown, conditions} = segment;
	const {field} = order;
	const cursor = from ?? before;
	if (!cursor) {
		return {$and: [conditions, {[field]: isKnown ? {$gte: order.min} : {$not: {$gte: order.min}}}]};
	}
	const tie = {_id: from ? {$gte: cursor.id} : {$lt: cursor.id}};
	if (!isKnown) {
		return {$and: [conditions, {[field]: {$not: {$gte: order.min}}, ...tie}]};
	}
	// Two ranges of one index, which MongoDB merges in order.
	const rest = {[field]: from ? {$gt: cursor.value} : {$lt: cursor.value}};
	return {$or: [{$and: [conditions, {[field]: cursor.value, ...tie}]}, {$and: [conditions, rest]}]};
}
