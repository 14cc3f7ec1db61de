import test, {type ExecutionContext} from 'ava';
import {TooMany} from '#shared/errors.ts';
import {account, privateSite, type SiteParts, siteDefinition} from '#test/helpers/fakes/private-site.ts';
import {indexerDeps, indexerSettings} from '#test/helpers/indexer-fixtures.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {siteDeps} from '#test/helpers/site-deps.ts';
import {downloadFromSite} from '#workers/integrations/indexers/definition/download-from-site.ts';
import {fetchRelease} from '#workers/integrations/indexers/fetch-release.ts';

const {signal} = new AbortController();

async function withSite(t: ExecutionContext, parts: SiteParts = {}, given: Record<string, string> = account) {
	const site = await privateSite(t);
	const deps = indexerDeps(t, {sites: await siteDeps(t, {meadow: siteDefinition(site.url, parts)})});
	const settings = {...indexerSettings({kind: 'definition', url: site.url, definition: 'meadow', settings: given})};
	const fromSite = (url: string) => downloadFromSite(url, settings, deps, signal);
	const fetch = (downloadUrl: string, protocol: 'torrent' | 'usenet' = 'torrent') =>
		fetchRelease(
			{release: {protocol, downloadUrl, magnetUrl: null}, indexerUrl: site.url, apiKey: null, signal},
			{...deps, allowPrivate: () => true, fromSite},
		);
	return {site, fetch, link: `${site.url}/file?id=1`, page: `${site.url}/page?id=1`};
}

const selector = (text: string) => `{selector: ${text}, attribute: href}`;

test('a torrent is fetched with the session, and again when the site has forgotten it', async t => {
	const {site, fetch, link} = await withSite(t);
	const {torrent, infoHash} = await fetch(link);
	t.truthy(torrent);
	t.is(infoHash, site.infoHash);
	t.deepEqual(site.paths(), ['/enter', '/take-login', '/index', '/file']);
	site.forgetAll();
	site.heard.length = 0;
	t.is((await fetch(link)).infoHash, site.infoHash);
	t.deepEqual(site.paths(), ['/file', '/enter', '/enter', '/take-login', '/index', '/file']);
});

test('the first selector that leads to a file counts', async t => {
	const download = `download:\n  selectors: [${selector('a.none')}, ${selector('a.bye')}, ${selector('a.file')}]`;
	const {site, fetch, page} = await withSite(t, {download});
	t.is((await fetch(page)).infoHash, site.infoHash);
	t.deepEqual(site.paths().slice(3), ['/page', '/bye', '/file']);
});

test('a page without a link says so', async t => {
	const {fetch, page} = await withSite(t, {download: `download:\n  selectors: [${selector('a.none')}]`});
	await t.throwsAsync(fetch(page), {code: 'definition_unusable', message: /no selector of the download/});
});

test('a limit of downloads is told in the words of the site, after one request for the file and no other login', async t => {
	const words = 'Your daily limit of downloads is reached';
	for (const [status, type, body] of [
		[200, 'text/html', `<html><body><p>${words}</p></body></html>`],
		[200, 'application/json', JSON.stringify({error: words})],
		[403, 'text/plain', words],
	] as const) {
		const {site, fetch, link} = await withSite(t);
		site.answer = ({path}, response) => path === '/file' && Boolean(response.writeHead(status, {'content-type': type}).end(body));
		await t.throwsAsync(fetch(link), {instanceOf: TooMany, message: /daily limit of downloads is reached/});
		t.deepEqual(site.paths(), ['/enter', '/take-login', '/index', '/file']);
	}
	const {site, fetch, page} = await withSite(t, {download: `download:\n  selectors: [${selector('a.file')}]`});
	site.answer = ({path}, response) => path === '/page' && Boolean(response.end(`<html><body><a class="bye"></a>${words}</body></html>`));
	await t.throwsAsync(fetch(page), {instanceOf: TooMany, message: /daily limit of downloads is reached/});
	t.deepEqual(site.paths().slice(3), ['/page']);
});

