import test from 'ava';
import {Cancelled, Invalid, TooMany, UpstreamFailed} from '#shared/errors.ts';
import {type FakeItem, fakeIndexer, feedOf, generousCaps} from '#test/helpers/fake-indexer.ts';
import {indexerDeps, indexerSettings, leavesCookie, movieSearch} from '#test/helpers/indexer-fixtures.ts';
import {openIndexer} from '#workers/integrations/indexers/open-indexer.ts';

const {signal} = new AbortController();
const lantern: FakeItem = {
	title: 'Lantern.Tide.2019.1080p.WEB-DL.H264-HARBOR',
	guid: 'lantern-1',
	size: 4_000_000_000,
	categories: [2040],
	seeders: 12,
	leechers: 3,
	infoHash: 'AB'.repeat(20),
	imdbId: 'tt7654321',
	metaId: 4711,
	attributes: {downloadvolumefactor: '0', tag: 'internal', language: 'English'},
};

test('a movie is found by its ids and comes in our words', async t => {
	const site = await fakeIndexer(t, {items: [lantern, {title: 'Other.Film.2019.720p-X', categories: [2040]}], apiKey: 'k3y'});
	const indexer = openIndexer(indexerSettings({url: site.url, apiKey: 'k3y'}), indexerDeps(t));
	const found = await indexer.search(movieSearch({metaId: 4711, imdbId: 'tt7654321'}), signal);
	t.deepEqual(found, [
		{
			guid: 'lantern-1',
			title: 'Lantern.Tide.2019.1080p.WEB-DL.H264-HARBOR',
			size: 4_000_000_000,
			indexer: 'Quiet Harbour',
			indexerId: 'indexer-1',
			indexerPriority: 25,
			publishDate: new Date('2026-01-01T00:00:00Z'),
			downloadUrl: `${site.url}/download/0`,
			magnetUrl: null,
			infoUrl: null,
			category: ['2040'],
			protocol: 'torrent',
			seeders: 12,
			leechers: 3,
			infoHash: 'ab'.repeat(20),
			flags: ['freeleech', 'internal'],
			container: null,
			files: null,
			languages: ['english'],
			imdbId: 'tt7654321',
			metaId: 4711,
			tvMetaId: null,
		},
	]);
	t.deepEqual(
		site.requests.map(url => url.search),
		['?t=caps&apikey=k3y', '?t=movie&cat=2000&extended=1&apikey=k3y&tmdbid=4711&imdbid=7654321&offset=0&limit=100'],
	);
});

test('a site that does not take an id after all is asked by words', async t => {
	for (const status of [200, 400]) {
		const site = await fakeIndexer(t, {
			items: [lantern],
			answer: url => (url.searchParams.has('tmdbid') ? {status, body: '<error code="201" description="Incorrect parameter."/>'} : null),
		});
		const indexer = openIndexer(indexerSettings({url: site.url}), indexerDeps(t));
		t.is((await indexer.search(movieSearch({metaId: 4711}), signal)).length, 1);
	}
	const refusing = (url: URL) =>
		url.searchParams.get('t') === 'caps' ? null : {body: '<error code="201" description="Incorrect parameter."/>'};
	const site = await fakeIndexer(t, {answer: refusing});
	const indexer = openIndexer(indexerSettings({url: site.url}), indexerDeps(t));
	await t.throwsAsync(indexer.search(movieSearch({metaId: 4711}), signal), {code: 'indexer_refused'});
});

test('titles are asked for only when the ids find nothing', async t => {
	const site = await fakeIndexer(t, {items: [{...lantern, metaId: 1, imdbId: 'tt1'}]});
	const indexer = openIndexer(indexerSettings({url: `${site.url}/`}), indexerDeps(t));
	t.is((await indexer.search(movieSearch({metaId: 4711}), signal)).length, 1);
	t.deepEqual(
		site.requests.map(url => url.searchParams.get('q')),
		[null, null, 'Lantern Tide 2019'],
	);
});

