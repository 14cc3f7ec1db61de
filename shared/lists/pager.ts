import {randomUUID} from 'node:crypto';
import type {Document} from 'mongodb';
import mongoose, {type Connection} from 'mongoose';
import {createCache, shareReads} from '../coordination/cache.ts';
import {joinCalls} from '../coordination/wait.ts';
import {hasPassed} from '../domain/network/clock-skew.ts';
import {count, countBy, countKnown} from './counts.ts';
import {findRaw, type ListFilter, type ListGroups, within} from './filter.ts';
import {
	aspectOf,
	type Documents,
	everyValue,
	isWithoutIndex,
	keysOf,
	type Positions,
	readFirst,
	readOrdered,
	type SortOrder,
	type Source,
	valueAt,
} from './ordered.ts';

export interface PageRequest {
	filter: ListFilter;
	order: SortOrder;
	isDownward: boolean;
	page: number;
	limit: number;
	projection: Document;
	/** An order whose index contains every document of the list, if it is not the usual one of the pager. */
	counted?: SortOrder;
	/** The length of the list, if it is known. */
	total?: number;
}

export interface Page {
	/** Documents as BSON. */
	rows: Uint8Array[];
	/** Documents of the whole list. */
	total: number;
}

export interface Pager {
	/**
	 * One page of a totally ordered list (ties by id, documents without a value last in both directions), and the
	 * exact length of the list. Counts and positions are cached while the revision says they are valid, so every
	 * page costs about the same.
	 */
	page(request: PageRequest): Promise<Page>;
	/** One page of a list in groups, each in its order whatever theirs is. The lengths of all are counted in one go. */
	pageOfGroups(request: PageRequest, groups: ListGroups, orderOf: (group: ListFilter) => SortOrder): Promise<Page>;
}

/** Positions of a list; the end is excluded. They may be outside of it. */
interface Range {
	from: number;
	to: number;
}

export interface PagerOptions {
	documents: () => Documents;
	revisions: Revisions;
	/** A sort order whose field is set in every document. */
	counted: SortOrder;
	/** Maximum number of ids in a cached list. */
	shortLength?: number;
}

const maxCounts = 1000;
/** Number of cached lists, each with up to 5,000 ids. */
const maxOrders = 64;
const firstPositions = 200;

/** Null while the revision is not settled: then nothing is cached. */
const keyOf = (revision: string | null, ...parts: string[]) => revision && [revision, ...parts].join(' ');

export function createPager({documents, revisions, counted, shortLength = 5000}: PagerOptions): Pager {
	const counts = createCache<Promise<number>>({max: maxCounts});
	const grouped = createCache<Promise<Map<unknown, number>>>({max: maxCounts});
	const shortLists = createCache<Promise<ShortList>>({max: maxOrders});
	const positions = createCache<Positions>({max: maxOrders});

	async function read(source: Source, request: Omit<PageRequest, 'page' | 'limit'>, range: Range, revision: Revision): Promise<Page> {
		const {filter, order, isDownward, projection} = request;
		const aspects = [members, ...filter.aspects];
		const countAll = () => count(source, {...filter, index: filter.index ?? filter.counts ?? null}, request.counted ?? counted);
		const total = request.total ?? (await counts.get(keyOf(revision.of(aspects), filter.key), countAll));
		const reading = {from: Math.max(0, range.from), to: Math.min(range.to, total), isDownward, projection};
		if (reading.from >= reading.to) {
			return {rows: [], total};
		}
		const ordered = keyOf(revision.of([...aspects, aspectOf(order)]), order.index, filter.key);
		// An index of the list's own reads a page in one go; its ids would each have to be looked up.
		const hasOwnIndex = order.only !== undefined && filter.index === null;
		if (filter.aspects.length > 0 && total <= shortLength && !hasOwnIndex) {
			const list = await shortLists.get(ordered, () => readShortList(source, {...filter, index: shortIndex(request)}, order));
			return {rows: await readListed(source, list, reading), total};
		}
		const {conditions} = filter;
		const at = positions.get(ordered, () => ({known: new Map(), downward: new Map(), unknown: new Map()}));
		// Nearer to the beginning, it costs less to walk there than to count how many have a value.
		if (order.isNullable && reading.to <= Math.max(firstPositions, total / 2)) {
			const positions = isDownward ? at.downward : at.known;
			const rows = await readFirst(source, {order, conditions, isKnown: true, positions}, reading);
			if (rows) {
				return {rows, total};
			}
		}
		const length = order.isNullable
			? await counts.get(ordered && `known ${ordered}`, () => countKnown(source, filter, order, total))
			: total;
		const known = {order, conditions, isKnown: true, length, positions: at.known};
		const unknown = {order, conditions, isKnown: false, length: total - length, positions: at.unknown};
		return {rows: await readOrdered(source, [known, unknown], reading), total};
	}

	/** The index for a short list: that of its order, unless only that for counting has all conditions. */
	function shortIndex({filter, order, counted: own = counted}: Pick<PageRequest, 'filter' | 'order' | 'counted'>): string | null {
		const columns = keysOf(order);
		return filter.index ?? (filter.fields?.every(field => columns.includes(field)) === false ? own.index : null);
	}

	/** Reads by the indexes, or by whatever there is as long as they are being built. */
	async function bySource<T>(work: (source: Source) => Promise<T>): Promise<T> {
		try {
			return await work({documents: documents(), by: index => (index === null ? {} : {hint: index})});
		} catch (error) {
			if (!isWithoutIndex(error)) {
				throw error;
			}
			return await work({documents: documents(), by: () => ({})});
		}
	}

	return {
		async page({page, limit, ...request}) {
			const revision = await revisions.read();
			return bySource(source => read(source, request, {from: (page - 1) * limit, to: page * limit}, revision));
		},
		async pageOfGroups({page, limit, filter, isDownward, ...request}, groups, orderOf) {
			const {all, by, aspect} = groups;
			const revision = await revisions.read();
			const key = keyOf(revision.of([members, ...filter.aspects, aspect]), aspect, filter.key);
			return bySource(async source => {
				const parts = (isDownward ? all.toReversed() : all).map(group => ({group, own: within(filter, group, groups)}));
				const isIndexed = filter.index === null && parts.every(({own}) => own.index !== null);
				const lengths = isIndexed ? null : await grouped.get(key, () => countBy(source, {filter, order: counted, by}));
				const rows: Uint8Array[] = [];
				let before = 0;
				for (const {group, own} of parts) {
					const range = {from: (page - 1) * limit - before, to: page * limit - before};
					const length = lengths && {total: lengths.get(group.value) ?? 0};
					const asked = {...request, filter: own, order: orderOf(own), isDownward: false, ...length};
					const part = await read(source, asked, range, revision);
					rows.push(...part.rows);
					before += part.total;
				}
				return {rows, total: before};
			});
		},
	};
}

