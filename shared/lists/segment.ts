import type {Collection, Document} from 'mongodb';
import type {Conditions, StoredDocument} from './filter.ts';
import {pointInIndex, type SortOrder} from './sort-order.ts';

/** Position of a document in an order. */
export interface Position {
	value: unknown;
	id: string;
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

/** The raw documents between two positions, read from the nearest place. */
async function readSegment(source: Source, segment: Segment, {from, to, isDownward, projection}: Reading): Promise<Uint8Array[]> {
	if (from >= to) {
		return [];
	}
	const {length, order} = segment;
	const near = from - (from % positionEvery);
	const isEndNearer = length - to < from - near;
	const place = isEndNearer || near === 0 ? undefined : await positionAt(source, segment, near);
	const way = isEndNearer ? -1 : 1;
	const {filter, options} = between(source, segment, {from: place});
	const rows = await source.documents
		.find(filter, {projection, raw: true, ...options})
		.sort({[order.field]: way, _id: way})
		.skip(isEndNearer ? length - to : from - (place ? near : 0))
		.limit(to - from)
		.toArray();
	const raw = rows as unknown as Uint8Array[]; // `raw` returns bytes
	return isEndNearer === isDownward ? raw : raw.reverse();
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
 * Finds a place in the index, starting from the nearest cached place or the nearer end. Undefined when the
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
	const place = found && {value: found[order.field] ?? null, id: found._id};
	if (place) {
		positions.set(position, place);
	}
	return place;
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
function between(source: Source, segment: Segment, bounds: Bounds): Range {
	const options = source.by(segment.order.index);
	const isWhole = Object.keys(segment.conditions).length === 0;
	// Index bounds spare MongoDB the query planning. They work only with a hint, and then no condition
	// is looked up in the index.
	return isWhole && options.hint !== undefined
		? {filter: {}, options: {...options, ...pointsOf(segment, bounds)}}
		: {filter: conditionsOf(segment, bounds), options};
}

function pointsOf({order, isKnown}: Segment, {from, before}: Bounds): {min?: Document; max?: Document} {
	const boundary = pointInIndex(order, {value: order.least});
	const min = from ? pointInIndex(order, from) : isKnown ? boundary : null;
	const max = before ? pointInIndex(order, before) : isKnown ? null : boundary;
	return {...(min && {min}), ...(max && {max})};
}

function conditionsOf(segment: Segment, {from, before}: Bounds): Conditions {
	const {order, isKnown, conditions} = segment;
	const {field} = order;
	const place = from ?? before;
	if (!place) {
		return {$and: [conditions, {[field]: isKnown ? {$gte: order.least} : {$not: {$gte: order.least}}}]};
	}
	const tie = {_id: from ? {$gte: place.id} : {$lt: place.id}};
	if (!isKnown) {
		return {$and: [conditions, {[field]: {$not: {$gte: order.least}}, ...tie}]};
	}
	// Two ranges of one index, which MongoDB merges in order.
	const rest = {[field]: from ? {$gt: place.value} : {$lt: place.value}};
	return {$or: [{$and: [conditions, {[field]: place.value, ...tie}]}, {$and: [conditions, rest]}]};
}