test('pages are read to the end, and capabilities only once', async t => {
	const items = Array.from({length: 130}, (_, index) => ({title: `Lantern Tide 2019 part ${index}`, categories: [2000]}));
	const site = await fakeIndexer(t, {items, caps: generousCaps.replace('default="100" max="100"', 'default="20" max="50"')});
	const indexer = openIndexer(indexerSettings({url: site.url}), indexerDeps(t));
	t.is((await indexer.search(movieSearch({limit: 500}), signal)).length, 130);
	t.is((await indexer.search(movieSearch({limit: 60}), signal)).length, 60);
	t.deepEqual(
		site.requests.map(url => url.searchParams.get('offset')),
		[null, '0', '50', '100', '0', '50'],
	);
});

test('a site that ignores the offset is not asked for ever', async t => {
	const page = feedOf(
		Array.from(
			{length: 100},
			(_, n) =>
				`<item><title>Lantern Tide ${n}</title><guid>${n}</guid><pubDate>Thu, 01 Jan 2026 00:00:00 GMT</pubDate><link>/get?id=${n}</link></item>`,
		),
		{total: 5000},
	);
	const site = await fakeIndexer(t, {answer: url => (url.searchParams.get('t') === 'caps' ? null : {body: page})});
	const found = await openIndexer(indexerSettings({url: site.url}), indexerDeps(t)).search(movieSearch({limit: 1000}), signal);
	t.is(found.length, 100);
	t.is(found[0]?.downloadUrl, `${site.url}/get?id=0`);
	t.is(site.requests.length, 3);
});

test('the recent feed goes back to the time that was seen', async t => {
	const items = Array.from({length: 250}, (_, index) => ({
		title: `Lantern Tide ${index}`,
		categories: [5040],
		publishDate: new Date(Date.UTC(2026, 1, 28) - index * 3_600_000),
	}));
	const site = await fakeIndexer(t, {items});
	const indexer = openIndexer(indexerSettings({url: site.url}), indexerDeps(t));
	t.is((await indexer.recent(signal)).length, 100);
	t.is((await indexer.recent(signal, new Date(Date.UTC(2026, 1, 28) - 120 * 3_600_000))).length, 200);
});

test('without categories nothing is asked', async t => {
	const site = await fakeIndexer(t, {items: [lantern]});
	t.deepEqual(await openIndexer(indexerSettings({url: site.url, categories: []}), indexerDeps(t)).search(movieSearch(), signal), []);
	t.is(site.requests.length, 1);
});

test('a wrong key is reported, and no message carries it', async t => {
	const site = await fakeIndexer(t, {
		apiKey: 'right',
		answer: url =>
			url.searchParams.get('t') === 'caps' ? null : {body: `<error code="100" description="wrong key ${url.searchParams.get('apikey')}"/>`},
	});
	const indexer = openIndexer(indexerSettings({url: site.url, apiKey: 'geheim42'}), indexerDeps(t));
	const error = await t.throwsAsync(indexer.search(movieSearch(), signal), {instanceOf: Invalid, code: 'authentication_failed'});
	t.false(`${error.message} ${error.stack}`.includes('geheim42'));
	await t.throwsAsync(indexer.test(signal), {code: 'authentication_failed'});
});

const failures = [
	{
		title: 'a limit that says what it is',
		answer: {status: 429, body: `<error code="429" description="The site's off until noon &amp; rests"/>`},
		code: 'rate_limited',
		type: TooMany,
		message: /429: “The site's off until noon & rests”/,
	},
	{title: 'a limit with its own pause', answer: {status: 429, headers: {'Retry-After': '300'}}, code: 'rate_limited', type: TooMany},
	{
		title: 'a limit in a document',
		answer: {body: '<error code="500" description="Request limit reached"/>'},
		code: 'rate_limited',
		type: TooMany,
	},
	{title: 'a page that is no XML', answer: {body: '<html><body>Login<br></body></html>'}, code: 'not_xml', type: UpstreamFailed},
	{title: 'another document', answer: {body: '<rss><channel/></rss>'}, code: 'caps_unusable', type: UpstreamFailed},
	{title: 'a refusal', answer: {status: 403}, code: 'authentication_failed', type: Invalid},
	{title: 'a broken server', answer: {status: 502, body: 'Bad Gateway'}, code: 'indexer_failed', type: UpstreamFailed},
];

