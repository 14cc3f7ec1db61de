import test from 'ava';
import fc from 'fast-check';
import {isExpected} from '#shared/errors.ts';
import {processorMs} from '#test/helpers/processor-ms.ts';
import {parseFeed} from '#workers/integrations/indexers/feed/parse-feed.ts';

const url = 'https://site.test/api?t=search';
const date = '<pubDate>Thu, 01 Jan 2026 10:00:00 +0000</pubDate>';
const hash = 'ABCDEF0123456789ABCDEF0123456789ABCDEF01';

function feed(...items: string[]): string {
	return `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>${items.map(item => `<item>${item}</item>`).join('')}</channel></rss>`;
}

const attr = (name: string, value: string) => `<torznab:attr name="${name}" value="${value}"/>`;

function one(item: string, protocol: 'torrent' | 'usenet' | null = null) {
	const [release] = parseFeed(feed(item), {url, protocol}).releases;
	if (!release) {
		throw new Error('the feed has no release');
	}
	return release;
}

test('a torznab item is read with all that it tells', t => {
	const release = one(
		`<title>Salt.Clock.S02E03.&amp;amp;.720p-PIER</title><guid isPermaLink="true">https://site.test/view/7</guid>
<link>https://site.test/get/7?passkey=p</link><comments>https://site.test/details/7#comments</comments>${date}<size>1</size>
<category>TV HD</category><enclosure url="https://site.test/get/7?passkey=p" length="12345" type="application/x-bittorrent"/>
${attr('size', '734003200')}${attr('category', '5000')}${attr('category', '5040')}${attr('Seeders', '7')}${attr('peers', '9')}${attr('grabs', '3')}
${attr('infohash', hash)}${attr('magneturl', `magnet:?xt=urn:btih:${hash}`)}${attr('imdb', '0076543')}${attr('tvdbid', '55')}${attr('rageid', '0')}
${attr('downloadvolumefactor', '0.25')}${attr('uploadvolumefactor', '2')}${attr('minimumratio', '1.5')}${attr('minimumseedtime', '172800')}
${attr('language', 'en, German')}${attr('tag', 'internal')}${attr('files', '2')}`,
		'torrent',
	);
	t.deepEqual(release, {
		guid: 'https://site.test/view/7',
		title: 'Salt.Clock.S02E03.&.720p-PIER',
		protocol: 'torrent',
		downloadUrl: 'https://site.test/get/7?passkey=p',
		magnetUrl: `magnet:?xt=urn:btih:${hash}`,
		infoUrl: 'https://site.test/details/7',
		commentUrl: 'https://site.test/details/7#comments',
		publishDate: new Date('2026-01-01T10:00:00Z'),
		size: 734_003_200,
		category: ['5000', '5040'],
		infoHash: hash.toLowerCase(),
		seeders: 7,
		leechers: 2,
		peers: 9,
		grabs: 3,
		fileCount: 2,
		container: null,
		flags: ['freeleech75', 'doubleUpload', 'internal'],
		languages: ['english', 'german'],
		imdbId: 'tt0076543',
		metaId: null,
		tvMetaId: 55,
		tvRageId: null,
		downloadVolumeFactor: 0.25,
		uploadVolumeFactor: 2,
		minimumRatio: 1.5,
		minimumSeedTimeSeconds: 172_800,
	});
});

test('different releases of one page that share a guid are told apart, the same one twice is not', t => {
	const item = (title: string, path: string) =>
		`<title>${title}</title><guid>https://site.test/film/7</guid>${date}<link>https://site.test/get/${path}</link>`;
	const {releases} = parseFeed(feed(item('Salt.2019.720p', 'a'), item('Salt.2019.2160p', 'b'), item('Salt.2019.720p', 'a?again')), {url});
	t.deepEqual(releases.map(({title}) => title).sort(), ['Salt.2019.2160p', 'Salt.2019.720p']);
	t.is(new Set(releases.map(({guid}) => guid)).size, 2);
	t.true(releases.every(({guid}) => guid.startsWith('https://site.test/film/7')));
});

test('the site of a release is told by programs that speak for several', t => {
	const item = (more: string) => feed(`<title>Salt</title><link>https://site.test/get/7</link>${date}${more}`);
	const site = (more: string, base = url) => parseFeed(item(more), {url: base}).releases[0]?.site;
	const alder = '<jackettindexer id="Alder">The Alder</jackettindexer>';
	t.is(site(alder, 'http://home.test/api/v2.0/indexers/all/results/torznab?t=search'), 'Alder');
	t.is(site(alder, 'http://home.test/api/v2.0/indexers/alder/results/torznab?t=search'), undefined);
	t.is(site(attr('hydraIndexerName', 'The Birch')), 'The Birch');
	t.is(site('<prowlarrindexer id="4">The Birch</prowlarrindexer>'), undefined);
	t.is(site(''), undefined);
});

