import mongoose, {type ClientSession} from 'mongoose';
import {cached, createCache} from '../coordination/cache.ts';
import {minuteMs} from '../domain/durations.ts';
import type {ListFilter} from './filter.ts';
import {aspectOf, type Documents, type Position, type Positions, type SortOrder, type Source, valueAt} from './ordered.ts';
import {type Aspect, type LastAdded, members, type Revision, type Revisions} from './pager.ts';

/** Documents from which on a collection is not counted anew for each one that is added. */
const usuallyLong = 20_000;
/** Documents that a figure of a list is made of beside what is remembered; looking at them costs some milliseconds. */
const maxApart = 300;
const maxFigures = 1000;
const maxOrders = 64;

/** What is remembered of a list. */
interface Base {
	/** Without the `pending` documents, which were being added at that moment. */
	value: unknown;
	pending: readonly string[];
	/** How many documents had ever been added. */
	count: number;
}

export interface Figure<T> {
	/** Two figures with the same key are the same. */
	key: string;
	filter: ListFilter;
	/** Further aspects that it depends on. */
	aspects?: readonly Aspect[];
	/** Reads it from the documents that meet the filter. */
	read(source: Source, filter: ListFilter): Promise<T>;
	add(a: T, b: T): T;
}

export interface Additions {
	/** Whether the collection is so long that it matters. */
	isLong(): Promise<boolean>;
	/** A figure that adds up over the documents of a list: only those that came lately are looked at each time. */
	sum<T>(revision: Revision, figure: Figure<T>): Promise<T>;
	/** The remembered positions in an order. `keep` remembers those that were found, unless something has changed. */
	positions(revision: Revision, filter: ListFilter, order: SortOrder): Promise<{at: Positions; keep(): Promise<void>}>;
}

/** Positions, and the documents that came since the first of them was found. */
interface Places {
	at: Positions;
	/** Ids of those that they count. */
	seen: ReadonlySet<string>;
	pending: readonly string[];
	count: number;
}

interface AdditionsOptions {
	documents: () => Documents;
	revisions: Revisions;
	longFrom?: number | undefined;
}

/**
 * Counting a list takes a second for a million documents. While titles arrive, it is therefore counted once for some
 * hundred of them: what came since is known by its ids, and looked at by itself.
 */
export function createAdditions({documents, revisions, longFrom = usuallyLong}: AdditionsOptions): Additions {
	const bases = createCache<Promise<Base | null>>({max: maxFigures});
	const recent = createCache<Promise<unknown>>({max: maxFigures});
	const places = createCache<Places>({max: maxOrders});
	const length = cached(() => documents().estimatedDocumentCount(), {ttlMs: minuteMs});
	const keyOf = (state: string | null, ...parts: string[]) => state && [state, ...parts].join(' ');
	const among = ({conditions, ...filter}: ListFilter, ids: object): ListFilter => ({
		...filter,
		conditions: {$and: [conditions, {_id: ids}]},
	});
	const live = (options: {hint?: string; session?: ClientSession} = {}): Source => ({
		documents: documents(),
		by: index => ({...(index !== null && {hint: index}), ...options}),
	});

	/** Null if the list was changed otherwise by the moment that was read. */
	async function readBase<T>({filter, read, aspects = []}: Figure<T>, state: string): Promise<Base | null> {
		return revisions.atOneMoment(async (session, revision, {count}) => {
			const {pending} = revision;
			if (revision.apart([members, ...filter.aspects, ...aspects]) !== state) {
				return null;
			}
			return {value: await read(live({session}), pending.length > 0 ? among(filter, {$nin: pending}) : filter), pending, count};
		});
	}

	/** The remembered figure and the ids of what came since; null if nothing can be remembered now. */
	async function baseOf<T>(revision: Revision, figure: Figure<T>): Promise<{base: Base; ids: string[]} | null> {
		const state = revision.apart([members, ...figure.filter.aspects, ...(figure.aspects ?? [])]);
		const key = keyOf(state, figure.key, figure.filter.key);
		if (state === null || key === null) {
			return null;
		}
		const last = await revisions.lastAdded(revision);
		for (let tries = 0; tries < 2; tries += 1) {
			const base = await bases.get(key, () => readBase(figure, state));
			const ids = base && since(base, last);
			if (base && ids) {
				return {base, ids};
			}
			bases.delete(key);
		}
		return null;
	}

	/** The ids of what came since then; null if too much did. */
	function since({pending, count}: Pick<Base, 'pending' | 'count'>, last: LastAdded): string[] | null {
		const more = Math.max(0, last.count - count);
		const isKnown = more <= last.ids.length && more + pending.length <= maxApart;
		return isKnown ? [...new Set([...pending, ...(more > 0 ? last.ids.slice(-more) : [])])] : null;
	}

	/** What `read` finds among these; the same until more are added. */
	function ofRecent<T>(revision: Revision, parts: readonly string[], ids: readonly string[], read: () => Promise<T>): Promise<T> {
		const key = keyOf(revision.of([members]), ...parts, String(ids.length), ids.at(0) ?? '');
		return recent.get(key, read) as Promise<T>; // stored below the key of this figure
	}

	return {
		isLong: async () => (await length()) >= longFrom,
		async sum<T>(revision: Revision, figure: Figure<T>) {
			const {key, filter, read, add} = figure;
			const known = await baseOf(revision, figure);
			if (!known) {
				return read(live(), filter);
			}
			const {base, ids} = known;
			const value = base.value as T; // stored below the key of this figure
			if (ids.length === 0) {
				return value;
			}
			const state = revision.apart([...filter.aspects, ...(figure.aspects ?? [])]) ?? '';
			const some = () => read({documents: documents(), by: () => ({hint: '_id_'})}, among(filter, {$in: ids}));
			return add(value, await ofRecent(revision, [state, key, filter.key], ids, some));
		},
		async positions(revision, filter, order) {
			const aspects = [members, ...filter.aspects, aspectOf(order)];
			const key = keyOf(revision.apart(aspects), order.index, filter.key);
			if (key === null) {
				return {at: noPositions(), keep: async () => {}};
			}
			const last = await revisions.lastAdded(revision);
			const stored = places.peek(key);
			const known =
				stored && since(stored, last) ? stored : {at: noPositions(), seen: new Set<string>(), pending: revision.pending, count: last.count};
			const ids = since(known, last) ?? [];
			const read = async () => {
				const rows = await documents()
					.find(among(filter, {$in: ids}).conditions, {projection: {[order.field]: 1}, hint: '_id_'})
					.toArray();
				return rows.map((row): Position => ({value: valueAt(row, order.field), id: row._id}));
			};
			const visible = ids.length > 0 ? await ofRecent(revision, [key, 'places'], ids, read) : [];
			const at = shifted(
				known.at,
				visible.filter(({id}) => !known.seen.has(id)),
				order,
			);
			return {
				at,
				async keep() {
					// What was added while we looked for them may count in some of the positions.
					const state = (await revisions.read()).of(aspects);
					if (state !== null && state === revision.of(aspects)) {
						places.set(key, {...known, at, seen: new Set(visible.map(({id}) => id))});
					}
				},
			};
		},
	};
}