for (const {title, answer, code, type, message} of failures) {
	test(`${title} fails as ${code}`, async t => {
		const site = await fakeIndexer(t, {answer: () => answer});
		const error = await t.throwsAsync(openIndexer(indexerSettings({url: site.url}), indexerDeps(t)).search(movieSearch(), signal), {
			instanceOf: type,
			code,
			...(message && {message}),
		});
		if (error instanceof TooMany) {
			t.is(error.retryAfterSeconds, answer.headers ? 300 : 3600);
		}
	});
}

test('a test names the version and what is offered, and refuses foreign categories', async t => {
	const site = await fakeIndexer(t, {items: [lantern]});
	const deps = indexerDeps(t);
	t.deepEqual(await openIndexer(indexerSettings({url: site.url}), deps).test(signal), {
		version: '1.3',
		details: ['Searches by text, TV, movies', '2 of the configured categories are offered', '1 releases in the recent feed'],
	});
	await t.throwsAsync(openIndexer(indexerSettings({url: site.url, categories: [7000]}), deps).test(signal), {code: 'no_categories'});
	const lost = await fakeIndexer(t, {answer: () => ({status: 404})});
	await t.throwsAsync(openIndexer(indexerSettings({url: lost.url}), deps).test(signal), {code: 'wrong_protocol'});
});

test('a usenet site configured as a torrent site is recognised', async t => {
	const site = await fakeIndexer(t, {kind: 'newznab', items: [{title: 'Lantern.Tide.2019', nzb: '<nzb/>', categories: [2000]}]});
	await t.throwsAsync(openIndexer(indexerSettings({url: site.url}), indexerDeps(t)).search(movieSearch(), signal), {
		code: 'wrong_protocol',
	});
});

test('a challenge is solved and the request repeated once with cookie and user agent', async t => {
	const seen: (string | undefined)[] = [];
	const site = await fakeIndexer(t, {
		items: [lantern],
		answer: (_url, {headers}) => {
			seen.push(`${headers.cookie} ${headers['user-agent']}`);
			const isClear = headers.cookie === 'cf_clearance=x';
			return isClear ? null : {status: 403, headers: {Server: 'cloudflare'}, body: '<html><title>Just a moment...</title></html>'};
		},
	});
	const solver = leavesCookie('cf_clearance', 'x');
	const settings = indexerSettings({url: site.url, captcha: true});
	t.is((await openIndexer(settings, indexerDeps(t, {solver})).search(movieSearch(), signal)).length, 1);
	t.is(seen[1], 'cf_clearance=x Browser/1');
	await t.throwsAsync(openIndexer({...settings, captcha: false}, indexerDeps(t, {solver})).search(movieSearch(), signal), {
		code: 'challenge',
	});
	const helpless = leavesCookie('nothing', '1');
	await t.throwsAsync(openIndexer(settings, indexerDeps(t, {solver: helpless})).search(movieSearch(), signal), {code: 'challenge_failed'});
	const failing = {...helpless, solve: async () => Promise.reject(new Error('no browser'))};
	await t.throwsAsync(openIndexer(settings, indexerDeps(t, {solver: failing})).search(movieSearch(), signal), {code: 'challenge_failed'});
});

test('a used up budget asks nothing, and an aborted signal is a cancellation', async t => {
	const site = await fakeIndexer(t, {items: [lantern]});
	const takeSlot = async () => Promise.reject(new TooMany('rate_limited', 'no more today', 60));
	await t.throwsAsync(openIndexer(indexerSettings({url: site.url}), indexerDeps(t, {takeSlot})).search(movieSearch(), signal), {
		code: 'rate_limited',
	});
	t.is(site.requests.length, 0);
	await t.throwsAsync(openIndexer(indexerSettings({url: site.url}), indexerDeps(t)).search(movieSearch(), AbortSignal.abort()), {
		instanceOf: Cancelled,
	});
});
