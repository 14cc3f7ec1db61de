import Joi from 'joi';
import {withinLimit} from '#shared/coordination/wait.ts';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import {Cancelled, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import {type ProxyOptions, refusalOf} from './browser/guarded-proxy.ts';
import type {PageOpener} from './browser/page-opener.ts';
import type {PageVisit, VisitedPage} from './browser/page-visit.ts';
import {networkFailure, visitFailure} from './browser/visit-failure.ts';
import type {Lookup} from './http/guarded-lookup.ts';
import type {Http} from './http/http.ts';
import {parseJson} from './http/read-body.ts';
import {withoutSecrets} from './http/without-secrets.ts';

export interface ExternalSolverDeps {
	http: Http;
	/** The current base address of the service. */
	address(): string;
	/** The name look-up, for tests; the system's by default. */
	lookup?: Lookup;
}

/** Milliseconds. The service ends by itself at the time limit it is given, and has this much longer to report it. */
const graceMs = 1000;
const largestReply = 16 * 1024 * 1024;

/**
 * Opens pages through another FlareSolverr-compatible service. An administrator entered its address, so it may be in
 * the private network. It connects by itself, so an address is resolved and checked before it is sent there, and a page
 * that was found at a private one is not handed on. What the service loads in between is beyond our reach.
 */
export function createExternalSolver({http, address, lookup}: ExternalSolverDeps): Pick<PageOpener, 'open'> {
	return {
		async open(visit, {timeoutMs, signal}, sight) {
			const url = `${(visit.solver || address()).replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
			if (sight) {
				sight.hasBegun = true;
			}
			const {upstream} = visit.proxy;
			const end = performance.now() + timeoutMs;
			const check = (asked: string) => throwIfRefused(asked, {proxy: visit.proxy, limitMs: end - performance.now(), lookup});
			await throwIfProxyRefused({proxy: visit.proxy, limitMs: timeoutMs, lookup});
			await check(visit.url);
			const leftMs = Math.max(1, Math.floor(end - performance.now()));
			const sent = {addresses: [url, upstream, visit.url], secrets: [...credentialsOf(upstream), ...visit.cookies.map(({value}) => value)]};
			const ask = async () => {
				const reply = await http({
					url,
					method: 'POST',
					headers: {'content-type': 'application/json'},
					body: JSON.stringify(buildRequest(visit, Math.max(1, leftMs - graceMs))),
					timeoutMs: leftMs,
					maxBytes: largestReply,
					network: 'any',
					signal,
				});
				return parseReply(reply.body);
			};
			const page = await withoutSecrets(sent, ask).catch((error: unknown) => {
				throw toOurs(error, url);
			});
			await check(page.url);
			if (sight) {
				sight.kind = page.kind;
			}
			return page;
		},
	};
}

interface Check {
	proxy: ProxyOptions;
	limitMs: number;
	lookup: Lookup | undefined;
}

/** Throws UpstreamFailed for an address that leads to a private network, or that cannot be resolved. */
async function throwIfRefused(address: string, {proxy: {rules, upstream}, limitMs, lookup}: Check): Promise<void> {
	const url = URL.parse(address);
	if (!url || !/^https?:$/.test(url.protocol)) {
		throw visitFailure('connection_failed');
	}
	if (rules.allowPrivate) {
		return;
	}
	const failure = await withinLimit(refusalOf(url, {lookup, ...rules}, upstream), limitMs, 'timed_out');
	if (failure !== null) {
		throw networkFailure(null, {known: failure, hasProxy: upstream !== null});
	}
}

/** A proxy that a user entered must not be private either: what is sent to it is a request. */
async function throwIfProxyRefused({proxy: {upstream, upstreamMayBePrivate}, limitMs, lookup}: Check): Promise<void> {
	const url = upstream === null || upstreamMayBePrivate ? null : URL.parse(upstream);
	const rules = {allowPrivate: false, allowedHost: null, lookup};
	if (url && (await withinLimit(refusalOf(url, rules, null), limitMs, 'timed_out')) !== null) {
		throw visitFailure('proxy_failed');
	}
}

/** With many providers of proxies, the user name is the key. */
function credentialsOf(proxy: string | null): string[] {
	const url = proxy === null ? null : URL.parse(proxy);
	return url ? [url.username, url.password].map(text => decodeURIComponent(text)) : [];
}

/** An unreachable service is not the fault of the site to be solved. */
function toOurs(error: unknown, url: string): unknown {
	const code = (error as {code?: unknown}).code;
	if (error instanceof Cancelled || code === undefined) {
		return error;
	}
	if (code === 'timed_out') {
		return visitFailure('timed_out', 'The external solver did not answer.');
	}
	const isUnreachable = ['connection_refused', 'name_not_found', 'tls_failed', 'connection_failed'].includes(String(code));
	return isUnreachable
		? new Unavailable('external_solver_away', `The solver at ${new URL(url).origin} cannot be reached. Check captcha.externalUrl.`, {
				cause: error,
			})
		: error;
}

/**
 * Builds the body of a FlareSolverr request. Our guarded proxy is not in use there, so only the
 * upstream proxy is named.
 */
function buildRequest({url, postData, cookies, proxy, waitMs, withoutStyles, withScreenshot}: PageVisit, maxTimeout: number): object {
	return {
		cmd: postData === null ? 'request.get' : 'request.post',
		url,
		maxTimeout,
		...(postData !== null && {postData}),
		...(cookies.length > 0 && {cookies: cookies.map(({name, value, domain, path}) => ({name, value, domain, path}))}),
		...(proxy.upstream !== null && {proxy: toProxy(proxy.upstream)}),
		...(waitMs > 0 && {waitInSeconds: Math.ceil(waitMs / 1000)}),
		...(withoutStyles && {disableMedia: true}),
		...(withScreenshot && {returnScreenshot: true}),
	};
}

function toProxy(address: string): {url: string; username?: string; password?: string} {
	const {protocol, host, username, password} = new URL(address);
	const url = `${protocol}//${host}`;
	return username === '' ? {url} : {url, username: decodeURIComponent(username), password: decodeURIComponent(password)};
}

interface WireCookie {
	name: string;
	value: string;
	domain: string;
	path: string;
	expiry: number;
	httpOnly: boolean;
	secure: boolean;
	sameSite: string | null;
}

interface WireReply {
	status: string;
	message: string;
	solution?: {
		url: string;
		response: string | null;
		cookies: WireCookie[];
		userAgent: string;
		screenshot: string | null;
		turnstile_token: string | null;
	};
}

const text = () => Joi.string().allow('');
const cookie = Joi.object({
	name: text().required(),
	value: text().required(),
	domain: text().default(''),
	path: text().default('/'),
	expiry: Joi.number().default(Joi.ref('expires')).default(-1),
	httpOnly: Joi.boolean().default(false),
	secure: Joi.boolean().default(false),
	sameSite: text().allow(null).default(null),
});
const wireReply = Joi.object<WireReply>({
	status: text().required(),
	message: text().default(''),
	solution: Joi.object({
		url: text().required(),
		response: text().allow(null).default(null),
		cookies: Joi.array().items(cookie).default([]),
		userAgent: text().default(''),
		screenshot: text().allow(null).default(null),
		turnstile_token: text().allow(null).default(null),
	}).allow(null),
});

/**
 * Parses the answer of a FlareSolverr-compatible service, whatever its HTTP status. Throws UpstreamFailed with the
 * service's own message.
 */
function parseReply(body: Buffer): VisitedPage {
	const {value, error} = wireReply.validate(parseJson(body), {stripUnknown: true, convert: true});
	if (error) {
		throw new UpstreamFailed('external_solver_failed', 'The service at captcha.externalUrl is not compatible with FlareSolverr.', {
			cause: error,
		});
	}
	if (value.status !== 'ok' || !value.solution) {
		throw toFailure(value.message);
	}
	const {url, response, cookies, userAgent, screenshot, turnstile_token: widgetToken} = value.solution;
	return {
		kind: /not detected/i.test(value.message) ? 'none' : 'edge_challenge',
		url,
		userAgent,
		cookies: cookies.map(each => toBrowserCookie(each, url)),
		html: response,
		screenshot,
		widgetToken,
	};
}

const longestWords = 300;

function toFailure(message: string): UpstreamFailed {
	if (/timeout after/i.test(message)) {
		return visitFailure('timed_out', 'The external solver did not get past the challenge.');
	}
	if (/has blocked this request/i.test(message)) {
		return visitFailure('blocked');
	}
	return new UpstreamFailed('external_solver_failed', `The external solver says: ${maskSecrets(message).slice(0, longestWords)}`);
}

function toBrowserCookie({name, value, domain, path, expiry, httpOnly, secure, sameSite}: WireCookie, url: string): BrowserCookie {
	return {name, value, domain: domain || (URL.parse(url)?.hostname ?? ''), path, expires: expiry, httpOnly, secure, sameSite};
}
