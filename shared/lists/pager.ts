import {randomUUID} from 'node:crypto';
import type {Document} from 'mongodb';
import mongoose, {type ClientSession, type Connection} from 'mongoose';
import {createCache, shareReads} from '../coordination/cache.ts';
import {joinCalls} from '../coordination/wait.ts';
import {hasPassed} from '../domain/network/clock-skew.ts';
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

/** What can change in a collection: a field that lists depend on, or which documents exist. */
export type Aspect = string;
export const members: Aspect = 'members';

/** Documents that were added, whose ids the writer has told; each of them is a change of `members`, too. */
export const added: Aspect = 'added';

/** State of a collection at one moment, as far as lists depend on it. */
export interface Revision {
	/** Differs whenever one of the aspects may have changed; null while one of them is being written. */
	of(aspects: readonly Aspect[]): string | null;
	/** The same, whatever was `added`. */
	apart(aspects: readonly Aspect[]): string | null;
	/** Ids of documents that are being added. */
	pending: readonly string[];
	/** The same for all of them. */
	ofAll(): string | null;
}

export interface Revisions {
	/**
	 * Runs a write that may change these aspects. After this resolves, every process that reads the revision sees a new
	 * one. If a writer dies, its aspects stay unsettled for a minute, so nobody trusts cached data about them.
	 */
	during<T>(aspects: readonly Aspect[], write: () => Promise<T>): Promise<T>;
	/** The same for a write that adds these few documents and does nothing else that lists depend on. */
	adding<T>(ids: readonly string[], write: () => Promise<T>): Promise<T>;
	/** The last documents that were added. */
	lastAdded(revision: Revision): Promise<LastAdded>;
	/** What `work` reads in this session, all as it was at the moment of the revision. Null where MongoDB cannot. */
	atOneMoment<T>(work: (session: ClientSession, revision: Revision, last: LastAdded) => Promise<T>): Promise<T | null>;
	/** Reads from the database after the call; callers that ask at the same time share the read. */
	read(): Promise<Revision>;
}

interface StoredRevision {
	_id: string;
	/** Number of writes started and finished, for each aspect. */
	began?: Record<Aspect, number>;
	ended?: Record<Aspect, number>;
	/** The writes on their way. Each has a time of its own, so that on a busy service a dead one is still found. */
	open?: Record<string, {aspects: Aspect[]; at: Date; added?: string[]}>;
	/** How often marks of dead writers were removed. */
	repairs?: number;
	/** For processes of the version before, which know no other time. */
	lastBegan?: Date;
}

/** Ids of added documents, the last one at the end, and how many there ever were. */
export interface LastAdded {
	count: number;
	ids: readonly string[];
}

/** Ids that are remembered; more make lists count anew. */
const maxAdded = 400;

interface Mark {
	token: string;
	aspects: readonly Aspect[];
	/** Ids. */
	added?: readonly string[];
}

interface StoredAdded {
	_id: string;
	count: number;
	ids: string[];
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
		const ids = marks.flatMap(({token, added: each}) => (each ? [[`open.${token}.added`, each]] : []));
		const times = marks.map(({token}) => [`open.${token}.at`, true]);
		const $inc = countOf(
			'began',
			marks.flatMap(mark => mark.aspects),
		);
		const update = {$inc, $set: Object.fromEntries([...aspects, ...ids]), $currentDate: {lastBegan: true, ...Object.fromEntries(times)}};
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
		const {open = {}} = found ?? {};
		const now = new Date();
		const dead = Object.entries(open).filter(([, {at}]) => hasPassed(at, deadAfterMs, now));
		await Promise.all(dead.map(([token, {aspects}]) => repair({token, aspects})));
		return toRevision(found);
	}

	const additions = connection.collection.bind(connection)<StoredAdded>;
	const addedTo = `${collection} added`;
	const addedCache = createCache<Promise<LastAdded>>({max: 1});
	const readAdded = async (options: {session?: ClientSession} = {}) => {
		const found = await additions('revisions').findOne({_id: addedTo}, options);
		return {count: found?.count ?? 0, ids: found?.ids ?? []};
	};

	async function writing<T>(mark: Mark, write: () => Promise<T>): Promise<T> {
		await begin(mark);
		// After the mark, so that whoever does not find the ids yet finds the mark.
		const note = {$inc: {count: mark.added?.length ?? 0}, $push: {ids: {$each: mark.added ?? [], $slice: -maxAdded}}};
		await (mark.added && additions('revisions').updateOne({_id: addedTo}, note as never, {upsert: true, writeConcern})); // known fields
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
	}

	return {
		during: (aspects, write) => (aspects.length === 0 ? write() : writing({token: randomUUID(), aspects}, write)),
		adding: (ids, write) => writing({token: randomUUID(), aspects: [members, added], added: ids}, write),
		lastAdded: revision => addedCache.get(revision.of([added]), readAdded),
		async atOneMoment(work) {
			const session = await connection.startSession();
			try {
				// A snapshot without a transaction needs a history, which small servers do not keep.
				session.startTransaction({readConcern: {level: 'snapshot'}, readPreference: 'primary'});
				const revision = toRevision(await stored().findOne({_id: collection}, {session}));
				return await work(session, revision, await readAdded({session}));
			} catch (error) {
				if (error instanceof mongoose.mongo.MongoServerError && withoutSnapshot.has(Number(error.code))) {
					return null;
				}
				throw error;
			} finally {
				await session.abortTransaction().catch(() => {});
				await session.endSession();
			}
		},
		read: shareReads(read),
	};
}

/** Codes of MongoDB: it has no replica set, the moment is too old, or an index is newer. */
const withoutSnapshot: ReadonlySet<number> = new Set([20, 112, 239, 246, 251]);

function toRevision(found: Partial<StoredRevision> | null): Revision {
	const {began = {}, ended = {}, repairs = 0, open = {}} = found ?? {};
	const marks = Object.values(open);
	const stateOf = (aspects: readonly Aspect[], ofMembers: (counts: Record<Aspect, number>) => number, unsettled: ReadonlySet<Aspect>) => {
		const countOf = (counts: Record<Aspect, number>, aspect: Aspect) => (aspect === members ? ofMembers(counts) : (counts[aspect] ?? 0));
		return aspects.some(aspect => unsettled.has(aspect))
			? null
			: `${repairs}:${aspects.map(aspect => `${countOf(began, aspect)}/${countOf(ended, aspect)}`).join('.')}`;
	};
	const of = (aspects: readonly Aspect[]) =>
		stateOf(aspects, counts => counts[members] ?? 0, new Set(marks.flatMap(({aspects: each}) => each)));
	const others = new Set(marks.flatMap(mark => (mark.added ? [] : mark.aspects)));
	return {
		of,
		apart: aspects => stateOf(aspects, counts => (counts[members] ?? 0) - (counts[added] ?? 0), others),
		ofAll: () => of(Object.keys(began).sort()),
		pending: marks.flatMap(mark => mark.added ?? []),
	};
}
