import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import type {OpenedPage} from '#shared/jobs/captcha/open-page.ts';

/** What a command answers beside what every answer has. */
export interface Answer {
	message: string;
	session?: string;
	sessions?: string[];
	solution?: ReturnType<typeof presentSolution>;
}

/** The page's own status and headers cannot be told, as FlareSolverr cannot. */
export function presentSolution(page: OpenedPage, {onlyCookies}: {onlyCookies: boolean}) {
	return {
		url: page.url,
		status: 200,
		cookies: page.cookies.map(presentCookie),
		userAgent: page.userAgent,
		headers: onlyCookies ? null : {},
		response: onlyCookies ? null : page.html,
		...(page.screenshot !== null && {screenshot: page.screenshot}),
		...(page.widgetToken !== null && {turnstile_token: page.widgetToken}),
	};
}

/** The end of a cookie under both names that programs read; one that lasts as long as the browser has no `expiry`. */
function presentCookie({name, value, domain, path, expires, httpOnly, secure, sameSite}: BrowserCookie) {
	const end = expires < 0 ? -1 : Math.floor(expires);
	return {
		name,
		value,
		domain,
		path,
		...(end >= 0 && {expiry: end}),
		expires: end,
		httpOnly,
		secure,
		// What a browser does without word from the site.
		sameSite: sameSite ?? 'Lax',
	};
}
