import type {Request, RequestHandler, Response} from 'express';
import {type Fault, Invalid} from '#shared/errors.ts';
import {type Caller, callerOf} from './access/caller.ts';
import {type Input, type RequestSchemas, readInput} from './input/read-input.ts';
import type {Reply} from './replies/reply.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: everybody, whoever may see the queue, anybody with credentials, administrators, administrators or a
 * scraper, administrators whose key may be a password.
 */
export type Access = 'public' | 'queue' | 'auth' | 'admin' | 'metrics' | 'solver';

/** One line of the table that the application and its documentation are made from. */
export interface Route {
	method: Method;
	/** As Express spells it: `/api/library/movies/:id`. */
	path: string;
	access: Access;
	/** Which limit of `rate-limit.ts` counts its calls. */
	limit?: 'lists';
	/** A stream of events: its key may stand in the address, because EventSource sends no headers. */
	isStream?: boolean;
	request: RequestSchemas<unknown, unknown, unknown>;
	/** Runs after access and limits. */
	handle: RequestHandler;
}

export interface RouteOptions<Params, Query, Body> extends RequestSchemas<Params, Query, Body> {
	access: Access;
	limit?: 'lists';
	isStream?: boolean;
	/** How a foreign protocol says that its parameters are wrong; problem details when not given. */
	refuse?: (faults: readonly Fault[]) => Reply;
}

/** The checked input, who asks, and for the few that need them the request and response themselves. */
export interface Call<Params, Query, Body> extends Input<Params, Query, Body> {
	caller: Caller | null;
	request: Request;
	response: Response;
}

/** A handler answers a reply, or null when it has written the response itself, as streams do. */
type Handle<Params, Query, Body> = (call: Call<Params, Query, Body>) => Promise<Reply | null>;

/** Declares a route: checked input in, reply out. */
export function route<Params = unknown, Query = unknown, Body = unknown>(
	line: `${Method} /${string}`,
	{access, limit, isStream, refuse, ...request}: RouteOptions<Params, Query, Body>,
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
		handle: async (incoming, response) => {
			const read = async () => {
				const input = await readInput(request as RequestSchemas<Params, Query, Body>, incoming, response);
				return () => handle({...input, caller: callerOf(response), request: incoming, response});
			};
			const answer = await read().catch((error: unknown) => refusal(error, refuse));
			const reply = await answer();
			if (reply) {
				send(response, reply);
			}
		},
	};
}

/** Answers in the words of the route, or throws on. */
function refusal(error: unknown, refuse: RouteOptions<unknown, unknown, unknown>['refuse']): () => Promise<Reply> {
	if (!refuse || !(error instanceof Invalid) || error.faults.length === 0) {
		throw error;
	}
	const reply = refuse(error.faults);
	return () => Promise.resolve(reply);
}

function send(response: Response, {status, body, json}: Reply): void {
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
