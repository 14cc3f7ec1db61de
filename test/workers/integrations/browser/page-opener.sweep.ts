import test, {type ExecutionContext} from 'ava';
import type {ChallengeKind} from '#shared/domain/captcha/challenge.ts';
import {Cancelled, UpstreamFailed} from '#shared/errors.ts';
import type {SiteOptions} from '#test/challenge-sites/play.ts';
import {type SiteKind, site} from '#test/challenge-sites/serve-challenge-sites.ts';
import {atMost, browserOptions, browserTest, visitTo, within, withPageOpener} from '#test/helpers/browser.ts';
import {createPageOpener, unseen} from '#workers/integrations/browser/page-opener.ts';

const shared = createPageOpener(browserOptions());
test.after.always(() => shared.close());
const takingSlot = atMost(2);

async function open(t: ExecutionContext, kind: SiteKind, options: SiteOptions = {}) {
	const opened = await site(kind, options);
	t.teardown(opened.close);
	return opened;
}

const anywhere = {proxy: {rules: {allowPrivate: true, allowedHost: null}, upstream: null, upstreamMayBePrivate: true}};

const solved: Partial<Record<SiteKind, ChallengeKind>> = {
	script: 'edge_challenge',
	widget: 'edge_widget',
	button: 'edge_challenge',
	thrice: 'edge_challenge',
	redirected: 'edge_challenge',
	windows: 'edge_challenge',
	webdriver: 'edge_challenge',
};

for (const [kind, reported] of Object.entries(solved) as [SiteKind, ChallengeKind][]) {
	browserTest(`the site ${kind} is solved, and leaves its cookie and the user agent that earned it`, async t => {
		const {origin, requests, notes} = await open(t, kind, {workMs: 700});
		// The frame of the widget has a port of its own.
		const visit = kind === 'widget' ? visitTo(`${origin}/deep/page?q=1`, anywhere) : visitTo(`${origin}/deep/page?q=1`);
		const page = await takingSlot(() => shared.open(visit, within(300_000)));
		t.is(page.kind, reported);
		t.is(page.url, `${origin}/deep/page?q=1`);
		t.regex(page.html ?? '', /id="inside"/);
		t.deepEqual(notes, ['solved']);
		const [cookie, ...others] = page.cookies.filter(({name}) => name === 'cf_clearance');
		t.deepEqual(others, []);
		t.like(cookie, {domain: '127.0.0.1', path: '/', httpOnly: true, secure: false, sameSite: 'Lax'});
		t.true((cookie?.expires ?? 0) > Date.now() / 1000);
		t.deepEqual([...new Set(requests.map(({headers}) => headers['user-agent']))], [page.userAgent]);
		t.notRegex(page.userAgent, /headless/i);
		const reply = await fetch(`${origin}/`, {headers: {cookie: `cf_clearance=${cookie?.value}`, 'user-agent': page.userAgent}});
		t.is(reply.status, 200);
	});
}

const hopeless: Partial<Record<SiteKind, [string, RegExp]>> = {
	never: ['timed_out', /edge_challenge\) was still there/],
	busy: ['timed_out', /./],
	hangs: ['timed_out', /did not answer/],
	resets: ['connection_failed', /broke the connection/],
	huge: ['too_large', /./],
	'huge-challenge': ['too_large', /./],
	'pictures-a': ['needs_person', /captcha_a/],
	'pictures-b': ['needs_person', /captcha_b/],
	'edge-captcha': ['needs_person', /edge_captcha/],
	blocked: ['blocked', /banned/],
};
/** Their pages may take the browser along, and with it the visits of other tests. */
const rough: SiteKind[] = ['busy', 'huge', 'huge-challenge'];

for (const [kind, [code, message]] of Object.entries(hopeless) as [SiteKind, [string, RegExp]][]) {
	browserTest(`the site ${kind} ends in time as ${code}`, async t => {
		const {origin} = await open(t, kind);
		const opener = rough.includes(kind) ? withPageOpener(t) : shared;
		const timeoutMs = code === 'timed_out' ? 6000 : 300_000;
		await takingSlot(async () => {
			await t.throwsAsync(opener.open(visitTo(origin), within(timeoutMs)), {instanceOf: UpstreamFailed, code, message});
		});
	});
}

browserTest('a page without a challenge is open at once, and given as it was asked for', async t => {
	const {origin} = await open(t, 'plain');
	const page = await takingSlot(() => shared.open(visitTo(`${origin}/?a=1#there`), within(300_000)));
	t.like(page, {kind: 'none', url: `${origin}/?a=1#there`, cookies: [], screenshot: null, widgetToken: null});
	t.is((await takingSlot(() => shared.open(visitTo(origin, {withHtml: false}), within(300_000)))).html, null);
});

browserTest('whoever stops a visit gets Cancelled, soon', async t => {
	const {origin, requests} = await open(t, 'never');
	await takingSlot(async () => {
		const stop = new AbortController();
		const visit = shared.open(visitTo(origin), {timeoutMs: 600_000, signal: stop.signal});
		const polled = setInterval(() => requests.some(({path}) => path.includes('poll')) && stop.abort(), 50);
		await t.throwsAsync(visit, {instanceOf: Cancelled});
		clearInterval(polled);
	});
});

browserTest('what was seen of a challenge is told of a failure too', async t => {
	const {origin} = await open(t, 'never');
	const sight = unseen();
	await t.throwsAsync(
		takingSlot(() => shared.open(visitTo(origin), within(5000), sight)),
		{code: 'timed_out'},
	);
	t.like(sight, {kind: 'edge_challenge', status: 503, hangs: false});
});

browserTest('nothing is begun when the time is over before it has begun', async t => {
	const {origin, requests} = await open(t, 'plain');
	await t.throwsAsync(shared.open(visitTo(origin), within(0)), {code: 'timed_out'});
	t.is(requests.length, 0);
});
