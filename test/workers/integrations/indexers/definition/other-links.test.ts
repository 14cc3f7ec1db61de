import test, {type ExecutionContext} from 'ava';
import {fromWireFailure, toWireFailure, type UpstreamFailed} from '#shared/errors.ts';
import {socksProxy} from '#test/helpers/fake-proxies.ts';
import {account, privateSite, siteDefinition} from '#test/helpers/fakes/private-site.ts';
import {indexerDeps, indexerSettings} from '#test/helpers/indexer-fixtures.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {siteDeps} from '#test/helpers/site-deps.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {openIndexer} from '#workers/integrations/indexers/open-indexer.ts';

const {signal} = new AbortController();
const links = (...more: string[]) => `links: [${more.map(each => `"${each}"`).join(', ')}]`;

/** Names on `.example`, each a server of this machine, and what they heard. */
async function withPlaces(t: ExecutionContext, definition: string, places: Readonly<Record<string, string>>) {
	const http = withHttp(t);
	const sites = await siteDeps(t, {meadow: definition});
	const asked: {url: string; headers: object}[] = [];
	const deps = indexerDeps(t, {
		sites,
		http: request => {
			const {origin, host} = new URL(request.url);
			const place = places[host];
			if (place === undefined) {
				return http(request);
			}
			asked.push({url: String(request.url), headers: request.headers ?? {}});
			return http({...request, url: String(request.url).replace(origin, place), network: 'any'});
		},
	});
	const tested = (url: string) =>
		openIndexer(indexerSettings({kind: 'definition', url, definition: 'meadow', settings: account}), deps).test(signal);
	return {asked, tested};
}

/** An address at which nobody listens. */
const nobody = 'http://127.0.0.1:1';

test('when the address of a site fails, those of its others that answer are proposed, and are told nothing', async t => {
	const site = await privateSite(t);
	const broken = await serveHttp(t, (_request, response) => response.writeHead(502).end());
	const parked = await serveHttp(t, (_request, response) => response.writeHead(302, {location: 'https://ads.example/'}).end());
	const guarded = await serveHttp(t, (_request, response) =>
		response.writeHead(503, {server: 'cloudflare', 'content-type': 'text/html'}).end('<title>Just a moment...</title>'),
	);
	const others = ['broken', 'parked', 'guarded', 'mirror'].map(name => `http://${name}.example/`);
	const text = siteDefinition(nobody).replace(
		/^links:.*$/m,
		links(`${nobody}/`, ...others, 'ftp://odd.example/', 'http://mirror.example/again'),
	);
	const {asked, tested} = await withPlaces(t, text, {
		'broken.example': broken,
		'parked.example': parked,
		'guarded.example': guarded,
		'mirror.example': site.url,
	});
	const error = await t.throwsAsync<UpstreamFailed>(tested(nobody), {code: 'connection_refused'});
	t.deepEqual(error.links, ['http://guarded.example/', 'http://mirror.example/']);
	t.regex(error.message, /These other addresses of the site answer: http:\/\/guarded\.example http:\/\/mirror\.example/);
	t.deepEqual(asked.map(({url}) => url).toSorted(), others.toSorted(), 'each host once');
	t.deepEqual(
		asked.map(({headers}) => headers),
		others.map(() => ({})),
	);
	t.deepEqual(site.paths(), ['/']);
	t.deepEqual((fromWireFailure(toWireFailure(error)) as UpstreamFailed).links, error.links, 'the process that asked knows them, too');
});

test('behind a proxy that does not get to the site, its other addresses are asked through it', async t => {
	const {port, targets} = await socksProxy(t);
	const site = await privateSite(t);
	const mirror = `http://mirror.example:${new URL(site.url).port}/`;
	const text = siteDefinition(nobody).replace(/^links:.*$/m, links('http://site.example:1/', mirror, 'http://gone.example:1/'));
	const proxy = {name: 'Tunnel', kind: 'socks5', url: `socks5://127.0.0.1:${port}`, username: null, password: null} as const;
	const http = withHttp(t);
	const deps = indexerDeps(t, {sites: await siteDeps(t, {meadow: text}), http: request => http({...request, proxy})});
	const settings = indexerSettings({kind: 'definition', url: 'http://site.example:1/', definition: 'meadow', settings: account});
	const error = await t.throwsAsync<UpstreamFailed>(openIndexer(settings, deps).test(signal), {code: 'proxy_failed'});
	t.deepEqual(error.links, [mirror]);
	t.deepEqual([...new Set(targets)].toSorted(), ['gone.example:1', new URL(mirror).host, 'site.example:1']);
});

test('a wrong password is none of the address, so nothing else is asked', async t => {
	const site = await privateSite(t);
	const text = siteDefinition(site.url).replace(/^links:.*$/m, links(`${site.url}/`, 'http://mirror.example/'));
	const {asked} = await withPlaces(t, text, {'mirror.example': site.url});
	const {tested} = await withPlaces(t, text.replace('p: "{{ .Config.password }}"', 'p: wrong'), {'mirror.example': site.url});
	await t.throwsAsync(tested(site.url), {code: 'authentication_failed'});
	t.deepEqual(asked, []);
});

test('where a site has moved to is proposed, also from an address that its definition knows as an old one', async t => {
	const site = await privateSite(t);
	site.answer = (_heard, response) => {
		response.writeHead(301, {location: 'http://new-meadow.example/enter'}).end();
		return true;
	};
	const plain = siteDefinition(site.url, {login: ''});
	const moved = await withPlaces(t, plain, {});
	t.deepEqual((await t.throwsAsync<UpstreamFailed>(moved.tested(site.url), {code: 'site_moved'})).links, ['http://new-meadow.example/']);

	const left = siteDefinition('http://new-meadow.example', {login: '', head: `legacylinks: ["${site.url}/"]`});
	const old = await withPlaces(t, left, {'new-meadow.example': site.url});
	const error = await t.throwsAsync<UpstreamFailed>(old.tested(site.url), {code: 'other_host'});
	t.deepEqual(error.links, ['http://new-meadow.example/']);
	t.regex(error.message, /an old address of its site, which is now at new-meadow\.example/);
	t.deepEqual(old.asked, []);
});
