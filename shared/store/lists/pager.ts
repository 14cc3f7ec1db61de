import type {ClientSession, Document} from 'mongodb';
import {createCache} from '../../coordination/cache.ts';
import {isWithoutIndex} from './by-index.ts';
import type {ListFilter} from './list-filter.ts';
import {members, type Revision, type Revisions} from './revisions.ts';
import {type Documents, type Place, readOrdered, type Source} from './segment.ts';
import {readListed, readShortList, type ShortList} from './short-list.ts';
import type {SortOrder} from './sort-order.ts';

export interface PageRequest {
	filter: ListFilter;
	order: SortOrder;
	isDownward: boolean;
	page: number;
	limit: number;
	projection: Document;
	/** An order whose index contains every document of the list, if it is not the usual one of the pager. */
	counted?: SortOrder;
}

export interface Page {
	/** Documents as BSON. */
	rows: Uint8Array[];
	/** Documents of the whole list. */
	total: number;
	/** When the database was last written to before the page was read, as text; null if that is not known. */
	asOf: string | null;
}

export interface Pager {
	/**
	 * One page of a totally ordered list (ties by id, documents without a value last in both directions), and the
	 * exact length of the list. Counts and positions are cached while the revision says they are valid, so every
	 * page costs about the same.
	 */
	page(request: PageRequest): Promise<Page>;
}

/** Places of an ordered list: of the documents with a value, and of those without. */
interface Places {
	known: Map<number, Place>;
	unknown: Map<number, Place>;
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

/** Null while the revision is not settled: then nothing is cached. */
const keyOf = (revision: string | null, ...parts: string[]) => revision && [revision, ...parts].join(' ');

export function createPager({documents, revisions, counted, shortLength = 5000}: PagerOptions): Pager {
	const counts = createCache<Promise<number>>({max: maxCounts});
	const shortLists = createCache<Promise<ShortList>>({max: maxOrders});
	const places = createCache<Places>({max: maxOrders});

	async function read(source: Source, request: PageRequest, revision: Revision): Promise<Omit<Page, 'asOf'>> {
		const {filter, order, isDownward, page, limit, projection} = request;
		const aspects = [members, ...filter.aspects];
		const total = await counts.get(keyOf(revision.of(aspects), filter.key), () => count(source, filter, request.counted ?? counted));
		const reading = {from: (page - 1) * limit, to: Math.min(page * limit, total), isDownward, projection};
		if (reading.from >= total) {
			return {rows: [], total};
		}
		const ordered = keyOf(revision.of([...aspects, order.field]), order.index, filter.key);
		// An index of the list's own reads a page in one go; its ids would each have to be looked up.
		const hasOwnIndex = order.only !== undefined && filter.index === null;
		if (filter.aspects.length > 0 && total <= shortLength && !hasOwnIndex) {
			const list = await shortLists.get(ordered, () => readShortList(source, filter, order));
			return {rows: await readListed(source, list, reading), total};
		}
		const {conditions} = filter;
		const countKnown = () => count(source, {...filter, index: null}, order);
		const length = order.isNullable ? await counts.get(ordered && `known ${ordered}`, countKnown) : total;
		const at = places.get(ordered, () => ({known: new Map(), unknown: new Map()}));
		const known = {order, conditions, isKnown: true, length, places: at.known};
		const unknown = {order, conditions, isKnown: false, length: total - length, places: at.unknown};
		return {rows: await readOrdered(source, [known, unknown], reading), total};
	}

	/** Reads a page with data that was valid a moment ago, and meanwhile checks whether it still is. */
	async function readCurrent(request: PageRequest, sourceIn: (session?: ClientSession) => Source): Promise<Page> {
		const aspects = [members, ...request.filter.aspects, request.order.field];
		const seen = revisions.guess(aspects);
		if (!seen) {
			return {...(await read(sourceIn(), request, await revisions.read())), asOf: null};
		}
		const {result, revision, time} = await revisions.readBeside(seen, session => read(sourceIn(session), request, seen.revision));
		const isCurrent = revision.of(aspects) === seen.revision.of(aspects);
		return isCurrent ? {...result, asOf: time?.toString() ?? null} : {...(await read(sourceIn(), request, revision)), asOf: null};
	}

	return {
		async page(request) {
			const inSession = (session?: ClientSession) => session && {session};
			try {
				return await readCurrent(request, session => ({
					documents: documents(),
					by: index => ({...inSession(session), ...(index !== null && {hint: index})}),
				}));
			} catch (error) {
				if (!isWithoutIndex(error)) {
					throw error;
				}
				return await readCurrent(request, session => ({documents: documents(), by: () => ({...inSession(session)})}));
			}
		},
	};
}

/** Counts the documents of a list that have a value in the sort field. */
function count({documents, by}: Source, {conditions, index}: ListFilter, {field, index: ordered, least}: SortOrder): Promise<number> {
	return index ? documents.count(conditions, by(index)) : documents.count({$and: [conditions, {[field]: {$gte: least}}]}, by(ordered));
}
