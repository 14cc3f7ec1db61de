import {Cookie, defaultPath} from 'tough-cookie';
import {cookieHeader, reachesHost} from '#shared/captcha/cookies.ts';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import {siteOf} from '#shared/site-of.ts';

/** Cookies of one site. */
export interface CookieJar {
	/** Keeps what the site sets in a reply from this address. */
	take(lines: readonly string[], address: string): void;
	/** What is sent to this address: `a=1; b=2`, or nothing. */
	header(address: string): string;
	cookies(): BrowserCookie[];
}

/** Sites set a few; more than these are an attack on our memory. */
const maxCookies = 50;
const maxChars = 4096;

export function createCookieJar(kept: readonly BrowserCookie[], now: () => Date): CookieJar {
	const keyOf = ({name, domain, path}: BrowserCookie) => `${name} ${domain} ${path}`;
	const jar = new Map(kept.map(cookie => [keyOf(cookie), cookie]));
	return {
		take(lines, address) {
			for (const cookie of lines.flatMap(line => parseCookie(line, new URL(address), now()) ?? [])) {
				jar.delete(keyOf(cookie));
				if (jar.size < maxCookies) {
					jar.set(keyOf(cookie), cookie);
				}
			}
		},
		header: address => cookieHeader([...jar.values()], address, now()),
		cookies: () => [...jar.values()],
	};
}

/** A `Set-Cookie` line. Null for one that is broken, too long, or meant for others than the site. */
function parseCookie(line: string, url: URL, now: Date): BrowserCookie | null {
	const cookie = line.length > maxChars ? undefined : Cookie.parse(line);
	const domain = cookie ? domainOf(cookie.domain ?? '', url) : null;
	if (!cookie || domain === null) {
		return null;
	}
	const {key, value, path, httpOnly, secure} = cookie;
	const endMs = cookie.expiryTime(now) ?? Number.POSITIVE_INFINITY;
	return {
		...{name: key, value, domain, httpOnly, secure, sameSite: null},
		path: path ?? defaultPath(url.pathname),
		expires: endMs === Number.POSITIVE_INFINITY ? -1 : Math.max(0, Math.floor(endMs / 1000)),
	};
}

/** With a dot for a domain and all below it. No site sets cookies for another, or for all of a country. */
function domainOf(stated: string, {protocol, hostname, host}: URL): string | null {
	if (stated === '' || stated === hostname) {
		return stated === '' ? hostname : `.${hostname}`;
	}
	const wide = URL.parse(`http://${stated}`);
	const isOurs = wide !== null && reachesHost({domain: `.${stated}`}, hostname) && siteOf(wide) === siteOf(new URL(`${protocol}//${host}`));
	return isOurs ? `.${stated}` : null;
}
