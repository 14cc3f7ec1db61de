import test from 'ava';
import {Cancelled} from '#shared/errors.ts';
import {openWithRetries} from '#workers/captcha/open-with-slot.ts';
import {unseen} from '#workers/integrations/browser/page-opener.ts';
import type {PageVisit} from '#workers/integrations/browser/page-visit.ts';
import {visitFailure} from '#workers/integrations/browser/visit-failure.ts';

/** Milliseconds; of a longer time the first try gets only a share. */
const timeoutMs = 29_000;

const cases = [
	['breaks the connection', visitFailure('connection_failed'), 'three times'],
	['crashes the browser', visitFailure('page_crashed'), 'three times'],
	['asks for a person', visitFailure('needs_person'), 'once'],
	['takes the whole time', visitFailure('timed_out'), 'once'],
	['is given up by its caller', new Cancelled(), 'once'],
] as const;

for (const [what, failure, tries] of cases) {
	test(`a page that ${what} is opened ${tries} where two retries are allowed`, async t => {
		let opened = 0;
		const open = () => {
			opened += 1;
			return Promise.reject(failure);
		};
		const settings = {get: (key: string) => (key === 'captcha.maxRetries' ? 2 : '')};
		const deps = {settings, pageOpener: {open}, externalSolver: {open}} as unknown as Parameters<typeof openWithRetries>[1];
		const limits = {timeoutMs, signal: new AbortController().signal};
		const visit = {url: 'https://site.example/', loadEverything: false} as PageVisit;
		await t.throwsAsync(openWithRetries({visit, limits, sight: unseen()}, deps), {is: failure});
		t.is(opened, tries === 'once' ? 1 : 3);
	});
}
