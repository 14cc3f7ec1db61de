import type {HTTPRequest, Page} from 'puppeteer';

export interface PageGuard {
	/** Images, media and fonts are loaded only where a challenge may need them, because they cost time and traffic. */
	loadEverything: boolean;
	/** Skips style sheets too. */
	withoutStyles: boolean;
}

export interface GuardedPage {
	/** Makes the next request for the page send these URL-encoded fields, as a form does. */
	sendNext(postData: string): void;
}

const heavy: ReadonlySet<string> = new Set(['image', 'media', 'font', 'texttrack']);
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'data:', 'blob:', 'about:']);

/** Closes dialogs by itself and blocks every request that does not use a web scheme. */
export async function guardPage(page: Page, guard: PageGuard): Promise<GuardedPage> {
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
