import type {Document} from 'mongodb';
import type {ListFilter} from './list-filter.ts';
import {createMemory, createOnce, type Once} from './memory.ts';
import {members, type Revisions} from './revisions.ts';
import {type Documents, type Place, readOrdered} from './segment.ts';
import {readListed, readShortList, type ShortList} from './short-list.ts';
import {everyValue, indexOf, type SortOrder} from './sort-order.ts';

export interface PageRequest {
	filter: ListFilter;
	order: SortOrder;
	isDownward: boolean;
	page: number;
	limit: number;
	projection: Document;
}

export interface Page {
	/** Documents as BSON. */
	rows: Uint8Array[];
	/** Documents of the whole list. */
	total: number;
}

export interface Pager {
	/**
	 * A page of a list in a total order (ties by id, documents without a value last in both directions), and the exact length of the list.
	 * Counts and places are remembered as long as the revision says that they are true, so that every page costs about the same.
	 */
	page(request: PageRequest): Promise<Page>;
}

interface Ordered {
	knownCount: Once<number>;
	shortList: Once<ShortList>;
	knownPlaces: Map<number, Place>;
	unknownPlaces: Map<number, Place>;
}

/** Ids that a remembered list has at most. */
const shortLength = 5000;
const mostCounts = 1000;
const mostOrders = 200;

/** `counted` is an order whose field no document lacks. */
export function createPager({
	documents,
	revisions,
	counted,
}: {
	documents: () => Documents;
	revisions: Revisions;
	counted: SortOrder;
}): Pager {
	const counts = createMemory<Once<number>>(mostCounts, createOnce);
	const orders = createMemory<Ordered>(mostOrders, () => ({
		knownCount: createOnce(),
		shortList: createOnce(),
		knownPlaces: new Map(),
		unknownPlaces: new Map(),
	}));

	async function count({conditions, index}: ListFilter): Promise<number> {
		if (index) {
			return await documents().count(conditions, {hint: index});
		}
		return await documents().count({$and: [conditions, {[counted.field]: {$gte: counted.least}}]}, {hint: indexOf(counted.field)});
	}

	async function countKnown({conditions}: ListFilter, {field, least}: SortOrder): Promise<number> {
		return await documents().count({$and: [conditions, {[field]: {$gte: least}}]}, {hint: indexOf(field)});
	}

	return {
		async page({filter, order, isDownward, page, limit, projection}) {
			const revision = await revisions.read();
			const aspects = [members, ...filter.aspects];
			const total = await counts.at(filter.key, revision.of(aspects))(() => count(filter));
			const reading = {from: (page - 1) * limit, to: Math.min(page * limit, total), isDownward, projection};
			if (reading.from >= total) {
				return {rows: [], total};
			}
			const ordered = orders.at(`${order.field} ${filter.key}`, revision.of([...aspects, order.field]));
			if (filter.aspects.length > 0 && total <= shortLength) {
				const list = await ordered.shortList(() => readShortList(documents(), filter, order));
				return {rows: await readListed(documents(), list, reading), total};
			}
			const length = order.isNullable ? await ordered.knownCount(() => countKnown(filter, order)) : total;
			const {conditions} = filter;
			const known = {order, conditions, isKnown: true, length, places: ordered.knownPlaces};
			const unknown = {order, conditions, isKnown: false, length: total - length, places: ordered.unknownPlaces};
			return {rows: await readOrdered(documents(), [known, unknown], reading), total};
		},
	};
}
