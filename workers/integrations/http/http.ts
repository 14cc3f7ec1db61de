import querystring from 'node:querystring';
import {Agent, type Dispatcher, request as send} from 'undici';
import {orCancelled} from '#shared/coordination/wait.ts';
import {Cancelled, Invalid, isExpected, UpstreamFailed} from '#shared/errors.ts';
import {type Span, spanned} from '#shared/log/log.ts';
import {isAddress, isLocalName, isPrivateAddress, isSameHostAndPort} from '#shared/network-address.ts';
import manifest from '../../../package.json' with {type: 'json'};
import {guardedLookup, type Lookup} from './guarded-lookup.ts';
import {type Carrier, createProxyAgents} from './proxy-agents.ts';
import {readBody, tooLarge} from './read-body.ts';

export interface HttpRequest {
	url: string | URL;
	method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
	headers?: Record<string, string>;
	body?: string | Uint8Array;
	/** Milliseconds for the whole exchange, including the body; 20,000 by default. */
	timeoutMs?: number;
	/** Most bytes of the reply's body; 10 MiB by default. */
	maxBytes?: number;
	/** How many redirects we follow; 0 by default, because a redirect may lead to `magnet:`. */
	redirects?: number;
	signal?: AbortSignal;
	/**
	 * `public` refuses private, loopback and link-local addresses on every hop. `any` is for hosts an administrator
	 * entered; a redirect to another host or port counts as public.
	 */
	network: 'any' | 'public';
	/**
	 * Carries every hop; nothing goes past it. Names are then resolved by it, so only addresses and local names can be
	 * refused.
	 */
	proxy?: Carrier | null;
}

export interface HttpReply {
	status: number;
	/** Names in lower case. Repeated headers are joined by commas, except `set-cookie`, which is in `cookies`. */
	headers: Record<string, string>;
	/** The `set-cookie` lines as received. */
	cookies: string[];
	body: Buffer;
	/** The address that answered, after redirects. */
	url: string;
}

/**
 * One outbound exchange. Any status is a reply. Throws UpstreamFailed with the code `connection_refused`,
 * `name_not_found`, `timed_out`, `tls_failed`, `address_refused`, `proxy_failed`, `too_large` or
 * `connection_failed`; Cancelled when `signal` aborts.
 */
export type Http = (request: HttpRequest) => Promise<HttpReply>;

export interface HttpOptions {
	/** Sent as `User-Agent`, unless a request sets its own. */
	userAgent?: string;
	/** The name look-up, for tests; the system's by default. */
	lookup?: Lookup;
	/**
	 * Milliseconds that a request has at least, whatever its caller allows; 0 by default. Tests allow minutes, because
	 * a busy machine is slow.
	 */
	leastMs?: number;
}

/** Milliseconds for a connection without a proxy. */
const connectMs = 10_000;

/**
 * Our only way out to the network: one undici pool per kind of network. A redirect beyond the limit, or to something
 * other than http(s), is returned as the 3xx reply. Throws Cancelled when `signal` aborts, Invalid `address_invalid`
 * when the address is not an http(s) URL.
 */
export function createHttp({userAgent = `Kinoteka/${manifest.version}`, lookup, leastMs = 0}: HttpOptions = {}): {
	request: Http;
	close(): Promise<void>;
} {
	// Indexers and download clients often have trouble with HTTP/2.
	const shared = {allowH2: false, headersTimeout: 0, bodyTimeout: 0};
	const timeout = Math.max(connectMs, leastMs);
	const agents = {
		any: new Agent({...shared, connect: lookup ? {lookup, timeout} : {timeout}}),
		public: new Agent({...shared, connect: {lookup: guardedLookup(lookup), timeout}}),
	};

	const proxied = createProxyAgents({leastMs});

	const exchangeAll: Http = async ({redirects = 0, maxBytes = 10 * 1024 * 1024, timeoutMs = 20_000, ...asked}) => {
		const clock = AbortSignal.timeout(Math.max(timeoutMs, leastMs));
		const signal = asked.signal ? AbortSignal.any([clock, asked.signal]) : clock;
		const first = firstHop(asked, userAgent);
		let hop: Hop = first;
		for (let left = redirects; ; left -= 1) {
			const network = isSameHostAndPort(hop.url, first.url) ? asked.network : 'public';
			const {proxy = null} = asked;
			const agent = proxy ? proxied.of(proxy) : agents[network];
			const reply = await exchange(hop, {agent, proxy, network, maxBytes, signal, caller: asked.signal});
			const next = left > 0 ? nextHop(hop, reply) : null;
			// What leads to itself does so again: cookies are not kept between hops.
			if (!next || (next.url.href === hop.url.href && next.method === hop.method)) {
				return reply;
			}
			hop = next;
		}
	};

	const request: Http = asked => {
		const {method = 'GET'} = asked;
		const span: Span = {name: `HTTP ${method}`, kind: 'client', attributes: {'http.request.method': method}};
		return spanned(span, async () => {
			const reply = await exchangeAll(asked);
			span.attributes['http.response.status_code'] = reply.status;
			return reply;
		});
	};

	return {
		request,
		close: async () => {
			await Promise.all([agents.any.close(), agents.public.close(), proxied.close()]);
		},
	};
}