/** All ids of a list in order: documents with a value from the lowest, then those without one. */
export interface ShortList {
	ids: string[];
	knownCount: number;
}

/** Reads the whole order of a list that is short enough to cache. */
async function readShortList(
	{documents, by}: Source,
	{conditions, index}: ListFilter,
	{field, index: ordered}: SortOrder,
): Promise<ShortList> {
	const rows = await documents
		.find(index ? conditions : {$and: [conditions, {[field]: everyValue}]}, {projection: {[field]: 1}, ...by(index ?? ordered)})
		.sort({[field]: 1, _id: 1})
		.toArray();
	const nullCount = rows.findIndex(row => valueAt(row, field) !== null);
	const unknown = nullCount < 0 ? rows.length : nullCount;
	const ids = rows.map(({_id}) => _id);
	return {ids: [...ids.slice(unknown), ...ids.slice(0, unknown)], knownCount: ids.length - unknown};
}

/** The raw documents at these positions. */
async function readListed(
	{documents, by}: Source,
	{ids, knownCount}: ShortList,
	{from, to, isDownward, projection}: {from: number; to: number; isDownward: boolean; projection: Document},
): Promise<Uint8Array[]> {
	const ordered = isDownward ? [...ids.slice(0, knownCount).reverse(), ...ids.slice(knownCount).reverse()] : ids;
	const wanted = ordered.slice(from, to);
	const rows = await findRaw(documents, {filter: {_id: {$in: wanted}}, projection, ...by(null)});
	const byId = new Map(rows.map(row => [idOf(row), row]));
	return wanted.map(id => byId.get(id)).filter(row => row !== undefined);
}

/** Bytes before the text of the id: the document's size, a type, `_id` with its NUL, the text's size. */
const idStart = 13;

/** MongoDB puts the id first; our ids are strings. */
function idOf(row: Uint8Array): string {
	const bytes = Buffer.from(row.buffer, row.byteOffset, row.byteLength);
	return bytes.toString('utf8', idStart, idStart - 1 + bytes.readInt32LE(idStart - 4));
}

/** What can change in a collection: a field that lists depend on, or which documents exist. */
export type Aspect = string;
export const members: Aspect = 'members';

/** State of a collection at one moment, as far as lists depend on it. */
export interface Revision {
	/** Differs whenever one of the aspects may have changed; null while one of them is being written. */
	of(aspects: readonly Aspect[]): string | null;
	/** The same for all of them. */
	ofAll(): string | null;
}

