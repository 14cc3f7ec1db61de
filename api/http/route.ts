import {createHash} from 'node:crypto';
import {constants, gzip} from 'node:zlib';
import type {Request, Response} from 'express';
import Joi from 'joi';
import {type Fault, Invalid} from '#shared/errors.ts';
import type {ConnectionTested, TestedRelease} from '#shared/jobs/connections.ts';
import {integer, integerOrNull, integers, isTrue, text, textOrNull, texts, timestamp, timestampOrNull} from '#shared/presenters/fields.ts';
import {always, from, type Part, viewOf} from '#shared/presenters/view.ts';
import type {UserRight} from '#shared/store/accounts/users.ts';
import {type Caller, callerOf} from './access/callers.ts';
import {checkInput, type Input, type RequestSchemas, readInput} from './input.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: everybody, whoever may see the queue, anyone with credentials, whoever may change titles,
 * administrators, administrators or a scraper, administrators whose key may be sent as a password, anyone with
 * credentials or a calendar's key.
 */
export type Access = 'public' | 'queue' | 'auth' | 'write' | 'admin' | 'metrics' | 'solver' | 'calendar';

/** What is limited for each caller (password attempts: for each address). */
export type Limit = 'exports' | 'lists' | 'logins' | 'lookups' | 'runs' | 'searches' | 'solves' | 'tests';

/** A row of the table from which the application and its documentation are built. */
export interface Route {
	method: Method;
	/** In Express syntax: `/api/library/movies/:id`. */
	path: string;
	access: Access;
	/** Counts calls of this route before their bodies are read. */
	limit?: Limit;
	/** The right that a user needs to call it, which an administrator can withdraw. */
	right?: UserRight;
	/** Further rights that a user needs to set these options of the query. */
	optionRights?: Readonly<Record<string, UserRight>>;
	/** An event stream: the key may be part of the address, because EventSource sends no headers. */
	isStream?: boolean;
	request: RequestSchemas<unknown, unknown, unknown>;
	/** The reply has an ETag: who sends it back gets 304 as long as nothing has changed. */
	hasEtag?: boolean;
	/** How calls appear in the audit trail; null if they do not. */
	audit: AuditRule | null;
	/**
	 * Runs after the access and limit checks. `begin` is called once the input is known to be right, and before
	 * anything is changed. Null if the handler wrote the response itself.
	 */
	answer(request: Request, response: Response, begin?: () => Promise<void>): Promise<Reply | null>;
	/** The same for a part of this process that has read the request in another language. */
	inside(sent: InsideCall, begin?: () => Promise<void>): Promise<Reply | null>;
}

/** A request as a part of this process makes it, for a caller. */
export interface InsideCall {
	params?: Readonly<Record<string, string>>;
	/** Values are texts, as in an address. */
	query?: Readonly<Record<string, string>>;
	body?: object;
	caller: Caller;
}

export interface RouteOptions<Params, Query, Body> extends RequestSchemas<Params, Query, Body> {
	access: Access;
	limit?: Limit;
	right?: UserRight;
	optionRights?: Readonly<Record<string, UserRight>>;
	isStream?: boolean;
	hasEtag?: boolean;
	/** Differs from `usualAudit`; a text is the action, and null means that calls are not in the trail. */
	audit?: AuditRule | string | null;
	/** How a foreign protocol reports wrong parameters; problem details if not given. */
	refuse?: (faults: readonly Fault[]) => Reply;
}

/** The checked input and the caller; request and response are for the few handlers that need them. */
export interface Call<Params, Query, Body> extends Input<Params, Query, Body> {
	caller: Caller | null;
	request: Request;
	response: Response;
}

/** Returns a reply, or null if the handler wrote the response itself, as streams do. */
type Handle<Params, Query, Body> = (call: Call<Params, Query, Body>) => Promise<Reply | null>;

/** Declares a route that takes checked input and returns a reply. */
export function route<Params = unknown, Query = unknown, Body = unknown>(
	line: `${Method} /${string}`,
	{access, limit, right, optionRights, isStream, hasEtag, audit, refuse, ...request}: RouteOptions<Params, Query, Body>,
	handle: Handle<Params, Query, Body>,
): Route {
	const [method, path] = line.split(' ') as [Method, string];
	const checked = {otherParameters: otherParametersOf(path, access, isStream), ...request} as RequestSchemas<Params, Query, Body>;
	return {
		method,
		path,
		access,
		...(limit && {limit}),
		...(right && {right}),
		...(optionRights && {optionRights}),
		...(isStream && {isStream}),
		...(hasEtag && {hasEtag}),
		request: request as RequestSchemas<unknown, unknown, unknown>,
		audit: typeof audit === 'string' ? {action: audit} : audit === undefined ? usualAudit(method, path, access) : audit,
		answer: async (incoming, response, begin) => {
			const read = async () => {
				const input = await readInput(checked, incoming, response);
				return () => handle({...input, caller: callerOf(response), request: incoming, response});
			};
			const answer = await read().catch((error: unknown) => refusal(error, refuse));
			await begin?.();
			return await answer();
		},
		inside: async ({params = {}, query = {}, body = {}, caller}, begin) => {
			const sent = {params, query, caller, body: async () => ({value: body, isLarge: false, excess: null})};
			const input = await checkInput(checked, sent);
			await begin?.();
			// Only routes that write their own replies use these two, and they are not called so.
			return handle({...input, caller, request: null as never, response: null as never});
		},
	};
}

