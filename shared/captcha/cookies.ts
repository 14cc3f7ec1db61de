import {domainMatch, pathMatch} from 'tough-cookie';
import type {BrowserCookie} from '../domain/captcha/clearance.ts';

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
		.filter(cookie => reachesHost(cookie, url.hostname) && pathMatch(url.pathname, cookie.path))
		.filter(({secure, expires}) => (!secure || url.protocol === 'https:') && (expires < 0 || expires * 1000 > now.getTime()))
		.toSorted((a, b) => b.path.length - a.path.length)
		.map(({name, value}) => `${name}=${value}`)
		.join('; ');
}

/**
 * Does the cookie belong to this site (a registrable domain, or a host with or without its port)
 * rather than to a third party?
 */
export function isCookieOf({domain}: Pick<BrowserCookie, 'domain'>, site: string): boolean {
	return domainMatch(bareDomain(domain), URL.parse(`http://${site}`)?.hostname ?? site) === true;
}

/** Is the cookie sent to this host? */
export function reachesHost({domain}: Pick<BrowserCookie, 'domain'>, hostname: string): boolean {
	return domain.startsWith('.') ? domainMatch(hostname, bareDomain(domain)) === true : hostname === domain.toLowerCase();
}

function bareDomain(domain: string): string {
	return domain.replace(/^\./, '').toLowerCase();
}