export interface Revisions {
	/**
	 * Runs a write that may change these aspects. After this resolves, every process that reads the revision sees a new
	 * one. If a writer dies, its aspects stay unsettled for a minute, so nobody trusts cached data about them.
	 */
	during<T>(aspects: readonly Aspect[], write: () => Promise<T>): Promise<T>;
	/** Reads from the database after the call; callers that ask at the same time share the read. */
	read(): Promise<Revision>;
}

interface StoredRevision {
	_id: string;
	/** Number of writes started and finished, for each aspect. */
	began?: Record<Aspect, number>;
	ended?: Record<Aspect, number>;
	/** The writes on their way. Each has a time of its own, so that on a busy service a dead one is still found. */
	open?: Record<string, {aspects: Aspect[]; at: Date}>;
	/** How often marks of dead writers were removed. */
	repairs?: number;
	/** For processes of the version before, which know no other time. */
	lastBegan?: Date;
}

interface Mark {
	token: string;
	aspects: readonly Aspect[];
}

/** Milliseconds; longer than any write takes. */
const deadAfterMs = 60_000;
/** The mark comes before the write in the database log, so whatever persists the write persists the mark, too. */
const writeConcern = {w: 1, journal: false} as const;

/** The revision of one collection, stored in `revisions`. */
export function createRevisions(connection: Connection, collection: string): Revisions {
	const stored = () => connection.collection<StoredRevision>('revisions');
	const countOf = (side: 'began' | 'ended', aspects: readonly Aspect[]) => {
		const marks = Object.groupBy(aspects, aspect => `${side}.${aspect}`);
		return Object.fromEntries(Object.entries(marks).map(([mark, each]) => [mark, each?.length ?? 0]));
	};
	// Writers at the same time share an update: at its one document they would wait for each other.
	const begin = joinCalls<Mark, unknown>(marks => {
		const aspects = marks.map(({token, aspects}) => [`open.${token}.aspects`, aspects]);
		const times = marks.map(({token}) => [`open.${token}.at`, true]);
		const $inc = countOf(
			'began',
			marks.flatMap(mark => mark.aspects),
		);
		const update = {$inc, $set: Object.fromEntries(aspects), $currentDate: {lastBegan: true, ...Object.fromEntries(times)}};
		return stored().updateOne({_id: collection}, update as never, {upsert: true, writeConcern}); // built here from known fields
	});
	const end = joinCalls<Mark, unknown>(marks => {
		const $unset = Object.fromEntries(marks.map(({token}) => [`open.${token}`, '']));
		const $inc = countOf(
			'ended',
			marks.flatMap(mark => mark.aspects),
		);
		return stored().updateOne({_id: collection}, {$inc, $unset} as never, {writeConcern}); // built here from known fields
	});

	/** Removes the mark of a dead writer, unless somebody else was faster. */
	async function repair({token, aspects}: Mark): Promise<void> {
		const update = {$inc: {...countOf('ended', aspects), repairs: 1}, $unset: {[`open.${token}`]: ''}};
		await stored().updateOne({_id: collection, [`open.${token}`]: {$exists: true}}, update as never, {writeConcern}); // known fields
	}

	async function read(): Promise<Revision> {
		const found: Partial<StoredRevision> | null = await stored().findOne({_id: collection});
		const {began = {}, ended = {}, repairs = 0, open = {}} = found ?? {};
		const now = new Date();
		const dead = Object.entries(open).filter(([, {at}]) => hasPassed(at, deadAfterMs, now));
		await Promise.all(dead.map(([token, {aspects}]) => repair({token, aspects})));
		const unsettled = new Set(Object.values(open).flatMap(({aspects}) => aspects));
		const stateOf = (aspects: readonly Aspect[]) =>
			aspects.some(aspect => unsettled.has(aspect))
				? null
				: `${repairs}:${aspects.map(aspect => `${began[aspect] ?? 0}/${ended[aspect] ?? 0}`).join('.')}`;
		return {
			of: stateOf,
			ofAll: () => stateOf(Object.keys(began).sort()),
		};
	}

	return {
		async during(aspects, write) {
			if (aspects.length === 0) {
				return await write();
			}
			const mark = {token: randomUUID(), aspects};
			await begin(mark);
			// If this fails, the aspects stay unsettled for a while. That is slow but never wrong.
			const settle = () => end(mark).catch(() => {});
			try {
				const result = await write();
				await settle();
				return result;
			} catch (error) {
				// A write whose answer was lost may still be applied.
				if (!(error instanceof mongoose.mongo.MongoNetworkError)) {
					await settle();
				}
				throw error;
			}
		},
		read: shareReads(read),
	};
}
