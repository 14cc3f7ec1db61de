import test, {type ExecutionContext} from 'ava';
import type {SiteOptions} from '#test/challenge-sites/play.ts';
import {type SiteKind, serveChallengeSites, site} from '#test/challenge-sites/serve-challenge-sites.ts';
import {parseTorrentFile} from '#workers/integrations/torrents/torrent-file.ts';
import {solve, userAgent, visit} from './visitor.ts';

async function open(t: ExecutionContext, kind: SiteKind, options: SiteOptions = {}) {
	const opened = await site(kind, options);
	t.teardown(opened.close);
	return opened;
}

const answers: [SiteKind, number, string][] = [
	['plain', 200, 'none'],
	['script', 503, 'edge_challenge'],
	['widget', 403, 'edge_widget'],
	['button', 403, 'edge_challenge'],
	['never', 503, 'edge_challenge'],
	['thrice', 503, 'edge_challenge'],
	['huge-challenge', 503, 'edge_challenge'],
	['windows', 503, 'edge_challenge'],
	['busy', 503, 'edge_challenge'],
	['webdriver', 503, 'edge_challenge'],
	['indexer', 503, 'edge_challenge'],
	['pictures-a', 403, 'captcha_a'],
	['pictures-b', 403, 'captcha_b'],
	['edge-captcha', 403, 'edge_captcha'],
	['blocked', 403, 'blocked'],
];

for (const [kind, status, expected] of answers) {
	test(`the site ${kind} answers ${status}, which is ${expected}`, async t => {
		const {origin} = await open(t, kind);
		const seen = await visit(`${origin}/some/page?q=1`);
		t.is(seen.status, status);
		t.is(seen.detection.blocked ? 'blocked' : seen.detection.kind, expected);
	});
}

test('who has computed gets a cookie, which opens every page to the same user agent and to no other', async t => {
	const {origin, requests, notes} = await open(t, 'script', {workMs: 30});
	const first = await visit(`${origin}/`);
	const cookie = await solve(origin, first.html, {workMs: 30});
	t.regex(cookie ?? '', /^cf_clearance=/);
	t.is((await visit(`${origin}/deep`, {cookie: cookie ?? ''})).status, 200);
	t.is((await visit(`${origin}/`, {cookie: cookie ?? '', 'user-agent': 'Other/1.0'})).status, 503);
	t.is((await visit(`${origin}/`, {cookie: 'cf_clearance=guessed'})).status, 503);
	t.is(await solve(origin, first.html), null);
	t.deepEqual(notes, ['solved', 'refused']);
	t.is(requests[0]?.headers['user-agent'], userAgent);
});

test('who answers too soon has not computed', async t => {
	const {origin} = await open(t, 'script', {workMs: 60_000});
	t.is(await solve(origin, (await visit(`${origin}/`)).html), null);
});

test('a button and a widget do not open to a script alone', async t => {
	for (const kind of ['button', 'widget'] as const) {
		const {origin} = await open(t, kind, {workMs: 0});
		t.is(await solve(origin, (await visit(`${origin}/`)).html), null);
	}
	const {origin} = await open(t, 'button', {workMs: 0});
	t.truthy(await solve(origin, (await visit(`${origin}/`)).html, {extra: {pressed: true}}));
});

test('the frame of a widget gives its token only to a trusted and moving pointer', async t => {
	const {origin} = await open(t, 'widget', {workMs: 0});
	const {html} = await visit(`${origin}/`);
	const frame = /<iframe src="([^"]+)"/.exec(html)?.[1] ?? '';
	const verify = async (body: object) => {
		const reply = await fetch(`${frame}verify`, {method: 'POST', body: JSON.stringify(body)});
		return (await reply.json()) as {token?: string};
	};
	t.not(new URL(frame).origin, origin);
	t.deepEqual(await verify({trusted: false, moves: 9}), {});
	t.deepEqual(await verify({trusted: true, moves: 0}), {});
	t.truthy(await solve(origin, html, {extra: await verify({trusted: true, moves: 9})}));
});

test('a redirect leads to the challenge, and back afterwards', async t => {
	const {origin} = await open(t, 'redirected', {workMs: 0});
	const {status, location} = await visit(`${origin}/list?page=2`);
	t.is(status, 302);
	t.is(location, '/checkpoint?back=%2Flist%3Fpage%3D2');
	const {html, detection} = await visit(origin + location);
	t.is(detection.kind, 'edge_challenge');
	t.is((await visit(`${origin}/list`, {cookie: (await solve(origin, html)) ?? ''})).status, 200);
});

test('a browser that seems driven is told by what it was found out', async t => {
	const {origin, notes} = await open(t, 'webdriver', {workMs: 0});
	const agents = ['HeadlessChrome/1', 'HeadlessChrome/1', 'HeadlessChrome/1'];
	const seen = {driven: [true, false, false], userAgents: agents, brands: ['HeadlessChrome'], hasChrome: false, languages: [0, 0]};
	t.is(await solve(origin, (await visit(`${origin}/`)).html, {extra: {seen}}), null);
	const found = ['driven page', 'headless user agent', 'user agents differ', 'headless brand', 'no window.chrome', 'no languages'];
	t.deepEqual(notes, [...found, 'refused']);
});

test('the indexer behind its door answers caps, searches and torrent files', async t => {
	const {origin} = await open(t, 'indexer', {workMs: 0, apiKey: 'made-up'});
	const cookie = (await solve(origin, (await visit(`${origin}/api?t=caps`)).html)) ?? '';
	t.regex((await visit(`${origin}/api?t=caps`, {cookie})).html, /<caps>/);
	t.regex((await visit(`${origin}/api?t=search`, {cookie})).html, /<error code="100"/);
	const feed = (await visit(`${origin}/api?t=movie&apikey=made-up`, {cookie})).html;
	const address = /<enclosure url="([^"]+)"/.exec(feed)?.[1] ?? '';
	const file = await fetch(address, {headers: {cookie, 'user-agent': userAgent}});
	const torrent = parseTorrentFile(new Uint8Array(await file.arrayBuffer()));
	t.is(torrent.name, 'Lantern.Tide.2019.1080p.WEB-DL.x264-NOVA.mkv');
	t.is(torrent.size, 20_000);
	t.is((await visit(address)).status, 503);
});

test('the huge page is as long as asked, and slow when asked', async t => {
	const fast = await open(t, 'huge', {bytes: 300_000});
	t.true((await visit(`${fast.origin}/`)).html.length > 300_000);
	const slow = await open(t, 'huge', {bytes: 2000, bytesPerSecond: 10_000});
	const start = Date.now();
	await visit(`${slow.origin}/`);
	t.true(Date.now() - start >= 150);
});

test('one site says nothing and another breaks off', async t => {
	const hangs = await open(t, 'hangs');
	const resets = await open(t, 'resets');
	await t.throwsAsync(fetch(hangs.origin, {signal: AbortSignal.timeout(100)}), {name: 'TimeoutError'});
	await t.throwsAsync(fetch(resets.origin));
	t.is(hangs.requests.length, 1);
});

test('all sites open at once, each on its own port', async t => {
	const {sites, close} = await serveChallengeSites();
	t.teardown(close);
	const origins = Object.values(sites).map(({origin}) => origin);
	t.is(new Set(origins).size, origins.length);
	t.is((await visit(sites.plain.origin)).status, 200);
});
