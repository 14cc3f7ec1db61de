import type {Page} from 'puppeteer';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';

/** Adds cookies to the profile of a page. Cookies come from outside, so one that the browser rejects is skipped. */
export async function setCookies(page: Page, cookies: readonly BrowserCookie[]): Promise<void> {
	if (cookies.length === 0) {
		return;
	}
	const session = await page.createCDPSession();
	try {
		await Promise.allSettled(cookies.map(cookie => session.send('Network.setCookie', toParameters(cookie))));
	} finally {
		await session.detach().catch(() => {});
	}
}

/** A host-only cookie is set by URL, because with a domain it would go to all subdomains. */
function toParameters({name, value, domain, path, expires, httpOnly, secure, sameSite}: BrowserCookie) {
	const isOfHost = !domain.startsWith('.');
	return {
		name,
		value,
		path,
		httpOnly,
		secure,
		...(isOfHost ? {url: `${secure ? 'https' : 'http'}://${domain}${path}`} : {domain}),
		...(expires > 0 && {expires}),
		...(isSameSite(sameSite) && {sameSite}),
	};
}

function isSameSite(value: string | null): value is 'Strict' | 'Lax' | 'None' {
	return value === 'Strict' || value === 'Lax' || value === 'None';
}