/** Keys in addresses; and what other programs, whose protocols are not ours, send besides. */
function otherParametersOf(path: string, access: Access, isStream = false): readonly string[] | null {
	if (!path.startsWith('/api/') || access === 'metrics') {
		return null;
	}
	return [...(isStream ? ['apikey'] : []), ...(access === 'calendar' ? ['key'] : [])];
}

/** Reports faults in the route's own format, or rethrows. */
function refusal(error: unknown, refuse: RouteOptions<unknown, unknown, unknown>['refuse']): () => Promise<Reply> {
	if (!refuse || !(error instanceof Invalid) || error.faults.length === 0) {
		throw error;
	}
	const reply = refuse(error.faults);
	return () => Promise.resolve(reply);
}

/** Values of a record as people know them, with names instead of ids. */
export type ShownValues = Readonly<Record<string, string | number | boolean | null>>;

/** How the calls of a route appear in the audit trail. */
export interface AuditRule {
	/** `indexers.created`. */
	action: string;
	/** The name of what the call is about to delete or edit, by the parameters of the path. */
	nameOf?(params: Record<string, string>): Promise<string | null>;
	/** The name of what the call has made, by its id. */
	nameOfNew?(id: string): Promise<string | null>;
	/** The values of the record that the call edits, which are read before and after it; null if there is none. */
	valuesOf?(params: Record<string, string>): Promise<ShownValues | null>;
}

const changes: Readonly<Record<string, string>> = {POST: 'created', PUT: 'changed', DELETE: 'deleted'};
/** They change nothing. */
const harmless = /\/(?:test|preview|naming-preview)$/;

/**
 * Whatever an administrator changes is in the trail without further ado, under a name made of the path:
 * `POST /api/indexers` is `indexers.created`, `POST /api/queue/:id/retry` is `queue.retry`.
 */
function usualAudit(method: string, path: string, access: string): AuditRule | null {
	const verb = changes[method];
	if (access !== 'admin' || !verb || harmless.test(path)) {
		return null;
	}
	const names = path.split('/').filter(part => part !== '' && part !== 'api' && !part.startsWith(':'));
	const isCommand = method === 'POST' && names.length > 1;
	return {action: [...names, ...(isCommand ? [] : [verb])].join('.')};
}

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

/** Bytes from which a list or record is compressed; a shorter one fits into a packet as it is. */
const compressedFrom = 1400;

export function send(response: Response, {status, body, json}: Reply, {hasEtag = false}: Pick<Route, 'hasEtag'> = {}): void {
	response.status(status);
	const bytes = json ?? (body && Buffer.from(JSON.stringify(body)));
	if (!bytes) {
		response.end();
		return;
	}
	if (hasEtag && status === 200) {
		// Weak, because compressed bytes are others.
		response.set('ETag', `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`);
		if (hasAlready(response)) {
			response.status(304).end();
			return;
		}
	}
	const end = (sent: Buffer) => void response.set('Content-Length', String(sent.length)).end(sent);
	response.set('Content-Type', 'application/json; charset=utf-8');
	if (response.req.method !== 'GET' || bytes.length < compressedFrom) {
		end(bytes);
		return;
	}
	response.vary('Accept-Encoding');
	if (response.req.acceptsEncodings('gzip') !== 'gzip') {
		end(bytes);
		return;
	}
	gzip(bytes, {level: constants.Z_BEST_SPEED}, (error, compressed) => {
		if (error) {
			end(bytes);
			return;
		}
		response.set('Content-Encoding', 'gzip');
		end(compressed);
	});
}

/**
 * Whether the caller names the ETag of the reply. Express would also heed `Cache-Control: no-cache`, which is for
 * caches on the way, and which `fetch` adds to each such request.
 */
function hasAlready(response: Response): boolean {
	const bare = (etag: string) => etag.trim().replace(/^W\//, '');
	const named = (response.req.get('if-none-match') ?? '').split(',').map(bare);
	return named.includes('*') || named.includes(bare(response.get('ETag') ?? ''));
}

/** The first field of every reply to an action. */
export const success = always(isTrue, true);

/** The reply to a change that returns nothing else. */
export const changed = viewOf<{id: string; updatedAt: Date}>()({success, id: text, updatedAt: timestamp}, 'Changed');
export const done = viewOf<{message: string}>()({success, message: text}, 'Done');
export const added = viewOf<{id: string; message: string}>()({success, id: text, message: text});
export const queuedTask = viewOf<{taskId: string; message: string}>()({success, taskId: text, message: text});
export const queuedSearch = viewOf<{searchId: string; message: string}>()({success, searchId: text, message: text});

interface Connection extends ConnectionTested {
	message: string;
}
const testedRelease = viewOf<TestedRelease>()(
	{
		title: text,
		size: integerOrNull.description('Bytes; null if nothing was found.'),
		seeders: integerOrNull.description('Null if nothing was found.'),
		leechers: integerOrNull.description('Null if nothing was found.'),
		publishDate: timestampOrNull.description('Null if nothing was found.'),
		categories: integers.description('Standard numbers of its categories, and those of the site.'),
	},
	'TestedRelease',
);
const testedReleases: Part<TestedRelease[] | undefined> = {
	schema: testedRelease.list.schema.optional().description('The first releases that an indexer by definition offers, as they were read.'),
	present: releases => releases?.map(testedRelease.present),
};
/** The reply to a successful connection test. */
export const connectionWorks = viewOf<Connection>()(
	{success, message: text, version: textOrNull, details: texts, releases: testedReleases},
	'ConnectionWorks',
);

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
