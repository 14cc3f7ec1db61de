import type {ChallengeKind} from './challenge.ts';

/** A cookie as a browser keeps it. */
export interface BrowserCookie {
	name: string;
	value: string;
	/** Starts with a dot when the cookie also goes to subdomains. */
	domain: string;
	path: string;
	/** Seconds since 1970; -1 for a session cookie. */
	expires: number;
	httpOnly: boolean;
	secure: boolean;
	sameSite: string | null;
}

/** The result of a solved challenge. Sites accept the cookies only together with the user agent. */
export interface Clearance {
	/** Distinguishes this clearance from a later one for the same site. */
	id: string;
	/** See `site-of.ts`. */
	site: string;
	kind: ChallengeKind;
	userAgent: string;
	cookies: BrowserCookie[];
	solvedAt: string;
}

/** Characters that would break the header, or this cookie within it. */
const breaking = /[\p{Cc};]/u;

/** The `Cookie` header for this address; empty when no cookie matches. Names and paths are compared as in RFC 6265. */
export function cookieHeader(cookies: readonly BrowserCookie[], address: string, now: Date): string {
	const url = URL.parse(address);
	if (!url) {
		return '';
	}
	return cookies
		.filter(({name, value}) => !breaking.test(name + value))
		.filter(cookie => belongs(cookie, url) && (cookie.expires < 0 || cookie.expires * 1000 > now.getTime()))
		.toSorted((a, b) => b.path.length - a.path.length)
		.map(({name, value}) => `${name}=${value}`)
		.join('; ');
}

/**
 * Does the cookie belong to this site (a registrable domain, or a host with or without its port)
 * rather than to a third party?
 */
export function isCookieOf({domain}: Pick<BrowserCookie, 'domain'>, site: string): boolean {
	const host = URL.parse(`http://${site}`)?.hostname ?? site;
	const bare = bareDomain(domain);
	return bare === host || bare.endsWith(`.${host}`);
}

/** Is the cookie sent to this host? */
export function reachesHost({domain}: Pick<BrowserCookie, 'domain'>, hostname: string): boolean {
	const isBelow = domain.startsWith('.') && hostname.endsWith(domain.toLowerCase()) && !isIpAddress(hostname);
	return isBelow || hostname === bareDomain(domain);
}

/** For the host name of a parsed URL: only IPv4 addresses end in a number, only IPv6 ones have colons. */
function isIpAddress(hostname: string): boolean {
	return /(?:^|\.)\d+$|:/.test(hostname);
}

function bareDomain(domain: string): string {
	return domain.replace(/^\./, '').toLowerCase();
}

function belongs(cookie: BrowserCookie, {hostname, pathname, protocol}: URL): boolean {
	const {path, secure} = cookie;
	const isHost = reachesHost(cookie, hostname);
	const isPath = pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
	return isHost && isPath && (!secure || protocol === 'https:');
}
