import {readdirSync} from 'node:fs';
import test from 'ava';
import {detectChallenge} from '#shared/captcha/detect-challenge.ts';
import type {ChallengeKind} from '#shared/domain/captcha/challenge.ts';
import {challengePage} from './challenge-pages.ts';

const cloudflare = {server: 'cloudflare'};

/** The page in the fixtures, the status it comes with, what it is. */
const rows: [string, number, ChallengeKind | 'blocked', Record<string, string>?][] = [
	['edge-challenge-current', 403, 'edge_challenge', cloudflare],
	['edge-challenge-other-language', 403, 'edge_challenge'],
	['edge-challenge-older', 503, 'edge_challenge'],
	['edge-challenge-text', 503, 'edge_challenge'],
	['edge-challenge-title', 503, 'edge_challenge'],
	['edge-challenge-words', 403, 'edge_challenge', cloudflare],
	// The button belongs to the script's own proof of work; a widget of the provider is nowhere on the page.
	['edge-challenge-button', 403, 'edge_challenge'],
	['edge-challenge-spinner', 503, 'edge_challenge', cloudflare],
	['ddos-guard', 403, 'edge_challenge'],
	['ddos-guard-captcha', 403, 'edge_captcha'],
	['older-guard', 200, 'edge_challenge', {vary: 'Accept-Encoding,User-Agent'}],
	['sucuri', 200, 'edge_challenge'],
	['imperva', 200, 'edge_challenge'],
	['aws-challenge', 202, 'edge_challenge'],
	['aws-captcha', 405, 'edge_captcha'],
	['akamai', 200, 'edge_challenge'],
	['vercel', 429, 'edge_challenge'],
	['siteground', 202, 'edge_challenge'],
	['anubis', 200, 'edge_challenge'],
	['go-away', 200, 'edge_challenge'],
	['datadome-check', 403, 'edge_challenge'],
	['datadome-captcha', 403, 'edge_captcha'],
	['press-and-hold', 403, 'edge_captcha'],
	['edge-captcha-hcaptcha', 403, 'edge_captcha'],
	['edge-captcha-container', 403, 'edge_captcha'],
	['edge-captcha-moment', 403, 'edge_captcha'],
	['edge-widget-wrapper', 403, 'edge_widget'],
	['edge-widget-own', 403, 'edge_widget'],
	['edge-widget-frame', 200, 'edge_widget'],
	['captcha-a', 200, 'captcha_a'],
	['captcha-a-rendered', 403, 'captcha_a'],
	['captcha-b', 429, 'captcha_b'],
	['captcha-b-rendered', 200, 'captcha_b'],
	['datadome-block', 403, 'blocked'],
	['blocked-1020', 403, 'blocked'],
	['blocked-1015', 429, 'blocked'],
	['blocked-label', 403, 'blocked'],
	['blocked-firewall', 403, 'blocked'],
	['blocked-akamai', 403, 'blocked'],
	['blocked-sucuri', 403, 'blocked'],
	['plain-article', 200, 'none', cloudflare],
	['plain-quotes', 200, 'none', cloudflare],
	['plain-comment-form', 200, 'none'],
	['plain-login', 200, 'none'],
	['plain-contact', 200, 'none'],
	['plain-invisible', 200, 'none'],
	['plain-detections', 200, 'none', cloudflare],
	['plain-spinner', 200, 'none', cloudflare],
	['plain-forbidden', 403, 'none', cloudflare],
	['plain-members-only', 403, 'none'],
	['plain-error-522', 522, 'none', cloudflare],
	['plain-error-521', 521, 'none', cloudflare],
	['plain-error-1016', 530, 'none', cloudflare],
	['plain-drawing', 200, 'none'],
];

for (const [name, status, expected, headers] of rows) {
	test(`the page ${name} is ${expected}`, t => {
		const detection = detectChallenge(challengePage(name, status, headers));
		t.deepEqual(detection, expected === 'blocked' ? {kind: 'none', blocked: true} : {kind: expected, blocked: false});
	});
}

