import type {ExecutionContext} from 'ava';
import type {OpenedPage, OpenPageAnswer, PageToOpen} from '#shared/jobs/captcha.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import {answerJobs} from './answer-jobs.ts';
import {buildCookie} from './build-clearance.ts';
import {type Answer, type Served, serve} from './serve.ts';

export const gateUrl = 'https://gate.test/account?key=tell-nobody';

export function buildPage(overrides: Partial<OpenedPage> = {}): OpenedPage {
	return {
		kind: 'none',
		url: gateUrl,
		html: '<title>Account</title>',
		cookies: [buildCookie()],
		userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0 Safari/537.36',
		screenshot: null,
		widgetToken: null,
		...overrides,
	};
}

export interface AskedPage {
	page: PageToOpen;
	/** When the solver must be done, by the clock of Redis, in milliseconds since 1970. */
	deadline: number;
}

/** How the test's browser answers a page: the opened page, or a failure. */
export type Browse = (page: PageToOpen) => Partial<OpenedPage> | {failure: NonNullable<OpenPageAnswer['failure']>};

export interface ServedBrowser extends Served {
	asked: AskedPage[];
	/** Sends a command to `POST /v1` with the main key. */
	send(command: object): Promise<Answer>;
}

/** A served application whose worker has a fake browser. */
export async function withBrowser(t: ExecutionContext, browse: Browse = () => ({})): Promise<ServedBrowser> {
	const served = await serve(t);
	const {secrets, pageCache} = served.deps;
	const asked: AskedPage[] = [];
	await answerJobs(t, served, {
		openPage: async ({sealed, deadline}) => {
			const page = openPayload<PageToOpen>({name: 'open-page'}, sealed, secrets);
			asked.push({page, deadline});
			const seen = browse(page);
			return 'failure' in seen ? {pageId: null, failure: seen.failure} : {pageId: await pageCache.leave(buildPage(seen)), failure: null};
		},
	});
	return {...served, asked, send: command => served.call('POST /v1', {body: command})};
}
