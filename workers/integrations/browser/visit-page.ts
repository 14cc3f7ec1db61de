import type {BrowserContext, Page} from 'puppeteer';
import {every, orCancelled, wait} from '#shared/coordination/wait.ts';
import {Cancelled} from '#shared/errors.ts';
import {comeIn, type Passage, refusalOf} from './come-in.ts';
import {guardPage} from './guard-page.ts';
import type {RunningBrowser} from './launch-browser.ts';
import {followMainDocument} from './main-document.ts';
import {type GuardedProxy, openGuardedProxy} from './network/guarded-proxy.ts';
import type {PageVisit, VisitedPage} from './page-visit.ts';
import {readVisitedPage} from './read-visited-page.ts';
import {setCookies} from './set-cookies.ts';
import {type LastSight, timedOut, visitFailure} from './visit-failure.ts';

/** Bytes that a whole visit may load from the network. */
const mostBytes = 32 * 1024 * 1024;
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
	const endCounting = every(countMs, () => proxy.bytes() > mostBytes && ended.abort(visitFailure('too_large')));
	let context: BrowserContext | null = null;
	// A browser that dies sends no close event for its pages.
	const crashed = () => ended.abort(visitFailure('page_crashed'));
	running.browser.once('disconnected', crashed);
	try {
		context = await orCancelled(openContext(running, proxy), stop);
		const page = await orCancelled(context.newPage(), stop);
		page.on('error', error => ended.abort(visitFailure('page_crashed', '', error)));
		page.on('close', crashed);
		return await passThrough(page, {running, visit, proxy, sight, stop});
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

async function passThrough(page: Page, passage: Omit<Passage, 'guarded'> & {running: RunningBrowser}): Promise<VisitedPage> {
	const {running, visit, sight, stop} = passage;
	const {postData, cookies, waitMs} = visit;
	const document = followMainDocument(page);
	const guarded = await orCancelled(guardPage(page, visit), stop);
	await orCancelled(setCookies(page, cookies), stop);
	await comeIn(page, document, {...passage, guarded});
	// A challenge that intercepted the form loses it, unless it submits the form again by itself.
	if (postData !== null && sight.kind !== 'none' && document.method() !== 'POST') {
		const solved = sight.kind;
		document.forget();
		await comeIn(page, document, {...passage, guarded});
		sight.kind = solved;
	}
	await wait(waitMs, stop);
	// The page may have navigated elsewhere in the meantime.
	const refusal = refusalOf(document, passage);
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
