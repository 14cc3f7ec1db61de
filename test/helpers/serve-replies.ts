import type {IncomingHttpHeaders, IncomingMessage, ServerResponse} from 'node:http';
import type {ExecutionContext} from 'ava';
import {serveHttp} from './serve-http.ts';

export interface Asked {
	method: string;
	/** Without the query. */
	path: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

export interface Reply {
	status?: number;
	headers?: Record<string, string | string[]>;
	body?: string | Buffer;
	json?: unknown;
}

export type Answerer = (asked: Asked) => Reply | Promise<Reply>;

/** A server that computes each reply from its request with one function; returns its address. */
export function serveReplies(t: ExecutionContext, answer: Answerer): Promise<string> {
	return serveHttp(t, (request, response) => void exchange(request, response, answer));
}

async function exchange(request: IncomingMessage, response: ServerResponse, answer: Answerer): Promise<void> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) {
		chunks.push(chunk);
	}

	const {pathname, searchParams} = new URL(request.url ?? '/', 'http://localhost');
	const asked = {
		method: request.method ?? 'GET',
		path: pathname,
		query: searchParams,
		headers: request.headers,
		body: Buffer.concat(chunks),
	};
	const {status = 200, headers = {}, body, json} = await answer(asked);
	response.writeHead(status, {...(json === undefined ? {} : {'content-type': 'application/json'}), ...headers});
	response.end(json === undefined ? body : JSON.stringify(json));
}
