import type {Request} from 'express';

/**
 * Whether one of our own pages sent this request. Browsers set `Sec-Fetch-Site` and `Origin` themselves. A request with
 * neither does not come from a page in a current browser, and does not need a cookie. `externalUrl` is the address that
 * people type when a proxy changes the host.
 */
export function isSameOrigin(request: Request, externalUrl: string): boolean {
	const site = request.get('sec-fetch-site');
	if (site !== undefined) {
		return site === 'same-origin';
	}
	const origin = request.get('origin');
	if (origin === undefined) {
		return false;
	}
	return origin === `${request.protocol}://${request.host}` || (URL.canParse(externalUrl) && origin === new URL(externalUrl).origin);
}
