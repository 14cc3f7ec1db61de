import test, {type ExecutionContext} from 'ava';
import {UpstreamFailed} from '#shared/errors.ts';
import {account, type Heard, privateSite, type SiteParts, siteDefinition} from '#test/helpers/fakes/private-site.ts';
import {indexerDeps, indexerSettings, movieSearch} from '#test/helpers/indexer-fixtures.ts';
import {siteDeps} from '#test/helpers/site-deps.ts';
import {openIndexer} from '#workers/integrations/indexers/open-indexer.ts';

const {signal} = new AbortController();

/** A site that answers some paths with these headers and this status. */
async function withAnswers(t: ExecutionContext, parts: SiteParts, answers: Readonly<Record<string, [status: number, headers: object]>>) {
	const site = await privateSite(t);
	const sites = await siteDeps(t, {meadow: siteDefinition(site.url, parts)});
	site.answer = ({path}, response) => {
		const [status, headers] = answers[path] ?? [];
		return status !== undefined && Boolean(response.writeHead(status, {'content-type': 'text/html', ...headers}).end());
	};
	const settings = indexerSettings({kind: 'definition', url: site.url, definition: 'meadow', settings: account});
	return {site, indexer: openIndexer(settings, indexerDeps(t, {sites}))};
}
const last = (heard: readonly Heard[]) => heard.at(-1);

test('a search follows redirects where its path says so, a form becomes a question', async t => {
	const paths = '[{path: find, method: post, followredirect: true}]';
	const {site, indexer} = await withAnswers(t, {paths}, {'/find': [302, {location: '/list?found=1'}]});
	t.is((await indexer.search(movieSearch(), signal)).length, 1);
	t.deepEqual(site.paths().slice(-2), ['/find', '/list']);
	t.like(last(site.heard), {method: 'GET'});
	t.is(last(site.heard)?.query.get('found'), '1');
});

test('the header Refresh leads on as a redirect does, unless it loads the same page again', async t => {
	const paths = '[{path: find, followredirect: true}]';
	const led = await withAnswers(t, {paths, login: ''}, {'/find': [200, {refresh: '0; url=/elsewhere'}], '/elsewhere': [200, {}]});
	t.deepEqual(await led.indexer.recent(signal), []);
	t.deepEqual(led.site.paths(), ['/find', '/elsewhere']);
	const same = await withAnswers(t, {paths, login: ''}, {'/find': [200, {refresh: '300; url=/find?q=&imdb='}]});
	await same.indexer.recent(signal).catch(() => null);
	t.deepEqual([...new Set(same.site.paths())], ['/find']);
});

test('a redirect that nobody follows names the host that it leads to', async t => {
	const {indexer} = await withAnswers(t, {login: ''}, {'/list': [301, {location: 'https://new.example/list'}]});
	const error = await t.throwsAsync<UpstreamFailed>(indexer.recent(signal), {code: 'site_moved', message: /leads to new\.example/});
	t.deepEqual(error.links, ['https://new.example/']);
	const login = await withAnswers(t, {}, {'/enter': [302, {location: 'https://new.example/enter'}]});
	const moved = await t.throwsAsync<UpstreamFailed>(login.indexer.recent(signal), {instanceOf: UpstreamFailed});
	t.deepEqual(moved.links, ['https://new.example/']);
});

const formWith = (more: string) => `login:
  path: enter
  form: form#in
  inputs: {u: "{{ .Config.username }}", p: "{{ .Config.password }}"}
  ${more}`;

test('the page of a login is sent the headers and cookies that the definition fixes', async t => {
	const login = formWith('cookies: ["seen=1", "age=18"]\n  headers: {X-From: ["{{ .Config.sitelink }}"]}');
	const {site, indexer} = await withAnswers(t, {login}, {});
	t.is((await indexer.search(movieSearch(), signal)).length, 1);
	t.like(site.heard[0]?.headers, {cookie: 'seen=1; age=18', 'x-from': site.url, referer: site.url});
	t.regex(String(site.heard[1]?.headers.cookie), /visit=1/);
});

test('the page that tests a login may lead on within the site', async t => {
	const login = formWith('test: {path: start, selector: a.bye}');
	const {site, indexer} = await withAnswers(t, {login}, {'/start': [302, {location: '/index'}]});
	t.true((await indexer.test(signal)).details.includes('The login was taken'));
	t.true(site.paths().includes('/start'));
});