test('a site that says when to come back is left alone until then, and a refusal keeps its words', async t => {
	const {site, fetch, link} = await withSite(t);
	site.answer = ({path}, response) => path === '/file' && Boolean(response.writeHead(503, {'retry-after': '7200'}).end('Tired'));
	const error = await t.throwsAsync(fetch(link), {instanceOf: TooMany, message: /503: “Tired”/});
	t.is(error.retryAfterSeconds, 7200);
	site.answer = ({path}, response) => path === '/file' && Boolean(response.writeHead(403).end('Your account is parked'));
	await t.throwsAsync(fetch(link), {code: 'authentication_failed', message: /403: “Your account is parked”/});
});

test('what is sent before, with parts of the link and the path of its page', async t => {
	const before = 'before: {method: post, inputs: {id: "{{ .DownloadUri.Query.id }}", thanks: "1"}';
	const plain = await withSite(t, {download: `download:\n  ${before}, path: thank}`});
	t.is((await plain.fetch(plain.link)).infoHash, plain.site.infoHash);
	t.deepEqual(plain.site.paths().slice(3), ['/thank', '/file']);
	t.deepEqual(
		[...(plain.site.heard[3]?.form ?? [])],
		[
			['id', '1'],
			['thanks', '1'],
		],
	);
	t.is(plain.site.heard[3]?.headers.referer, plain.link);
	const steps = `download:\n  ${before}, pathselector: ${selector('a.bye')}}\n  selectors: [${selector('a.file')}]`;
	const found = await withSite(t, {download: steps});
	t.is((await found.fetch(found.page)).infoHash, found.site.infoHash);
	t.deepEqual(found.site.paths().slice(3), ['/page', '/bye', '/file']);
});

test('a magnet link is made of the hash on the page, or found there, or redirected to', async t => {
	const hash = 'ab'.repeat(20);
	const byHash = await withSite(t, {download: 'download:\n  infohash: {hash: {selector: b}, title: {selector: i}}'});
	byHash.site.answer = ({path}, response) => path === '/page' && Boolean(response.end(`<a class="bye"></a><b>${hash}</b><i>Tide</i>`));
	t.like(await byHash.fetch(byHash.page), {infoHash: hash, torrent: null});
	const byLink = await withSite(t, {download: `download:\n  selectors: [${selector('a.m')}]`});
	byLink.site.answer = ({path}, response) =>
		path === '/page' && Boolean(response.end(`<a class="bye"></a><a class="m" href="magnet:?xt=urn:btih:${hash}">x</a>`));
	t.like(await byLink.fetch(byLink.page), {infoHash: hash});
	const redirected = await withSite(t);
	redirected.site.answer = ({path}, response) =>
		path === '/file' && Boolean(response.writeHead(302, {location: `magnet:?xt=urn:btih:${hash}`}).end());
	t.like(await redirected.fetch(redirected.link), {infoHash: hash});
});

test('an NZB is a file, too', async t => {
	const {site, fetch} = await withSite(t);
	site.answer = ({path}, response) =>
		path === '/a.nzb' && Boolean(response.end('<?xml version="1.0"?><nzb><file subject="x"></file></nzb>'));
	t.truthy((await fetch(`${site.url}/a.nzb`, 'usenet')).nzb);
});

test('a site may send us to another for a file, which hears nothing of us', async t => {
	const heard: object[] = [];
	const other = await serveHttp(t, ({headers}, response) => {
		heard.push(headers);
		response.end();
	});
	const {site, fetch, link} = await withSite(t);
	site.answer = ({path}, response) =>
		path === '/file' && Boolean(response.writeHead(302, {location: other.replace('127.0.0.1', 'localhost')}).end());
	await t.throwsAsync(fetch(link), {code: 'address_refused'});
	t.deepEqual(heard, [], 'a private address is only for the host that was entered');
	await t.throwsAsync(fetch(`${other}/file`), {code: 'other_host'});
	t.deepEqual(heard, [], 'a definition with secrets names no other site');
});
