import type {Request} from 'express';

/**
 * Does a page of ours send this request? Browsers set `Sec-Fetch-Site` and `Origin` themselves; a request that carries
 * neither comes from no current browser's page, and does not need a cookie. `externalUrl` is what people type when a
 * proxy changes the host.
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
