import test from 'ava';
import {UpstreamFailed} from '#shared/errors.ts';
import {fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {indexerDeps, indexerSettings, movieSearch} from '#test/helpers/indexer-fixtures.ts';
import {openIndexer} from '#workers/integrations/indexers/open-indexer.ts';

const {signal} = new AbortController();
const items = [{title: 'The_Lantern.Tide.2019.1080p.WEB-X'}, {title: 'Lantern.Hour.2019.1080p.WEB-X'}, {title: 'Salt.Clock.S01E02.720p-X'}];

test('a feed is searched by looking through it', async t => {
	const site = await fakeIndexer(t, {items});
	const indexer = openIndexer(indexerSettings({kind: 'rss', url: `${site.url}/rss?user=1`}), indexerDeps(t));
	const titles = async (criteria: Parameters<typeof indexer.search>[0]) => (await indexer.search(criteria, signal)).map(({title}) => title);
	t.deepEqual(await titles(movieSearch()), ['The_Lantern.Tide.2019.1080p.WEB-X']);
	t.deepEqual(await titles(movieSearch({title: 'Nobody', titles: ['Lantern Hour']})), ['Lantern.Hour.2019.1080p.WEB-X']);
	t.deepEqual(await titles({kind: 'text', query: 'salt clock', media: null, categories: null, limit: 10}), ['Salt.Clock.S01E02.720p-X']);
	t.deepEqual(await titles({kind: 'text', query: ' - ', media: null, categories: null, limit: 10}), []);
	t.is((await indexer.recent(signal)).length, 3);
	t.deepEqual(await indexer.test(signal), {version: null, details: ['3 releases in the feed']});
});

test('a key is sent once, and never told', async t => {
	const site = await fakeIndexer(t, {answer: url => ({body: `<error code="900" description="bad ${url.search}"/>`})});
	const open = (url: string) => openIndexer(indexerSettings({kind: 'rss', url, apiKey: 'geheim42'}), indexerDeps(t));
	const error = await t.throwsAsync(open(`${site.url}/rss`).recent(signal), {code: 'indexer_failed'});
	t.false(error.message.includes('geheim42'));
	await t.throwsAsync(open(`${site.url}/rss/geheim42`).recent(signal));
	t.deepEqual(
		site.requests.map(url => url.search),
		['?apikey=geheim42', ''],
	);
});

test('a site with nothing at the address fails, and is no missing record of ours', async t => {
	const site = await fakeIndexer(t, {answer: () => ({status: 404})});
	const indexer = openIndexer(indexerSettings({kind: 'rss', url: `${site.url}/rss`}), indexerDeps(t));
	await t.throwsAsync(indexer.test(signal), {instanceOf: UpstreamFailed, code: 'wrong_protocol'});
});
