import iconv from 'iconv-lite';
import {isLegacyLink} from '#shared/domain/definitions/hosts.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {isSameHostAndPort} from '#shared/network-address.ts';
import {siteOf} from '#shared/site-of.ts';
import {type Hop, type HttpReply, nextHop} from '../../http/http.ts';
import {throwIfLimited} from '../ask.ts';
import {pastChallenge} from '../challenge-solver.ts';
import type {IndexerDeps} from '../indexer.ts';
import type {CookieJar} from './cookie-jar.ts';
import type {OpenSite} from './open-site.ts';
import {otherAddress} from './other-links.ts';

export interface RequestOfSite {
	method: 'GET' | 'POST';
	url: string;
	headers: Readonly<Record<string, string>>;
	body: string | null;
	followsRedirects: boolean;
	/** The site may redirect this request to another site, which gets none of our data. */
	mayLeave?: boolean;
	/** Bytes of the reply; 10 MiB by default. */
	maxBytes?: number;
}

export interface ReplyOfSite {
	status: number;
	/** Where it was found, after redirects. */
	url: string;
	contentType: string | null;
	/** Its first 10 MiB, decoded as the definition says when they are read: most files never are. */
	readonly body: string;
	/** Where a redirect leads that was not followed: a web address, or a magnet link. */
	location: string | null;
	http: HttpReply;
}

const maxRedirects = 5;
const maxBytes = 10 * 1024 * 1024;

type SendDeps = Pick<IndexerDeps, 'http' | 'now' | 'network' | 'solver' | 'takeSlot' | 'takeAnswer'>;

interface Visiting {
	jar: CookieJar;
	deps: SendDeps;
	signal: AbortSignal;
}

/**
 * Sends one request of a definition with the cookies of its site. Throws UpstreamFailed `other_host` before anything
 * is sent to a site that no person entered, TooMany `rate_limited`, `challenge` and `challenge_failed`, and what `Http`
 * throws.
 */
export async function sendToSite(site: OpenSite, request: RequestOfSite, {jar, deps, signal}: Visiting): Promise<ReplyOfSite> {
	const {settings, definition} = site;
	if (!(request.mayLeave && site.hasNoSecrets)) {
		refuseOthers(request.url, site, 'definition');
	}
	const leave = await deps.takeSlot?.(settings.id, signal, definition.requestDelaySeconds ?? 0);
	try {
		return await sendWithSlot(site, request, {jar, deps, signal});
	} finally {
		leave?.();
	}
}

async function sendWithSlot(site: OpenSite, request: RequestOfSite, {jar, deps, signal}: Visiting): Promise<ReplyOfSite> {
	const {settings, definition} = site;
	const body = request.body === null ? null : iconv.encode(request.body, definition.encoding);
	let hop: Hop = {method: request.method, url: new URL(request.url), headers: headersOf(request), body};
	for (let left = request.followsRedirects ? maxRedirects : 0; ; left -= 1) {
		const reply = withRefresh(await sendOnce({...hop, url: asSafe(hop.url, settings.url)}, site, {request, jar, deps, signal}));
		jar.take(reply.cookies, reply.url);
		const next = left > 0 ? nextHop(hop, reply) : null;
		if (!next) {
			return toReply(reply, definition.encoding);
		}
		if (!request.mayLeave) {
			refuseOthers(next.url.href, site, 'site');
		}
		hop = next;
	}
}

/** What belongs to the connection, which is ours. */
const ownHeaders: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'upgrade', 'expect', 'te']);

function headersOf({headers}: RequestOfSite): Record<string, string> {
	const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
	// Header values are bytes, and sites read those of a cookie or a name as UTF-8.
	const bytes = (value: string) => Buffer.from(value).toString('latin1');
	// A header that is filled in with an empty setting is left out.
	const sent = lowered.filter(([name, value]) => !ownHeaders.has(name) && value !== '');
	return Object.fromEntries(sent.map(([name, value]) => [name, bytes(value)]));
}