/** Counts by a value, added up. */
export function addCounts(a: ReadonlyMap<unknown, number>, b: ReadonlyMap<unknown, number>): Map<unknown, number> {
	return new Map([...a.keys(), ...b.keys()].map(value => [value, (a.get(value) ?? 0) + (b.get(value) ?? 0)]));
}

export const noPositions = (): Positions => ({known: new Map(), downward: new Map(), unknown: new Map()});

/** Positions nearer to each other than that are not all kept. */
const leastDistance = 50;

/** The positions after these documents have come. */
function shifted({known, downward, unknown}: Positions, fresh: readonly Position[], {min}: SortOrder): Positions {
	const isKnown = ({value}: Position) => min instanceof mongoose.mongo.MinKey || compareValues(value, min) >= 0;
	const [valued, empty] = [fresh.filter(isKnown), fresh.filter(each => !isKnown(each))];
	const move = (positions: Map<number, Position>, comes: (fresh: Position, cursor: Position) => boolean, among: readonly Position[]) => {
		const moved = new Map<number, Position>();
		let last = Number.NEGATIVE_INFINITY;
		const sorted = [...positions].toSorted(([a], [b]) => a - b);
		for (const [position, cursor] of sorted) {
			const at = position + among.filter(each => comes(each, cursor)).length;
			if (among.length === 0 || at - last >= leastDistance) {
				moved.set(at, cursor);
				last = at;
			}
		}
		return moved;
	};
	return {
		known: move(known, (each, cursor) => comparePositions(each, cursor) < 0, valued),
		downward: move(downward, (each, cursor) => comparePositions(each, cursor) > 0, valued),
		unknown: move(unknown, (each, cursor) => compareText(each.id, cursor.id) < 0, empty),
	};
}

const comparePositions = (a: Position, b: Position) => compareValues(a.value, b.value) || compareText(a.id, b.id);
const compareText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** As MongoDB sorts the values of one field, of which none comes first. */
function compareValues(a: unknown, b: unknown): number {
	const [kindOfA, kindOfB] = [kindOf(a), kindOf(b)];
	if (kindOfA !== kindOfB || kindOfA === 0) {
		return kindOfA - kindOfB;
	}
	return typeof a === 'string' ? compareText(a, String(b)) : Number(a) - Number(b);
}

function kindOf(value: unknown): number {
	return value === null || value === undefined ? 0 : typeof value === 'string' ? 2 : 1;
}