test('every page of the fixtures has its row', t => {
	const files = readdirSync(new URL('../../fixtures/challenge-pages/', import.meta.url));
	t.deepEqual(files.sort(), rows.map(([name]) => `${name}.html`).sort());
});

test('a login page stays a login page when it answers 401 or 403', t => {
	for (const status of [401, 403]) {
		t.deepEqual(detectChallenge(challengePage('plain-login', status)), {kind: 'none', blocked: false});
	}
});

test('a long page that answers well is what we came for, whatever its title', t => {
	const article = challengePage('plain-article', 200);
	for (const title of ['Just a moment...', 'DDoS-Guard', 'Access denied', 'Attention Required! | Cloudflare']) {
		const html = article.html.replace('Harbour notes', title);
		t.deepEqual(detectChallenge({...article, html}), {kind: 'none', blocked: false});
	}
});

test('a page that quotes the marks is none when it answers 403 too', t => {
	t.is(detectChallenge(challengePage('plain-quotes', 403)).kind, 'none');
});

const title = 'Just a moment...';
const quiet: [string, string | undefined, string][] = [
	['a feed', 'application/rss+xml', `<?xml version="1.0"?><rss><channel><item><title>${title}</title></item></channel></rss>`],
	['a feed labelled as a page', 'text/html', `<?xml version="1.0"?><rss><channel><title>${title}</title></channel></rss>`],
	['a feed without a label', undefined, `<rss><channel><title>${title}</title></channel></rss>`],
	['an answer in JSON', 'application/json', JSON.stringify({title, html: '<div id="cf-challenge-running"></div>'})],
	['an answer in JSON without a label', undefined, JSON.stringify([`<title>${title}</title>`])],
	['JSON as a browser shows it', 'application/json', `<html><body><pre>{"title": "${title}"}</pre></body></html>`],
	['a torrent', 'application/x-bittorrent', `d8:announce30:<title>${title}</title>e`],
	['a file without a label', undefined, `\0\u0001<title>${title}</title>`],
	['an empty reply', undefined, ''],
];

for (const [name, type, html] of quiet) {
	test(`${name} is no challenge`, t => {
		const headers: Record<string, string> = type === undefined ? {} : {'content-type': type};
		for (const status of [200, 403, 503]) {
			t.deepEqual(detectChallenge({status, headers: {...headers, ...cloudflare}, html}), {kind: 'none', blocked: false});
		}
	});
}

const headerRows: [string, string, ChallengeKind | 'blocked'][] = [
	['cf-mitigated', 'challenge', 'edge_challenge'],
	['x-amzn-waf-action', 'challenge', 'edge_challenge'],
	['x-amzn-waf-action', 'captcha', 'edge_captcha'],
	['x-vercel-mitigated', 'challenge', 'edge_challenge'],
	['x-vercel-mitigated', 'deny', 'blocked'],
	['sg-captcha', 'challenge', 'edge_challenge'],
];

for (const [name, value, expected] of headerRows) {
	test(`the header ${name}: ${value} tells ${expected} without a page`, t => {
		const {kind, blocked} = detectChallenge({status: 403, headers: {[name]: value}, html: ''});
		t.is(blocked ? 'blocked' : kind, expected);
	});
}

test('a widget or a captcha says more than the header that tells of a challenge', t => {
	const headers = {'cf-mitigated': 'challenge'};
	t.is(detectChallenge(challengePage('edge-widget-own', 403, headers)).kind, 'edge_widget');
	t.is(detectChallenge(challengePage('captcha-a', 403, headers)).kind, 'edge_captcha');
});

test('a block told in plain text is a block, and trouble of the site told so is none', t => {
	const headers = {'content-type': 'text/plain'};
	const shown = '<html><head></head><body><pre style="white-space: pre-wrap;">error code: 1020</pre></body></html>';
	t.true(detectChallenge({status: 403, headers, html: 'error code: 1020'}).blocked);
	t.true(detectChallenge({status: 403, headers, html: shown}).blocked);
	t.false(detectChallenge({status: 522, headers, html: 'error code: 522'}).blocked);
});
