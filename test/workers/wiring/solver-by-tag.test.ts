import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {httpProxy} from '#test/helpers/fake-proxies.ts';
import {fakeFlaresolverr, solvedCookie, solvedReply} from '#test/helpers/fakes/fake-flaresolverr.ts';
import {privateSite, siteDefinition} from '#test/helpers/fakes/private-site.ts';
import {serve} from '#test/helpers/serve.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {handleSolveChallenge} from '#workers/captcha/solve-challenge.ts';
import {assembleDeps} from '#workers/wiring/assemble-deps.ts';

const {signal} = new AbortController();

test('the solver is the one that shares a tag with the indexer, and gets to the site through the same proxy', async t => {
	const served = await serve(t);
	const {deps: api} = served;
	const {dataDir} = api.http;
	const metadata = {url: 'http://127.0.0.1:9/3', imageUrl: 'https://image.example/t/p', apiKey: 'key'};
	const {deps, close} = assembleDeps({...api, stores: api, metadata, dataDir, browserPath: null, leastMs: patienceMs});
	t.teardown(close);
	await answerJobs(t, served, {solveChallenge: (payload, _deps, run) => handleSolveChallenge(payload, deps, run)});
	await deps.settings.set('captcha.enabled', true, deps.now());
	const [one, other] = [await fakeFlaresolverr(t), await fakeFlaresolverr(t)];
	const tunnel = await httpProxy(t, {username: 'vera', password: 'pass word'});
	const site = await privateSite(t);
	const url = site.url.replace('127.0.0.1', 'site.example');
	for (const solver of [one, other]) {
		const cookies = [{...solvedCookie, secure: false}];
		solver.answer = () => ({json: {...solvedReply(`${url}/`), solution: {...Object(solvedReply(`${url}/`)).solution, cookies}}});
	}
	site.answer = ({headers}, response) => {
		if (headers.cookie?.includes('cf_clearance')) {
			response.end('<table><tr class="one"><td><a class="t">Lantern Tide</a><a class="get" href="/f">x</a></td></tr></table>');
		} else {
			response
				.writeHead(503, {server: 'cloudflare', 'content-type': 'text/html'})
				.end('<html><head><title>Just a moment...</title></head></html>');
		}
		return true;
	};
	await mkdir(join(dataDir, 'definitions'), {recursive: true});
	await writeFile(join(dataDir, 'definitions', 'meadow.yml'), siteDefinition(url, {login: ''}));
	const record = {username: null, password: null, enabled: true};
	await deps.proxies.add({...record, name: 'One', kind: 'flaresolverr', url: one.url, proxyTags: ['one']}, deps.now());
	await deps.proxies.add({...record, name: 'Other', kind: 'flaresolverr', url: other.url, proxyTags: ['Other']}, deps.now());
	const proxy = {
		name: 'Tunnel',
		kind: 'http',
		url: `http://127.0.0.1:${tunnel.port}`,
		username: 'vera',
		password: 'pass word',
		enabled: true,
	} as const;
	await deps.proxies.add({...proxy, proxyTags: ['tunnel']}, deps.now());
	const settings = {kind: 'definition', definition: 'meadow', url, captcha: true, settings: {}} as const;
	const indexer = await deps.indexers.add(buildIndexer({...settings, proxyTags: ['tunnel', 'other']}), deps.now());
	t.is((await deps.openIndexer(indexer).recent(signal)).length, 1);
	t.is(one.asked.length, 0);
	t.is(other.asked.length, 1);
	t.like(other.asked[0], {cmd: 'request.get', url: `${url}/`});
	t.regex(JSON.stringify(other.asked[0]?.['proxy']), new RegExp(`127\\.0\\.0\\.1:${tunnel.port}`));
	t.true(tunnel.targets.length >= 2);
	t.deepEqual([...new Set(tunnel.targets)], [new URL(url).host]);
});
