import test, {type ExecutionContext} from 'ava';
import {pino} from 'pino';
import type {BrowserHostOptions} from '#workers/integrations/browser/browser-host.ts';
import {type FoundBrowser, findBrowser} from '#workers/integrations/browser/find-browser.ts';
import {createPageOpener, type PageOpener} from '#workers/integrations/browser/page-opener.ts';
import type {PageVisit} from '#workers/integrations/browser/page-visit.ts';
import {lastCollector} from './together/collectors.ts';

/** Null if the machine has no Chromium. */
export const installedBrowser: FoundBrowser | null = await findBrowser({
	setting: '',
	variable: process.env['BROWSER_PATH'] ?? null,
	path: process.env['PATH'] ?? '',
}).catch(() => null);

/** A test that needs a real browser; without one it is reported as skipped. */
export function browserTest(title: string, run: (t: ExecutionContext) => Promise<void>): void {
	const declare = lastCollector() ?? test;
	(installedBrowser ? declare : declare.skip)(title, run);
}

/** Options of a host or opener that uses this machine's browser. */
export function browserOptions(overrides: Partial<BrowserHostOptions> = {}): BrowserHostOptions {
	const find = async () => {
		if (!installedBrowser) {
			throw new Error('Use browserTest for a test that needs a browser.');
		}
		return installedBrowser;
	};
	return {find, headless: () => true, named: () => '', log: pino({level: 'silent'}), ...overrides};
}

/** Opens pages with the test's own browser. */
export function withPageOpener(t: ExecutionContext, overrides: Partial<BrowserHostOptions> = {}): PageOpener {
	const opener = createPageOpener(browserOptions(overrides));
	t.teardown(opener.close);
	return opener;
}

/** A visit to a loopback page; only this host and port may be private. */
export function visitTo(url: string, overrides: Partial<PageVisit> = {}): PageVisit {
	return {
		url,
		postData: null,
		cookies: [],
		proxy: {rules: {allowPrivate: false, allowedHost: new URL(url).host}, upstream: null, upstreamMayBePrivate: true},
		loadEverything: false,
		withoutStyles: false,
		takesFailures: false,
		waitMs: 0,
		withHtml: true,
		withScreenshot: false,
		...overrides,
	};
}

/** A time limit without a way to cancel. */
export function within(timeoutMs: number) {
	return {timeoutMs, signal: new AbortController().signal};
}

/**
 * Limits how many functions run at a time. AVA starts all tests of a file at once, and a browser with twenty pages
 * slows them all down.
 */
export function atMost(places: number): <T>(work: () => Promise<T>) => Promise<T> {
	const waiting: (() => void)[] = [];
	let free = places;
	return async work => {
		if (free > 0) {
			free -= 1;
		} else {
			await new Promise<void>(resolve => waiting.push(resolve));
		}
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) {
				next();
			} else {
				free += 1;
			}
		}
	};
}
