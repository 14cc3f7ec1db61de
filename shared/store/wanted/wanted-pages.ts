import type {Document} from 'mongodb';
import mongoose from 'mongoose';
import type {Conditions} from '../../lists/filter.ts';
import {type Documents, type SortOrder, withNulls} from '../../lists/ordered.ts';
import {createPager, type Page} from '../../lists/pager.ts';
import type {Revisions} from '../../lists/revisions.ts';
import type {WantedKind, WantedList} from './wanted-lists.ts';

export interface WantedQuery {
	/** Which list: of missing files, of files below the cutoff, or of missing subtitles. */
	wanted: WantedKind;
	page: number;
	limit: number;
	/** A name among the orders of the list. */
	sort: {field: string; direction: 'asc' | 'desc'};
	/** Further conditions; null for the whole list. */
	among: Among | null;
}

/** A part of a list. */
export interface Among {
	/** Two parts with the same key are the same. */
	key: string;
	conditions: Conditions;
	aspects: readonly string[];
	/** A selective index, if there is one. */
	index: string | null;
}

export type PageWanted = (query: WantedQuery, projection: Document, now: Date) => Promise<Page>;

interface WantedOptions {
	documents: () => Documents;
	revisions: Revisions;
	lists: Readonly<Record<WantedKind, WantedList>>;
}

/** Pages of the titles of a collection that are wanted. */
export function createWantedPages({documents, revisions, lists}: WantedOptions): PageWanted {
	const firstOf = ({orders}: WantedList) => Object.values(orders)[0] as SortOrder; // every list has one
	const pager = createPager({documents, revisions, counted: withNulls(firstOf(lists.missing))});
	const due = new Map<WantedKind, DueUntil>();
	for (const [wanted, {only, due: order}] of Object.entries(lists) as [WantedKind, WantedList][]) {
		if (order) {
			due.set(wanted, createDueUntil(documents, {only, field: order.field, index: order.index}));
		}
	}

	return async ({wanted, page, limit, sort: {field, direction}, among}, projection, now) => {
		const list = lists[wanted];
		const order = list.orders[field];
		if (!order) {
			throw new TypeError(`The list ${wanted} has no order ${field}.`);
		}
		const until = await due.get(wanted)?.(now);
		const dueBy: Conditions = until && list.due ? {[list.due.field]: {$lte: until}} : {};
		return pager.page({
			filter: {
				key: JSON.stringify([wanted, until, among?.key]),
				conditions: {...list.only, ...dueBy, ...among?.conditions},
				aspects: [...list.aspects, ...(among?.aspects ?? [])],
				index: among?.index ?? null,
			},
			counted: withNulls(firstOf(list)),
			order,
			isDownward: direction === 'desc',
			page,
			limit,
			projection,
		});
	};
}

/** Milliseconds after which it is checked again whether a title has become due. */
const checkEveryMs = 10_000;

/** A moment up to which titles count as due: the same one as long as none has become due since. */
export type DueUntil = (now: Date) => Promise<Date>;

/**
 * Lists are cached by their conditions. With the current time among them, no two would be the same. So the moment moves
 * only when a title becomes due, and a list shows it at most ten seconds late.
 */
function createDueUntil(documents: () => Documents, {only, field, index}: {only: Conditions; field: string; index: string}): DueUntil {
	let until: Date | null = null;
	let checkedAt = Number.NEGATIVE_INFINITY;
	return async now => {
		const known = until;
		const age = Number(now) - checkedAt;
		if (known && age >= 0 && age < checkEveryMs) {
			return known;
		}
		checkedAt = Number(now);
		if (!known || known > now || (await isAnyDue(documents(), {...only, [field]: {$gt: known, $lte: now}}, index))) {
			until = now;
			return now;
		}
		return known;
	};
}

async function isAnyDue(documents: Documents, conditions: Conditions, index: string): Promise<boolean> {
	try {
		return (await documents.findOne(conditions, {projection: {_id: 1}, hint: index})) !== null;
	} catch {
		// On first start the index may not exist yet. A new moment is always right.
		return true;
	}
}

/** The records of raw documents; of each, the fields that were asked for. */
export function readRows<Row extends {id: string}>(rows: readonly Uint8Array[]): Row[] {
	return rows.map(row => {
		const {_id, ...rest} = mongoose.mongo.BSON.deserialize(row);
		return {id: _id, ...rest} as unknown as Row; // the caller named its fields
	});
}
