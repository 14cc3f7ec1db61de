import type {Document} from 'mongodb';
import {createCache} from '../coordination/cache.ts';
import {addCounts, createAdditions, type Figure, noPositions} from './additions.ts';
import {count, countAt, countBy, countKnown} from './counts.ts';
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
import {members, type Revision, type Revisions} from './revisions.ts';

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
	/** Documents from which on those that are added are counted by themselves. */
	longFrom?: number;
}

const maxCounts = 1000;
/** Number of cached lists, each with up to 5,000 ids. */
const maxOrders = 64;
const firstPositions = 200;

/** Null while the revision is not settled: then nothing is cached. */
const keyOf = (revision: string | null, ...parts: string[]) => revision && [revision, ...parts].join(' ');

export function createPager({documents, revisions, counted, shortLength = 5000, longFrom}: PagerOptions): Pager {
	const additions = createAdditions({documents, revisions, longFrom});
	const counts = createCache<Promise<number>>({max: maxCounts});
	const grouped = createCache<Promise<Map<unknown, number>>>({max: maxCounts});
	const shortLists = createCache<Promise<ShortList>>({max: maxOrders});
	const positions = createCache<Positions>({max: maxOrders});

	async function read(source: Source, request: Omit<PageRequest, 'page' | 'limit'>, range: Range, revision: Revision): Promise<Page> {
		const {filter, order, isDownward, projection} = request;
		const aspects = [members, ...filter.aspects];
		const isLong = await additions.isLong();
		const byLength = {...filter, index: filter.index ?? filter.counts ?? null};
		const lengthBy = request.counted ?? counted;
		const countLength = () =>
			isLong
				? sumOf(revision, {key: lengthBy.index, filter: byLength, read: (at, some) => countAt(at, some, lengthBy)})
				: counts.get(keyOf(revision.of(aspects), filter.key), () => count(source, byLength, lengthBy));
		const total = request.total ?? (await countLength());
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
		const {at, keep} = isLong
			? await additions.positions(revision, filter, order)
			: {at: positions.get(ordered, noPositions), keep: async () => {}};
		const found = () => at.known.size + at.downward.size + at.unknown.size;
		const before = found();
		const keepMore = () => (found() > before ? keep() : undefined);
		// Nearer to the beginning, it costs less to walk there than to count how many have a value.
		if (order.isNullable && reading.to <= Math.max(firstPositions, total / 2)) {
			const positions = isDownward ? at.downward : at.known;
			const rows = await readFirst(source, {order, conditions, isKnown: true, positions}, reading);
			if (rows) {
				await keepMore();
				return {rows, total};
			}
		}
		const countValues = () =>
			isLong
				? sumOf(revision, {
						...{key: `known ${order.index}`, filter: {...filter, index: null}, aspects: [aspectOf(order)]},
						read: (from, some) => countAt(from, some, order),
					})
				: counts.get(ordered && `known ${ordered}`, () => countKnown(source, filter, order, total));
		const length = order.isNullable ? await countValues() : total;
		const known = {order, conditions, isKnown: true, length, positions: at.known};
		const unknown = {order, conditions, isKnown: false, length: total - length, positions: at.unknown};
		const rows = await readOrdered(source, [known, unknown], reading);
		await keepMore();
		return {rows, total};
	}

	const sumOf = (revision: Revision, figure: Omit<Figure<number>, 'add'>) => additions.sum(revision, {...figure, add: (a, b) => a + b});

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
				const countGroups = async () =>
					(await additions.isLong())
						? additions.sum(revision, {
								...{key: `groups ${aspect}`, filter, aspects: [aspect], add: addCounts},
								read: (at, some) => countBy(at, {filter: some, order: counted, by}),
							})
						: grouped.get(key, () => countBy(source, {filter, order: counted, by}));
				const lengths = isIndexed ? null : await countGroups();
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
