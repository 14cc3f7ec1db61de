import {Cancelled, isExpected, UpstreamFailed} from '#shared/errors.ts';
import {type BrowserHostOptions, createBrowserHost} from './browser-host.ts';
import type {FoundBrowser} from './find-browser.ts';
import type {PageVisit, VisitedPage} from './page-visit.ts';
import {type LastSight, timedOut, visitFailure} from './visit-failure.ts';
import {visitPage} from './visit-page.ts';

export interface VisitLimits {
	/** Milliseconds for the whole visit, including the start of the browser. */
	timeoutMs: number;
	signal: AbortSignal;
}

/** Opens pages in a real browser. */
export interface PageOpener {
	/**
	 * Throws an UpstreamFailed of `visit-failure.ts` for a failed visit, Unavailable `browser_missing` or
	 * `browser_failed`, or Cancelled. `sight` holds what was seen until then.
	 */
	open(visit: PageVisit, limits: VisitLimits, sight?: LastSight): Promise<VisitedPage>;
	/** Returns the browser that would be used. Throws Unavailable `browser_missing`. */
	find(): Promise<FoundBrowser>;
	close(): Promise<void>;
}

export const unseen = (): LastSight => ({hasBegun: false, kind: 'none', status: 0, hangs: false});

/** The browser starts only when the first page is opened. */
export function createPageOpener(options: BrowserHostOptions): PageOpener {
	const host = createBrowserHost(options);
	return {
		async open(visit, {timeoutMs, signal}, sight = unseen()) {
			const deadline = AbortSignal.timeout(Math.max(0, Math.round(timeoutMs)));
			const either = AbortSignal.any([deadline, signal]);
			try {
				return await host.use(async running => {
					sight.hasBegun = true;
					try {
						return await visitPage(running, visit, {sight, deadline, caller: signal});
					} catch (error) {
						// A page that did not finish in time may keep its process busy.
						if (deadline.aborted || signal.aborted) {
							host.retire(running);
						}
						throw error;
					}
				}, either);
			} catch (error) {
				throw toExpected(error, {isLate: deadline.aborted && !signal.aborted, sight});
			}
		},
		find: options.find,
		close: host.close,
	};
}

/** Any unexpected error is reported as a crash, because puppeteer throws all kinds of errors when its browser dies. */
function toExpected(error: unknown, {isLate, sight}: {isLate: boolean; sight: LastSight}): Error {
	if (error instanceof Cancelled && isLate) {
		return timedOut(sight);
	}
	return isExpected(error) ? error : visitFailure('page_crashed', '', error);
}

/** Whether another try may succeed, because the page, the browser or the connection failed in a way that may pass. */
export function isPassing(error: unknown): boolean {
	return error instanceof UpstreamFailed && ['page_crashed', 'connection_failed', 'site_failed'].includes(error.code);
}
