import test from 'ava';
import {generousCaps} from '#test/helpers/fake-indexer.ts';
import {parseCaps} from '#workers/integrations/indexers/newznab/caps.ts';

test('capabilities come as the site tells them', t => {
	const caps = parseCaps(generousCaps.replace('default="100" max="100"', 'default="25" max="60"'));
	t.like(caps, {version: '1.3', title: 'Fake', pageSize: 60, defaultPageSize: 25, maxPageSize: 60});
	t.deepEqual(caps.movieSearch, {params: ['q', 'imdbid', 'tmdbid'], engine: 'sphinx', takesSeveralIds: true});
	t.deepEqual(caps.categories[1], {id: 5000, name: 'TV', children: [{id: 5040, name: 'HD'}]});
});

test('what is not told is what Newznab sites always could', t => {
	const caps = parseCaps(
		'<caps><searching><search available="yes"/><tv-search available="yes"/><movie-search available="no"/></searching></caps>',
	);
	t.like(caps, {version: null, pageSize: 100, movieSearch: null, categories: []});
	t.deepEqual(caps.tvSearch, {params: ['q', 'rid', 'season', 'ep'], engine: 'sphinx', takesSeveralIds: false});
	t.deepEqual(parseCaps('<caps/>').movieSearch?.params, ['q', 'imdbid', 'imdbtitle', 'imdbyear']);
});

test('nonsense inside becomes a default', t => {
	const caps = parseCaps(
		'<caps><limits max="lots" default=""/><categories><category id="x" name="X"/><category id="2000" name="M"/></categories></caps>',
	);
	t.is(caps.pageSize, 100);
	t.deepEqual(caps.categories, [{id: 2000, name: 'M', children: []}]);
});

test('the search engine is reported for each mode', t => {
	const caps = parseCaps(
		'<caps><searching><search available="yes" searchEngine="raw"/><tv-search available="yes" searchEngine="raw2"/></searching></caps>',
	);
	t.is(caps.search?.engine, 'raw');
	t.is(caps.tvSearch?.engine, 'raw2');
	t.is(caps.movieSearch, null);
});

test('a page is never asked for with more than a hundred', t => {
	t.is(parseCaps('<caps><limits max="500" default="50"/></caps>').pageSize, 100);
});

test('other documents are refused', t => {
	t.throws(() => parseCaps('<rss/>'), {code: 'caps_unusable'});
	t.throws(() => parseCaps('no xml'), {code: 'not_xml'});
	t.throws(() => parseCaps('<error code="101" description="Suspended"/>'), {code: 'authentication_failed'});
});
