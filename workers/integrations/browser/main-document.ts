import type {HTTPResponse, Page} from 'puppeteer';

/** What the network answered for the page itself, the latest after redirects and reloads. */
export interface MainDocument {
	/** 0 while nothing has been answered. */
	status(): number;
	headers(): Record<string, string>;
	/** Where it came from; empty while nothing has been answered. */
	url(): string;
	/** Of the request as the page made it; empty while nothing has been answered. */
	method(): string;
	/** Rises with each answer. */
	answers(): number;
	/** As if nothing had been answered yet. */
	forget(): void;
}

/** A redirect is no answer: the page that it leads to is. One that leads nowhere is. */
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