test('a date in milliseconds is one', t => {
	const item = `<title>Salt</title><link>https://site.test/get/7</link><pubDate>1767261600000</pubDate>`;
	t.deepEqual(one(item).publishDate, new Date('2026-01-01T10:00:00Z'));
});

test('a usenet item takes the posting date and has no swarm', t => {
	const release = one(
		`<title>Salt Clock</title><link>https://site.test/get/7.nzb&amp;r=k</link>${date}
<enclosure url="https://site.test/get/7.nzb&amp;r=k" length="500000000" type="application/x-nzb"/>
${attr('usenetdate', 'Wed, 31 Dec 2025 09:00:00 +0000')}${attr('seeders', '4')}${attr('grabs', '1,234')}`,
	);
	t.like(release, {protocol: 'usenet', size: 500_000_000, seeders: null, grabs: 1234, guid: 'https://site.test/get/7.nzb&r=k'});
	t.deepEqual(release.publishDate, new Date('2025-12-31T09:00:00Z'));
});

test('of two enclosures the wanted kind is taken', t => {
	const item = `<title>Salt Clock</title>${date}<enclosure url="https://site.test/7.nzb" length="5" type="application/x-nzb"/>
<enclosure url="https://site.test/7.torrent" length="6" type="application/x-bittorrent"/>`;
	t.is(one(item, 'torrent').downloadUrl, 'https://site.test/7.torrent');
	t.is(one(item, 'usenet').downloadUrl, 'https://site.test/7.nzb');
});

test('an EZRSS item has its facts in its own element', t => {
	const release = one(
		`<title><![CDATA[Salt Clock 2x03 [720P]]]></title><link>http://dl.test/7</link>${date}<guid>http://site.test/ep/7/</guid>
<enclosure url="http://dl.test/7" length="9999" type="application/x-bittorrent"/><torrent xmlns="http://xmlns.ezrss.it/0.1/">
<contentLength>600000000</contentLength><infoHash>${hash}</infoHash><magnetURI><![CDATA[magnet:?xt=urn:btih:${hash}]]></magnetURI><seeds>4</seeds></torrent>`,
	);
	t.like(release, {
		size: 600_000_000,
		infoHash: hash.toLowerCase(),
		magnetUrl: `magnet:?xt=urn:btih:${hash}`,
		infoUrl: 'http://site.test/ep/7/',
		seeders: 4,
	});
});

test('a plain item has its facts in the description', t => {
	const release = one(
		`<title>Salt Clock S02E03</title><link>http://site.test/dl/7.torrent</link><pubDate>2026-01-01 10:00:00</pubDate>
<description>Category: TV / Seeders: 6 / Leechers: 2 / Size: 1.5 GB&lt;br /&gt;A clock.</description>`,
	);
	t.like(release, {size: 1_610_612_736, seeders: 6, leechers: 2, peers: 8, infoUrl: null, guid: 'http://site.test/dl/7.torrent'});
	t.like(one(`<title>x</title><link>/7</link>${date}<description>3 seeder(s), 1 leecher(s) - 700 MiB</description>`), {
		downloadUrl: 'https://site.test/7',
		seeders: 3,
		leechers: 1,
		size: 734_003_200,
	});
});

test('a link that is a magnet is both addresses and tells the hash', t => {
	const magnet = `magnet:?xt=urn:btih:${hash}&amp;dn=Salt`;
	const release = one(
		`<title>Salt</title><guid isPermaLink="false">7</guid>${date}<link>${magnet}</link><enclosure url="${magnet}" length="0" type="application/x-bittorrent"/>`,
	);
	const plain = magnet.replace('&amp;', '&');
	t.like(release, {guid: '7', downloadUrl: plain, magnetUrl: plain, infoHash: hash.toLowerCase(), size: 0, infoUrl: null});
});

test('bad items are left out with a warning, a guid counts once', t => {
	const good = `<title>Salt</title><guid>1</guid>${date}<link>https://site.test/1</link>`;
	const {releases, warnings, itemCount} = parseFeed(feed(good, good, `<title>No date</title><link>https://site.test/2</link>`), {url});
	t.is(releases.length, 1);
	t.is(itemCount, 3);
	t.deepEqual(warnings, ['1 of the items left out: they must have a pubDate', 'The feed tells no sizes']);
});

