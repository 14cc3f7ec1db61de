import test from 'ava';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {socksProxy} from '#test/helpers/fake-proxies.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';

const criteria: SearchCriteria = {kind: 'text', query: 'lamp', categories: null, limit: 10, media: 'movie'};
const {signal} = new AbortController();

test('every request of an indexer goes through the proxy of its tag, and none past it when it is down, off or gone', async t => {
	const {deps} = await withWorkerDeps(t);
	const site = await fakeIndexer(t, {kind: 'newznab', items: [{title: 'Lamp 2019 1080p', nzb: '<nzb><file/></nzb>'}]});
	const {port} = new URL(site.url);
	const {port: proxyPort, targets} = await socksProxy(t);
	const record = {name: 'Tunnel', kind: 'socks5', username: null, password: null, enabled: true, proxyTags: ['Tunnel']} as const;
	const proxy = await deps.proxies.add({...record, proxyTags: [...record.proxyTags], url: `socks5://127.0.0.1:${proxyPort}`}, deps.now());
	// Only the proxy knows this name.
	const url = `http://site.example:${port}`;
	site.items[0] = {title: 'Lamp 2019 1080p', nzb: '<nzb><file/></nzb>', downloadUrl: `${url}/download/0`};
	const indexer = await deps.indexers.add(buildIndexer({kind: 'newznab', url, proxyTags: ['tunnel']}), deps.now());
	const search = () => deps.searchIndexers({criteria, use: 'interactive', indexerIds: [indexer.id]}, signal);
	const fetch = () => deps.fetchRelease({downloadUrl: `${url}/download/0`, magnetUrl: null, protocol: 'usenet', indexer}, signal);
	t.is((await search()).indexerResults[0]?.status, 'ok');
	t.truthy((await fetch()).nzb);
	t.is(targets.length > 0, true);
	t.true(targets.every(target => target === `site.example:${port}`));
	const asked = site.requests.length;

	await deps.proxies.change(proxy, {url: 'socks5://127.0.0.1:1'}, deps.now());
	t.regex((await search()).indexerResults[0]?.errorMessage ?? '', /proxy Tunnel does not get through/);
	await t.throwsAsync(fetch(), {instanceOf: UpstreamFailed, code: 'proxy_failed'});
	const failing = await deps.proxies.get(proxy.id);
	t.is(failing.status, 'error');
	t.is((await deps.indexers.get(indexer.id)).lastError?.includes('Tunnel'), true, 'the health of the indexer says why');
	await deps.proxies.change(failing, {enabled: false}, deps.now());
	await t.throwsAsync(fetch(), {message: /switched off/});
	await t.throwsAsync(
		deps.fetchRelease({downloadUrl: `${site.url}/download/0`, magnetUrl: null, protocol: 'usenet', indexer: null}, signal),
		{
			message: /was removed/,
		},
	);
	await deps.proxies.remove(proxy.id);
	await t.throwsAsync(fetch(), {message: /No proxy has the tag tunnel/});
	t.is(site.requests.length, asked);
});
