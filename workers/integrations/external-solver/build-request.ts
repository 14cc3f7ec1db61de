import type {PageVisit} from '../browser/page-visit.ts';

/**
 * Builds the body of a FlareSolverr request. Our guarded proxy is not in use there, so only the
 * upstream proxy is named.
 */
export function buildRequest(
	{url, postData, cookies, proxy, waitMs, withoutStyles, withScreenshot}: PageVisit,
	maxTimeout: number,
): object {
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
