import {type BrowserCookie, cookieHeader, reachesHost} from '#shared/domain/captcha/clearance.ts';
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
	const [pair = '', ...rest] = line.split(';');
	const [name = '', ...value] = pair.split('=');
	if (line.length > maxChars || name.trim() === '' || value.length === 0) {
		return null;
	}
	const attributes = new Map(rest.map(part => [part.split('=')[0]?.trim().toLowerCase() ?? '', part.split('=').slice(1).join('=').trim()]));
	const domain = domainOf(attributes.get('domain') ?? '', url);
	const path = attributes.get('path') ?? '';
	return domain === null
		? null
		: {
				name: name.trim(),
				value: value.join('=').trim(),
				domain,
				path: path.startsWith('/') ? path : url.pathname.replace(/\/[^/]*$/, '') || '/',
				expires: expiryOf(attributes, now),
				httpOnly: attributes.has('httponly'),
				secure: attributes.has('secure'),
				sameSite: null,
			};
}

/** With a dot for a domain and all below it. No site sets cookies for another, or for all of a country. */
function domainOf(stated: string, {protocol, hostname, host}: URL): string | null {
	const name = stated.replace(/^\./, '').toLowerCase();
	if (name === '' || name === hostname) {
		return name === '' ? hostname : `.${hostname}`;
	}
	const wide = URL.parse(`http://${name}`);
	const isOurs = wide !== null && reachesHost({domain: `.${name}`}, hostname) && siteOf(wide) === siteOf(new URL(`${protocol}//${host}`));
	return isOurs ? `.${name}` : null;
}

/** Seconds since 1970; -1 when it lasts as long as the session. */
function expiryOf(attributes: ReadonlyMap<string, string>, now: Date): number {
	const age = attributes.get('max-age') ?? '';
	if (/^-?\d{1,10}$/.test(age)) {
		return Math.max(0, Math.floor(now.getTime() / 1000) + Number(age));
	}
	const date = Date.parse(attributes.get('expires') ?? '');
	return Number.isNaN(date) ? -1 : Math.max(0, Math.floor(date / 1000));
}
