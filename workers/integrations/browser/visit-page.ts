import type {BrowserContext, Cookie, HTTPRequest, Page} from 'puppeteer';
import {every, orCancelled, wait} from '#shared/coordination/wait.ts';
import type {ChallengeKind} from '#shared/domain/captcha/challenge.ts';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import {Cancelled} from '#shared/errors.ts';
import {awaitOpenPage} from './await-open-page.ts';
import {type GuardedProxy, openGuardedProxy} from './guarded-proxy.ts';
import type {RunningBrowser} from './launch-browser.ts';
import {followMainDocument, type MainDocument} from './main-document.ts';
import type {PageVisit, VisitedPage} from './page-visit.ts';
import {type LastSight, networkFailure, proxyFailure, timedOut, visitFailure} from './visit-failure.ts';

/** Bytes that a whole visit may load from the network. */
const maxBytes = 32 * 1024 * 1024;
const countMs = 200;
/** Milliseconds a page has to close before its browser is killed. */
const closeMs = 1500;

/**
 * Opens a page with its own profile and its own proxy, and waits until no challenge is left. `sight` shows what was
 * seen, also for a failed visit. Throws UpstreamFailed (see `visit-failure.ts`), also `timed_out` when `deadline`
 * aborts; Cancelled when `caller` aborts.
 */
export async function visitPage(
	running: RunningBrowser,
	visit: PageVisit,
	{sight, deadline, caller}: {sight: LastSight; deadline: AbortSignal; caller: AbortSignal},
): Promise<VisitedPage> {
	const proxy = await openGuardedProxy(visit.proxy);
	const ended = new AbortController();
	const stop = AbortSignal.any([deadline, caller, ended.signal]);
	const endCounting = every(countMs, () => proxy.bytes() > maxBytes && ended.abort(visitFailure('too_large')));
	let context: BrowserContext | null = null;
	// A browser that dies sends no close event for its pages.
	const crashed = () => ended.abort(visitFailure('page_crashed'));
	running.browser.once('disconnected', crashed);
	try {
		context = await orCancelled(openContext(running, proxy), stop);
		const page = await orCancelled(context.newPage(), stop);
		page.on('error', error => ended.abort(visitFailure('page_crashed', '', error)));
		page.on('close', crashed);
		return await visitWith(page, {running, visit, proxy, sight, stop});
	} catch (error) {
		throw ended.signal.aborted ? ended.signal.reason : reasonOf(error, {sight, deadline, caller});
	} finally {
		endCounting();
		running.browser.off('disconnected', crashed);
		await closeContext(context, running);
		await proxy.close();
	}
}

function reasonOf(error: unknown, {sight, deadline, caller}: {sight: LastSight; deadline: AbortSignal; caller: AbortSignal}): unknown {
	if (caller.aborted) {
		return new Cancelled();
	}
	return deadline.aborted ? timedOut(sight) : error;
}

function openContext({browser}: RunningBrowser, proxy: GuardedProxy): Promise<BrowserContext> {
	// By default, Chromium bypasses the proxy for loopback addresses.
	return browser.createBrowserContext({proxyServer: proxy.url, proxyBypassList: ['<-loopback>'], downloadBehavior: {policy: 'deny'}});
}

async function visitWith(page: Page, visiting: Omit<VisitContext, 'guarded'> & {running: RunningBrowser}): Promise<VisitedPage> {
	const {running, visit, sight, stop} = visiting;
	const {postData, cookies, waitMs} = visit;
	const document = followMainDocument(page);
	const guarded = await orCancelled(guardPage(page, visit), stop);
	await orCancelled(setCookies(page, cookies), stop);
	await loadUntilOpen(page, document, {...visiting, guarded});
	// A challenge that intercepted the form loses it, unless it submits the form again by itself.
	if (postData !== null && sight.kind !== 'none' && document.method() !== 'POST') {
		const solved = sight.kind;
		document.forget();
		await loadUntilOpen(page, document, {...visiting, guarded});
		sight.kind = solved;
	}
	await wait(waitMs, stop);
	// The page may have navigated elsewhere in the meantime.
	const refusal = refusalOf(document, visiting);
	if (refusal) {
		throw refusal;
	}
	return orCancelled(readVisitedPage(page, {kind: sight.kind, userAgent: running.userAgent, answered: document.url(), visit}), stop);
}

/** If the page cannot be closed in time, its browser is killed. */
async function closeContext(context: BrowserContext | null, running: RunningBrowser): Promise<void> {
	const closed = context
		? context.close().then(
				() => true,
				() => false,
			)
		: Promise.resolve(true);
	const limit = new Promise<boolean>(resolve => setTimeout(resolve, closeMs, false).unref());
	if (!(await Promise.race([closed, limit]))) {
		await running.kill();
	}
}

