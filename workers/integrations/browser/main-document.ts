import type {HTTPResponse, Page} from 'puppeteer';

/** The network's latest answer for the page itself, after redirects and reloads. */
export interface MainDocument {
	/** 0 until there is an answer. */
	status(): number;
	headers(): Record<string, string>;
	/** The address that answered; empty until there is an answer. */
	url(): string;
	/** The method of the page's request; empty until there is an answer. */
	method(): string;
	/** Number of answers so far. */
	answers(): number;
	/** Resets to the state before any answer. */
	forget(): void;
}

/** A redirect counts as an answer only when it leads nowhere; otherwise the page it leads to counts. */
export function followMainDocument(page: Page): MainDocument {
	let latest: HTTPResponse | null = null;
	let answers = 0;
	page.on('response', response => {
		const request = response.request();
		const isRedirect = response.status() >= 300 && response.status() < 400 && 'location' in response.headers();
		if (request.isNavigationRequest() && request.frame() === page.mainFrame() && !isRedirect) {
			latest = response;
			answers += 1;
		}
	});
	return {
		status: () => latest?.status() ?? 0,
		headers: () => latest?.headers() ?? {},
		url: () => latest?.url() ?? '',
		method: () => latest?.request().method() ?? '',
		answers: () => answers,
		forget() {
			latest = null;
			answers = 0;
		},
	};
}
