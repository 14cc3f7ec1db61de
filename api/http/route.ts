import type {Request, Response} from 'express';
import {type Fault, Invalid} from '#shared/errors.ts';
import {type Caller, callerOf} from './access/callers.ts';
import {type Input, type RequestSchemas, readInput} from './input.ts';
import type {Reply} from './replies.ts';

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
	/** An event stream: the key may be part of the address, because EventSource sends no headers. */
	isStream?: boolean;
	request: RequestSchemas<unknown, unknown, unknown>;
	/** How calls appear in the audit trail; null if they do not. */
	audit: AuditRule | null;
	/**
	 * Runs after the access and limit checks. `begin` is called once the input is known to be right, and before
	 * anything is changed. Null if the handler wrote the response itself.
	 */
	answer(request: Request, response: Response, begin?: () => Promise<void>): Promise<Reply | null>;
}

export interface RouteOptions<Params, Query, Body> extends RequestSchemas<Params, Query, Body> {
	access: Access;
	limit?: Limit;
	isStream?: boolean;
	/** Differs from `usualAudit`; a text is the action. */
	audit?: AuditRule | string;
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
	{access, limit, isStream, audit, refuse, ...request}: RouteOptions<Params, Query, Body>,
	handle: Handle<Params, Query, Body>,
): Route {
	const [method, path] = line.split(' ') as [Method, string];
	return {
		method,
		path,
		access,
		...(limit && {limit}),
		...(isStream && {isStream}),
		request: request as RequestSchemas<unknown, unknown, unknown>,
		audit: typeof audit === 'string' ? {action: audit} : (audit ?? usualAudit(method, path, access)),
		answer: async (incoming, response, begin) => {
			const read = async () => {
				const input = await readInput(request as RequestSchemas<Params, Query, Body>, incoming, response);
				return () => handle({...input, caller: callerOf(response), request: incoming, response});
			};
			const answer = await read().catch((error: unknown) => refusal(error, refuse));
			await begin?.();
			return await answer();
		},
	};
}

/** Reports faults in the route's own format, or rethrows. */
function refusal(error: unknown, refuse: RouteOptions<unknown, unknown, unknown>['refuse']): () => Promise<Reply> {
	if (!refuse || !(error instanceof Invalid) || error.faults.length === 0) {
		throw error;
	}
	const reply = refuse(error.faults);
	return () => Promise.resolve(reply);
}

/** How the calls of a route appear in the audit trail. */
export interface AuditRule {
	/** `indexers.created`. */
	action: string;
	/** The name of what the call is about to delete, by the parameters of the path. */
	nameOf?(params: Record<string, string>): Promise<string | null>;
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