/** The header `Refresh` leads elsewhere, as `Location` does. One that leads to the same place only loads it again. */
function withRefresh(reply: HttpReply): HttpReply {
	const [, written] = /^[^;,]{0,20}[;,]\s*url\s*=\s*["']?([^"'\s;]+)/i.exec(reply.headers['refresh'] ?? '') ?? [];
	const target = written === undefined || reply.status >= 300 ? null : URL.parse(written, reply.url);
	return target === null || target.href === reply.url ? reply : {...reply, status: 302, headers: {...reply.headers, location: target.href}};
}

/** Links of a site that was entered with https are asked by https, also those that it writes without. */
function asSafe(url: URL, entered: string): URL {
	const own = URL.parse(entered);
	if (own?.protocol !== 'https:' || url.protocol !== 'http:' || url.hostname !== own.hostname || url.port !== '') {
		return url;
	}
	return new URL(own.origin + url.pathname + url.search);
}

interface Sending extends Visiting {
	request: RequestOfSite;
}

async function sendOnce(hop: Hop, {settings}: OpenSite, {request, jar, deps, signal}: Sending): Promise<HttpReply> {
	const url = hop.url.href;
	const send = (door: Record<string, string>) =>
		deps.http({
			url,
			method: hop.method as 'GET' | 'POST', // no other is built
			headers: withCookies({...hop.headers, ...withoutCookie(door)}, [jar.header(url), hop.headers['cookie'], door['cookie']]),
			...(hop.body !== null && {body: hop.body}),
			timeoutMs: settings.timeoutSeconds * 1000,
			maxBytes: request.maxBytes ?? maxBytes,
			network: isSameHostAndPort(url, settings.url) ? deps.network : 'public',
			signal,
		});
	const reply = await pastChallenge(send, {url, solver: settings.captcha ? deps.solver : null, now: deps.now, signal});
	throwIfLimited(reply, deps.now());
	await deps.takeAnswer?.(reply.body.length);
	return reply;
}

const withoutCookie = ({cookie: _cookie, ...headers}: Record<string, string>) => headers;

/** Later ones win over earlier ones of the same name. */
function withCookies(headers: Record<string, string>, sources: readonly (string | undefined)[]): Record<string, string> {
	const pairs = sources.flatMap(source => (source ?? '').split(';')).map(pair => pair.trim());
	const byName = new Map(pairs.filter(pair => pair !== '').map(pair => [pair.split('=')[0], pair]));
	return byName.size === 0 ? withoutCookie(headers) : {...headers, cookie: [...byName.values()].join('; ')};
}

/**
 * Throws UpstreamFailed `other_host`. The reason names the host, unless it may be made of a secret: a definition can
 * spell one, so only hosts that stand in its file are named where it built the address.
 */
function refuseOthers(address: string, {allowed, settings, definition, file, question}: OpenSite, from: 'definition' | 'site'): void {
	const url = URL.parse(address);
	if (!url || !allowed.has(siteOf(url))) {
		const host = url?.host ?? 'no web address';
		const secrets = question.secrets?.names.map(name => String(question.settings[name] ?? '').toLowerCase()) ?? [];
		const isBuilt = from === 'definition' && secrets.length > 0 && !file.text.toLowerCase().includes(host);
		const isTelling = isBuilt || secrets.some(secret => secret !== '' && host.includes(secret));
		const place = isTelling ? 'another host' : host;
		const links = isTelling ? [] : otherAddress(address, settings.url);
		const [entered = isTelling ? 'its new one' : `https://${place}`] = links;
		const reason = isLegacyLink(definition, settings.url)
			? `${settings.name} was entered with an old address of its site, which is now at ${place}. Nothing was sent there: enter ${entered} as its address.`
			: `${settings.name} leads to ${place}, which is not the site that was entered, so nothing was sent there. If the site has moved, enter ${entered} as its address.`;
		throw new UpstreamFailed('other_host', reason, {links});
	}
}

function toReply(http: HttpReply, encoding: string): ReplyOfSite {
	const location = http.status >= 300 && http.status < 400 ? http.headers['location'] : undefined;
	let text: string | null = null;
	return {
		status: http.status,
		url: http.url,
		contentType: http.headers['content-type'] ?? null,
		get body() {
			text ??= iconv.decode(http.body.subarray(0, maxBytes), encoding);
			return text;
		},
		location: location === undefined ? null : /^magnet:/i.test(location) ? location : (URL.parse(location, http.url)?.href ?? null),
		http,
	};
}