test('texts of an item have limits: what is too long is left out, or its item is', t => {
	const item = (title: string, guid: string, more = '') =>
		`<title>${title}</title><guid>${guid}</guid>${date}<link>https://site.test/${guid.length}</link>${more}`;
	const long = (characters: number) => 'x'.repeat(characters);
	const {releases, warnings} = parseFeed(
		feed(
			item(long(1000), '1'),
			item(long(1001), '2'),
			item(long(4 * 1024 * 1024), '3'),
			item('&amp;'.repeat(1001), '4'),
			item('Salt', long(2000)),
			item('Salt', long(2001)),
			`<title>Salt</title><guid>6</guid>${date}<link>https://site.test/${long(16_000)}</link>`,
			item(
				'Pepper',
				'7',
				`<comments>https://site.test/${long(3000)}</comments><category>${long(101)}</category>${attr('container', long(101))}`,
			),
		),
		{url},
	);
	t.deepEqual(
		releases.map(({title, guid}) => [title.length, guid.length]),
		[
			[1000, 1],
			[4, 2000],
			[4, 'urn:sha256:'.length + 64],
			[6, 1],
		],
	);
	t.like(releases[3], {infoUrl: null, category: [], container: null});
	t.deepEqual(warnings.slice(0, 2), [
		'3 of the items left out: they must have a title of at most 1000 characters',
		'1 of the items left out: they must have a valid download url',
	]);
});

test('an item with a flood of attributes is read in time', async t => {
	const flood = `${attr('category', '5000').repeat(150_000)}${attr('size', '734003200')}`;
	const ms = await processorMs(() => t.deepEqual(one(`<title>x</title><link>/7</link>${date}${flood}`).category, ['5000']));
	t.true(ms < 20_000, `${ms}`);
});

test('a long magnet link without a guid is known by its hash', t => {
	const trackers = Array.from({length: 80}, (_, n) => `&amp;tr=http://tracker-${n}.example/announce`).join('');
	const {guid, magnetUrl} = one(`<title>Salt</title>${date}<link>magnet:?xt=urn:btih:${hash}${trackers}</link>`);
	t.regex(guid, /^urn:sha256:[0-9a-f]{64}$/);
	t.true((magnetUrl ?? '').length > 2000);
});

test('an item whose guid is longer than one may be is known by the hash of it, each by its own', t => {
	const guidOf = (end: string) => one(`<title>Salt</title>${date}<guid>${'x'.repeat(3000)}${end}</guid><link>/7</link>`).guid;
	t.regex(guidOf('a'), /^urn:sha256:[0-9a-f]{64}$/);
	t.is(guidOf('a'), guidOf('a'));
	t.not(guidOf('a'), guidOf('b'));
});

test('the container is read as an attribute or an element', t => {
	t.is(one(`<title>Salt</title><link>/7</link>${date}${attr('container', 'VOB IFO')}`).container, 'VOB IFO');
	t.is(one(`<title>Salt</title><link>/7</link>${date}<container>m2ts</container>`).container, 'm2ts');
	t.is(one(`<title>Salt</title><link>/7</link>${date}`).container, null);
});

const refused: [string, string, string][] = [
	['without any pubDate', feed('<title>x</title><link>https://site.test/1</link>'), 'feed_unusable'],
	['without a usable address', feed(`<title>x</title>${date}<link>no.address</link>`), 'feed_unusable'],
	['that is another document', '<html/>', 'feed_unusable'],
	['that is an error', '<error code="201" description="Incorrect parameter"/>', 'indexer_refused'],
	['that is a limit', '<error code="900" description="Request limit reached"/>', 'rate_limited'],
	['that is a missing key', '<error code="200" description="Missing parameter: apikey"/>', 'authentication_failed'],
	['that is a lost release', '<error code="300" description="No such item"/>', 'release_gone'],
	['that is switched off', '<error code="910" description="API disabled"/>', 'indexer_off'],
];

for (const [title, document, code] of refused) {
	test(`a feed ${title} fails as ${code}`, t => {
		t.throws(() => parseFeed(document, {url}), {code});
	});
}

test('a feed of nothing is a feed', t => {
	t.deepEqual(parseFeed(feed(), {url}), {releases: [], warnings: [], itemCount: 0, total: null});
});

