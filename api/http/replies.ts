import type {Response} from 'express';
import Joi from 'joi';
import {integer, isTrue, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {always, from, type Part, viewOf} from '#shared/presenters/view.ts';

/** Result of a handler. */
export interface Reply {
	status: number;
	body?: object;
	/** A body that is already JSON. */
	json?: Buffer;
}

export const ok = (body: object): Reply => ({status: 200, body});
/** A body that is already JSON. */
export const okJson = (json: Buffer): Reply => ({status: 200, json});
export const created = (body: object): Reply => ({status: 201, body});
export const accepted = (body: object): Reply => ({status: 202, body});
export const noContent: Reply = {status: 204};

export function send(response: Response, {status, body, json}: Reply): void {
	response.status(status);
	if (json) {
		response.set({'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(json.length)}).end(json);
		return;
	}
	if (body === undefined) {
		response.end();
		return;
	}
	response.json(body);
}

/** The first field of every reply to an action. */
export const success = always(isTrue, true);

/** The reply to a change that returns nothing else. */
export const changed = viewOf<{id: string; updatedAt: Date}>()({success, id: text, updatedAt: timestamp}, 'Changed');
export const done = viewOf<{message: string}>()({success, message: text}, 'Done');
export const added = viewOf<{id: string; message: string}>()({success, id: text, message: text});
export const queuedTask = viewOf<{taskId: string; message: string}>()({success, taskId: text, message: text});
export const queuedSearch = viewOf<{searchId: string; message: string}>()({success, searchId: text, message: text});

interface Connection {
	message: string;
	version: string | null;
	details: string[];
}
/** The reply to a successful connection test. */
export const connectionWorks = viewOf<Connection>()({success, message: text, version: textOrNull, details: texts}, 'ConnectionWorks');

export interface PageQuery {
	page: number;
	limit: number;
}

/** More pages than any list has, and small enough for MongoDB's `skip`. */
const lastPage = 10_000_000;

/** An integer. A value outside its range becomes the min or the max, because the contract has no 400 for lists. */
export function clamped(min: number, max: number, fallback: number): Joi.NumberSchema {
	return Joi.number()
		.integer()
		.unsafe()
		.custom((value: number) => Math.min(Math.max(value, min), max))
		.default(fallback)
		.meta({clampedTo: [min, max]});
}

/** `page` and `limit` of a list. */
export function pageFields({limit = 20, maximum = 100}: {limit?: number; maximum?: number} = {}) {
	return {page: clamped(1, lastPage, 1), limit: clamped(1, maximum, limit)};
}

export type SortText<Field extends string> = `${Field}:${'asc' | 'desc'}`;

/** `sort=<field>:<direction>` for a fixed set of fields. */
export function sortField<Field extends string>(fields: readonly Field[], fallback: SortText<Field>): Joi.StringSchema {
	return Joi.string()
		.valid(...fields.flatMap(field => [`${field}:asc`, `${field}:desc`]))
		.default(fallback);
}

export function toSort<Field extends string>(text: SortText<Field>): {field: Field; direction: 'asc' | 'desc'} {
	const [field, direction] = text.split(':') as [Field, 'asc' | 'desc'];
	return {field, direction};
}

interface Pagination extends PageQuery {
	total: number;
}

const pagination = viewOf<Pagination>()(
	{page: integer, limit: integer, total: integer, totalPages: from(integer, ({total, limit}: Pagination) => Math.ceil(total / limit))},
	'Pagination',
);

export function presentPagination({page, limit}: PageQuery, total: number) {
	return pagination.present({page, limit, total});
}

/** A page of a list under its plural name. */
export function pageOf(plural: string, {list}: {list: Part<never>}): Joi.ObjectSchema {
	return Joi.object({[plural]: list.schema, pagination: pagination.schema});
}

/** `true` or `false` as a query parameter. */
export const queryFlag = () => Joi.boolean().sensitive();