interface ExchangeOptions {
	agent: Dispatcher;
	proxy: Carrier | null;
	network: HttpRequest['network'];
	maxBytes: number;
	signal: AbortSignal;
	caller: AbortSignal | undefined;
}

async function exchange(
	{url, method, headers, body}: Hop,
	{agent, proxy, network, maxBytes, signal, caller}: ExchangeOptions,
): Promise<HttpReply> {
	const isRefused = isPrivateAddress(url.hostname) || (proxy !== null && !isAddress(url.hostname) && isLocalName(url.hostname));
	if (network === 'public' && isRefused) {
		throw failureOf('address_refused', url.hostname);
	}
	try {
		// undici notices an abort only once it is connected, which a proxy may never let it be.
		const reply = await orCancelled(send(url, {dispatcher: agent, method: method as 'GET', headers, body, signal}), signal);
		const {names, cookies} = flatten(reply.headers);
		const encoding = names['content-encoding'] ?? '';
		if (Number(names['content-length']) > maxBytes) {
			// undici emits an error when we discard a body.
			reply.body.on('error', () => undefined).destroy();
			throw tooLarge(maxBytes);
		}
		const read = await readBody(reply.body, {encoding, maxBytes});
		return {status: reply.statusCode, headers: names, cookies, body: read, url: url.href};
	} catch (error) {
		if (caller?.aborted) {
			throw new Cancelled();
		}
		throw signal.aborted
			? failureOf('timed_out', url.host, error)
			: proxy
				? proxyFailure(error, proxy, url.host)
				: toFailure(error, url.host);
	}
}

const kinds = {
	connection_refused: 'refuses the connection. Check its address and port, and that it is running.',
	name_not_found: 'is not known to the DNS server. Check the address, and that this machine reaches the internet.',
	timed_out: 'did not answer in time. Try again later.',
	tls_failed: 'has no valid TLS certificate, or does not speak TLS on this port.',
	address_refused:
		'has a private address. Only a host and port that an administrator entered may have one; a redirect to another does not count.',
	connection_failed: 'broke the connection. Try again later.',
} as const;
type Kind = keyof typeof kinds;

const kindsByCode: Record<string, Kind> = {
	ECONNREFUSED: 'connection_refused',
	ENOTFOUND: 'name_not_found',
	EAI_AGAIN: 'name_not_found',
	ENODATA: 'name_not_found',
	ETIMEDOUT: 'timed_out',
	UND_ERR_CONNECT_TIMEOUT: 'timed_out',
	UND_ERR_HEADERS_TIMEOUT: 'timed_out',
	UND_ERR_BODY_TIMEOUT: 'timed_out',
	EPROTO: 'tls_failed',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_failed',
	SELF_SIGNED_CERT_IN_CHAIN: 'tls_failed',
	HOSTNAME_MISMATCH: 'tls_failed',
	address_refused: 'address_refused',
};

/** The failure of this `kind` at `host`. It names only the host, because paths and queries may contain keys. */
export function failureOf(kind: Kind, host: string, cause?: unknown): UpstreamFailed {
	return new UpstreamFailed(kind, `${host} ${kinds[kind]}`, {cause});
}

/** Turns any transport error into one of the codes that `Http` promises. */
export function toFailure(error: unknown, host: string): Error {
	return isExpected(error) ? error : failureOf(kindOf(error), host, error);
}

/** Only a wrong certificate is surely the fault of the site behind the proxy. */
function proxyFailure(error: unknown, {name}: Carrier, host: string): Error {
	const failure = toFailure(error, host);
	if (!(failure instanceof UpstreamFailed) || !Object.hasOwn(kinds, failure.code) || failure.code === 'tls_failed') {
		return failure;
	}
	const message = `The proxy ${name} does not get through to ${host}: it cannot be reached, refuses us, or the site does not answer it. Nothing was sent without it.`;
	return new UpstreamFailed('proxy_failed', message, {cause: error});
}

function kindOf(error: unknown): Kind {
	let current = error;
	for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
		const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
		const kind = kindsByCode[code] ?? (isTlsCode(code) ? 'tls_failed' : null);
		if (kind) {
			return kind;
		}
		current = current instanceof AggregateError ? current.errors[0] : current.cause;
	}
	return 'connection_failed';
}

function isTlsCode(code: string): boolean {
	return /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_)/.test(code);
}

export const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];
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

function flatten(headers: Record<string, string | string[] | undefined>): {names: Record<string, string>; cookies: string[]} {
	const {'set-cookie': cookies = [], ...others} = headers;
	const pairs = Object.entries(others).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]);
	return {names: Object.fromEntries(pairs), cookies: typeof cookies === 'string' ? [cookies] : cookies};
}
