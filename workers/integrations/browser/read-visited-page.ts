import type {BrowserContext, Cookie, Page} from 'puppeteer';
import type {ChallengeKind} from '#shared/domain/captcha/challenge.ts';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import type {PageVisit, VisitedPage} from './page-visit.ts';

/** Characters of a page that are passed on. */
const longestHtml = 8 * 1024 * 1024;
const tokenField = 'input[name="cf-turnstile-response"]';

interface Seen {
	kind: ChallengeKind;
	userAgent: string;
	/** Address of the latest answer. */
	answered: string;
	visit: PageVisit;
}

export async function readVisitedPage(page: Page, {kind, userAgent, answered, visit}: Seen): Promise<VisitedPage> {
	const [cookies, html, screenshot] = await Promise.all([
		cookiesOf(page.browserContext()),
		visit.withHtml ? page.content() : null,
		visit.withScreenshot ? page.screenshot({encoding: 'base64', type: 'png'}) : null,
	]);
	const widgetToken = visit.withHtml
		? await page.$eval(tokenField, input => (input as unknown as {value: string}).value).catch(() => null)
		: null;
	return {
		kind,
		// For a download, the browser stays on an internal page.
		url: /^https?:/.test(page.url()) ? page.url() : answered,
		userAgent,
		cookies,
		html: html?.slice(0, longestHtml) ?? null,
		screenshot,
		widgetToken: widgetToken || null,
	};
}

async function cookiesOf(context: BrowserContext): Promise<BrowserCookie[]> {
	return (await context.cookies()).map(toBrowserCookie);
}

function toBrowserCookie({name, value, domain, path, expires, httpOnly, secure, sameSite}: Cookie): BrowserCookie {
	return {name, value, domain, path, expires, httpOnly: httpOnly ?? false, secure, sameSite: sameSite ?? null};
}