/** A visit in progress. */
interface VisitContext {
	visit: PageVisit;
	proxy: GuardedProxy;
	guarded: GuardedPage;
	sight: LastSight;
	stop: AbortSignal;
}

/** Loads the page and resolves when no challenge is left. */
async function loadUntilOpen(page: Page, document: MainDocument, context: VisitContext): Promise<void> {
	const {visit, guarded, sight, stop} = context;
	if (visit.postData !== null) {
		guarded.sendNext(visit.postData);
	}
	const loading = load(page, document, context);
	const opened = awaitOpenPage(
		{
			page,
			document,
			sight,
			takesFailures: visit.takesFailures,
			reload: () => load(page, document, context),
			networkFailure: () => refusalOf(document, context),
		},
		stop,
	);
	// A page that never arrives fails. One that has arrived is judged by what it shows.
	await Promise.race([opened, loading.then(() => opened)]);
}

/**
 * Checks whether our proxy answered instead of the site. For a plain http page, the proxy can report
 * a failure only this way.
 */
function refusalOf(document: MainDocument, {visit, proxy}: Pick<VisitContext, 'visit' | 'proxy'>): Error | null {
	const hasProxy = visit.proxy.upstream !== null;
	const known = [403, 502].includes(document.status()) ? proxy.failureAt(document.url()) : null;
	return known === null ? proxyFailure(document.status(), hasProxy) : networkFailure(null, {known, hasProxy});
}

/** Loads the page. A load that is cut off because the page navigates on, or offers a download, is not a failure. */
async function load(
	page: Page,
	document: MainDocument,
	{
		visit: {
			url,
			proxy: {upstream},
		},
		proxy,
	}: VisitContext,
): Promise<void> {
	try {
		await page.goto(url, {waitUntil: 'domcontentloaded', timeout: 0});
	} catch (error) {
		const isCutOff = /ERR_ABORTED|frame was detached|Navigating frame/i.test(String(error)) && document.answers() > 0;
		if (!isCutOff && !page.isClosed()) {
			throw networkFailure(error, {known: proxy.failureAt(url), hasProxy: upstream !== null});
		}
	}
}

/** Adds cookies to the profile of a page. Cookies come from outside, so one that the browser rejects is skipped. */
async function setCookies(page: Page, cookies: readonly BrowserCookie[]): Promise<void> {
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

async function readVisitedPage(page: Page, {kind, userAgent, answered, visit}: Seen): Promise<VisitedPage> {
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

interface PageGuard {
	/** Images, media and fonts are loaded only where a challenge may need them, because they cost time and traffic. */
	loadEverything: boolean;
	/** Skips style sheets too. */
	withoutStyles: boolean;
}

interface GuardedPage {
	/** Makes the next request for the page send these URL-encoded fields, as a form does. */
	sendNext(postData: string): void;
}

const heavy: ReadonlySet<string> = new Set(['image', 'media', 'font', 'texttrack']);
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'data:', 'blob:', 'about:']);

/** Closes dialogs by itself and blocks every request that does not use a web scheme. */
async function guardPage(page: Page, guard: PageGuard): Promise<GuardedPage> {
	page.on('dialog', dialog => {
		// Staying on the page would keep a challenge from reloading it.
		const answer = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
		answer.catch(() => {});
	});
	let postData: string | null = null;
	page.on('request', request => {
		const body = postData !== null && isPage(request, page) ? postData : null;
		postData = body === null ? postData : null;
		answer(request, guard, body).catch(() => {});
	});
	await page.setRequestInterception(true);
	return {
		sendNext(fields) {
			postData = fields;
		},
	};
}

function isPage(request: HTTPRequest, page: Page): boolean {
	return request.isNavigationRequest() && request.frame() === page.mainFrame();
}

async function answer(request: HTTPRequest, {loadEverything, withoutStyles}: PageGuard, postData: string | null): Promise<void> {
	const type = request.resourceType();
	const isHeavy = heavy.has(type) && !loadEverything;
	const isStyle = type === 'stylesheet' && withoutStyles;
	if (isHeavy || isStyle || !schemes.has(URL.parse(request.url())?.protocol ?? '')) {
		return request.abort('blockedbyclient');
	}
	if (postData === null) {
		return request.continue();
	}
	const headers = {...request.headers(), 'content-type': 'application/x-www-form-urlencoded'};
	return request.continue({method: 'POST', postData, headers});
}
