import type {Page} from 'puppeteer';
import {awaitOpenPage} from './await-open-page.ts';
import type {GuardedPage} from './guard-page.ts';
import type {MainDocument} from './main-document.ts';
import type {GuardedProxy} from './network/guarded-proxy.ts';
import type {PageVisit} from './page-visit.ts';
import {type LastSight, networkFailure, proxyFailure} from './visit-failure.ts';

/** A visit in progress. */
export interface Passage {
	visit: PageVisit;
	proxy: GuardedProxy;
	guarded: GuardedPage;
	sight: LastSight;
	stop: AbortSignal;
}

/** Loads the page and resolves when no challenge is left. */
export async function comeIn(page: Page, document: MainDocument, passage: Passage): Promise<void> {
	const {visit, guarded, sight, stop} = passage;
	if (visit.postData !== null) {
		guarded.sendNext(visit.postData);
	}
	const arrival = arrive(page, document, passage);
	const opened = awaitOpenPage(
		{
			page,
			document,
			sight,
			takesFailures: visit.takesFailures,
			reload: () => arrive(page, document, passage),
			networkFailure: () => refusalOf(document, passage),
		},
		stop,
	);
	// A page that never arrives fails. One that has arrived is judged by what it shows.
	await Promise.race([opened, arrival.then(() => opened)]);
}

/**
 * Checks whether our proxy answered instead of the site. For a plain http page, the proxy can report
 * a failure only this way.
 */
export function refusalOf(document: MainDocument, {visit, proxy}: Pick<Passage, 'visit' | 'proxy'>): Error | null {
	const hasProxy = visit.proxy.upstream !== null;
	const known = [403, 502].includes(document.status()) ? proxy.failureAt(document.url()) : null;
	return known === null ? proxyFailure(document.status(), hasProxy) : networkFailure(null, {known, hasProxy});
}

/** Loads the page. A load that is cut off because the page navigates on, or offers a download, is not a failure. */
async function arrive(
	page: Page,
	document: MainDocument,
	{
		visit: {
			url,
			proxy: {upstream},
		},
		proxy,
	}: Passage,
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