test('languages are named as in parsed titles', t => {
	const languagesOf = (text: string) => one(`<title>x</title><link>/7</link>${date}${attr('language', text)}`).languages;
	t.deepEqual(languagesOf('ger, French | pt-BR'), ['german', 'french', 'portuguese-brazil']);
	t.deepEqual(languagesOf('English - Spanish Latino'), ['english', 'spanish-latino']);
	t.deepEqual(languagesOf('Multi, 5, Unknown, xx'), []);
});

test('no item, however odd, fails in a way that we do not expect', t => {
	const piece = fc.constantFrom(
		'<',
		'</title>',
		'<link>',
		'&',
		'&#0;',
		'<![CDATA[',
		']]>',
		attr('size', 'x'),
		attr('infohash', '-'),
		'magnet:?xt=',
		'\u0000',
		'GB',
		date,
	);
	fc.assert(
		fc.property(fc.array(fc.oneof(piece, fc.string({maxLength: 8})), {maxLength: 12}), pieces => {
			try {
				parseFeed(feed(`<title>x</title><link>/7</link>${date}${pieces.join('')}`), {url});
			} catch (error) {
				t.true(isExpected(error));
			}
		}),
		{numRuns: 300},
	);
	t.pass();
});

const plain = (inside: string) => `<title>Salt.Clock.S02E03.720p-PIER</title><guid>salt</guid>${date}${inside}`;
const enclosure = (kind: 'torrent' | 'nzb', length: number) =>
	`<enclosure url="https://site.test/salt.${kind}" length="${length}" type="application/x-${kind === 'nzb' ? 'nzb' : 'bittorrent'}"/>`;

test('a size far down in a description is found', t => {
	const words = '<p>Salt stood on the pier.</p>'.repeat(1000);
	const description = (text: string) => `<description><![CDATA[${text}]]></description>${enclosure('torrent', 20_000)}`;
	t.is(one(plain(description(`${words}<b>Size:</b> 1.5 GB`))).size, 1.5 * 1024 ** 3);
	t.is(one(plain(description(`Size: 2 GB ${words} Size: 1 GB`))).size, 2 * 1024 ** 3);
});

test('the length of an NZB file is no size, nor is anything below 2 MiB', t => {
	t.is(one(plain(enclosure('nzb', 2000))).size, 0);
	t.is(one(plain(enclosure('nzb', 700_000_000))).size, 700_000_000);
	t.is(one(plain(enclosure('torrent', 2 * 1024 ** 2 - 1))).size, 0);
	t.is(one(plain(`${attr('size', '2048')}${enclosure('nzb', 700_000_000)}`)).size, 700_000_000);
	t.is(
		one(`${plain(`${attr('size', '2048')}<description>Size: 3 MB</description>`)}<link>https://site.test/salt</link>`).size,
		3 * 1024 ** 2,
	);
	t.is(one(plain(`<description>Size: 300 KB</description>${enclosure('torrent', 0)}`)).size, 0);
});

test('an item with a torrent and an NZB file is two releases, or the one of the kind that is asked for', t => {
	const item = plain(`${enclosure('nzb', 700_000_000)}${enclosure('torrent', 20_000)}${attr('seeders', '4')}`);
	const {releases, itemCount} = parseFeed(feed(item), {url});
	t.is(itemCount, 1);
	t.deepEqual(
		releases.map(({guid, protocol, downloadUrl, seeders}) => [guid, protocol, downloadUrl, seeders]),
		[
			['salt', 'torrent', 'https://site.test/salt.torrent', 4],
			['salt#usenet', 'usenet', 'https://site.test/salt.nzb', null],
		],
	);
	t.is(one(item, 'usenet').downloadUrl, 'https://site.test/salt.nzb');
	t.is(one(item, 'torrent').downloadUrl, 'https://site.test/salt.torrent');
	t.is(parseFeed(feed(item), {url, protocol: 'usenet'}).releases.length, 1);
});

test('subtitles that an indexer tells of are a flag', t => {
	const flags = (value: string) => one(plain(`${enclosure('nzb', 700_000_000)}${attr('subs', value)}`)).flags;
	t.deepEqual(flags('English, French'), ['subtitles']);
	t.deepEqual(flags('none'), []);
});

test('a feed with American dates is read', t => {
	const item = `<title>Salt.Clock.S02E03</title><pubDate>2/17/2016 11:03:52 PM</pubDate>${enclosure('torrent', 0)}`;
	t.deepEqual(one(item).publishDate, new Date('2016-02-17T23:03:52Z'));
});
