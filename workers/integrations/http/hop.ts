import querystring from 'node:querystring';
import {Invalid} from '#shared/errors.ts';
import type {HttpReply, HttpRequest} from './http.ts';

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];
/** Headers that say nothing of us. Any other may be a key, such as `x-api-key`. */
const openHeaders: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'range', 'user-agent']);
const accepted = {accept: '*/*', 'accept-encoding': 'gzip, deflate, br'};

type Request = Pick<HttpRequest, 'url' | 'method' | 'headers' | 'body'>;

/** One request of an exchange, which may take several. */
export interface Hop {
	method: string;
	headers: Record<string, string>;
	body: string | Uint8Array | null;
	url: URL;
}

/** The original request, with our default headers, which the caller's override. */
export function firstHop({url, method = 'GET', headers = {}, body}: Request, userAgent: string): Hop {
	const parsed = typeof url === 'string' ? URL.parse(url) : url;
	if (!parsed || !isWeb(parsed)) {
		throw new Invalid('address_invalid', 'The address is not an http or https URL. Correct it in the settings.');
	}
	const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
	return {
		method,
		headers: {...accepted, 'user-agent': userAgent, ...credentialsOf(parsed), ...lowered},
		body: body ?? null,
		url: bare(parsed),
	};
}

/**
 * Returns the request that follows a redirect, or null when the reply is final. A different host gets neither secrets
 * nor a body, which may have some.
 */
export function nextHop({method, headers, body, url}: Hop, reply: Pick<HttpReply, 'status' | 'headers'>): Hop | null {
	const location = reply.headers['location'];
	const target = redirectStatuses.includes(reply.status) && location !== undefined ? URL.parse(location, url.href) : null;
	if (!target || !isWeb(target)) {
		return null;
	}
	const isSame = target.origin === url.origin;
	const kept = isSame ? headers : Object.fromEntries(Object.entries(headers).filter(([name]) => openHeaders.has(name)));
	const becomesGet = reply.status === 303 || (method === 'POST' && reply.status < 303);
	if (!becomesGet) {
		return isSame || body === null ? {method, headers: kept, body, url: bare(target)} : null;
	}
	const {'content-type': _type, ...plain} = kept;
	return {method: 'GET', headers: plain, body: null, url: bare(target)};
}

function isWeb({protocol}: URL): boolean {
	return protocol === 'http:' || protocol === 'https:';
}

function bare(url: URL): URL {
	const copy = new URL(url.href);
	copy.username = '';
	copy.password = '';
	return copy;
}

function credentialsOf({username, password}: URL): Record<string, string> {
	if (username === '' && password === '') {
		return {};
	}
	const pair = `${querystring.unescape(username)}:${querystring.unescape(password)}`;
	return {authorization: `Basic ${Buffer.from(pair).toString('base64')}`};
}

export function flatten(headers: Record<string, string | string[] | undefined>): {names: Record<string, string>; cookies: string[]} {
	const {'set-cookie': cookies = [], ...others} = headers;
	const pairs = Object.entries(others).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]);
	return {names: Object.fromEntries(pairs), cookies: typeof cookies === 'string' ? [cookies] : cookies};
}
