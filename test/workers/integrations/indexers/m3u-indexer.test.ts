import test from 'ava';
import {fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {indexerDeps, indexerSettings, movieSearch} from '#test/helpers/indexer-fixtures.ts';
import {openIndexer} from '#workers/integrations/indexers/open-indexer.ts';

const {signal} = new AbortController();
const list = `#EXTM3U
#EXTINF:-1 group-title="Films",Lantern Tide (2019)
films/lantern.mkv
#EXTINF:-1,Lantern Hour
http://tv.test/hour
#EXTINF:-1,Lantern Tide dangerous
file:///etc/passwd`;

test('the films and channels of a playlist are streams', async t => {
	const site = await fakeIndexer(t, {answer: () => ({body: list})});
	const indexer = openIndexer(indexerSettings({kind: 'm3u', url: `${site.url}/tv/list.m3u`, apiKey: 'k3y99'}), indexerDeps(t));
	const found = await indexer.search(movieSearch(), signal);
	t.is(found.length, 1);
	t.like(found[0], {
		title: 'Lantern Tide (2019)',
		protocol: 'stream',
		downloadUrl: `${site.url}/tv/films/lantern.mkv`,
		category: ['Films'],
		size: 0,
		publishDate: new Date('2026-03-01T12:00:00Z'),
	});
	t.is(site.requests[0]?.search, '?apikey=k3y99');
	t.deepEqual(await indexer.test(signal), {version: null, details: ['2 channels']});
	t.deepEqual(await indexer.recent(signal), []);
	t.is((await indexer.capabilities(signal)).movieSearch, null);
});

test('what is no playlist is reported', async t => {
	const site = await fakeIndexer(t, {answer: url => ({body: url.pathname === '/empty' ? '#EXTM3U' : '<html/>'})});
	await t.throwsAsync(openIndexer(indexerSettings({kind: 'm3u', url: site.url}), indexerDeps(t)).test(signal), {code: 'not_a_playlist'});
	await t.throwsAsync(openIndexer(indexerSettings({kind: 'm3u', url: `${site.url}/empty`}), indexerDeps(t)).test(signal), {
		code: 'no_categories',
	});
});
