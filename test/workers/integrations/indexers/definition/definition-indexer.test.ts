import type {ServerResponse} from 'node:http';
import test, {type ExecutionContext} from 'ava';
import iconv from 'iconv-lite';
import {TooMany} from '#shared/errors.ts';
import {account, privateSite, type SiteParts, siteDefinition} from '#test/helpers/fakes/private-site.ts';
import {indexerDeps, indexerSettings, movieSearch} from '#test/helpers/indexer-fixtures.ts';
import {siteDeps} from '#test/helpers/site-deps.ts';
import {openIndexer} from '#workers/integrations/indexers/open-indexer.ts';

const {signal} = new AbortController();

async function withSite(t: ExecutionContext, parts: SiteParts = {}, settings: Record<string, string | boolean> = account) {
	const site = await privateSite(t);
	const files: Record<string, string> = {meadow: siteDefinition(site.url, parts)};
	const deps = indexerDeps(t, {sites: await siteDeps(t, files)});
	const open = (given: Record<string, string | boolean> = settings, url = site.url) =>
		openIndexer(indexerSettings({kind: 'definition', url, definition: 'meadow', settings: given}), deps);
	return {site, files, deps, open, indexer: open()};
}

test('a site behind a form is searched, and what it says of a release is kept', async t => {
	const {site, indexer} = await withSite(t);
	const [found, ...others] = await indexer.search(movieSearch({imdbId: 'tt0012345'}), signal);
	t.deepEqual(others, []);
	t.deepEqual(found, {
		guid: `${site.url}/file?id=1`,
		title: 'Lantern.Tide.2019.1080p.WEB-DL.x264-NOBODY',
		size: 4.5 * 1024 ** 3,
		indexer: 'Quiet Harbour',
		indexerId: 'indexer-1',
		indexerPriority: 25,
		publishDate: null,
		downloadUrl: `${site.url}/file?id=1`,
		magnetUrl: null,
		infoUrl: `${site.url}/page?id=1`,
		category: ['2040'],
		protocol: 'torrent',
		seeders: 31,
		leechers: 2,
		infoHash: null,
		flags: ['freeleech'],
		minimumSeeding: {ratio: 1.2, minutes: 2880},
		container: null,
		files: null,
		languages: [],
		imdbId: 'tt0012345',
		metaId: null,
		tvMetaId: null,
	});
	t.deepEqual(site.paths(), ['/enter', '/take-login', '/index', '/list']);
	t.deepEqual(
		[...(site.heard.at(-1)?.query ?? [])],
		[
			['q', 'Lantern Tide 2019'],
			['imdb', 'tt0012345'],
		],
	);
});

test('the session lasts, and the site may forget us in the middle', async t => {
	const {site, indexer, open} = await withSite(t);
	await indexer.search(movieSearch(), signal);
	site.heard.length = 0;
	await open().recent(signal);
	t.deepEqual(site.paths(), ['/list']);
	site.forgetAll();
	site.heard.length = 0;
	t.is((await open().search(movieSearch(), signal)).length, 1);
	t.deepEqual(site.paths(), ['/list', '/enter', '/take-login', '/index', '/list']);
	await open({...account, password: 'correct horse '})
		.search(movieSearch(), signal)
		.catch(() => null);
	t.is(site.paths().filter(path => path === '/take-login').length, 2, 'a session of other credentials is none');
});

for (const [name, again] of [
	['leads to its login page', (response: ServerResponse) => response.writeHead(302, {location: '/enter'}).end()],
	['shows its login page', (response: ServerResponse) => response.end('<form id="in"><input name="u"></form>')],
	['refuses us', (response: ServerResponse) => response.writeHead(403).end()],
] as const) {
	test(`a site that takes a login and ${name} all the same is not sent it again and again`, async t => {
		const {site, open} = await withSite(t);
		const logins = () => site.paths().filter(path => path === '/take-login').length;
		await open().recent(signal);
		site.answer = ({path}, response) => {
			if (path === '/list') {
				again(response);
			}
			return path === '/list';
		};
		const error = await t.throwsAsync(open().search(movieSearch(), signal), {code: 'authentication_failed'});
		t.regex(error.message, name === 'refuses us' ? /refuses us \(403\)/ : /took the login, but does not show/);
		t.is(logins(), 2);
		await t.throwsAsync(open().search(movieSearch(), signal), {code: 'authentication_failed', message: /not tried again before/});
		t.is(logins(), 2);
		// A first login is not repeated either.
		const other = {...account, hint: 'other'};
		await t.throwsAsync(open(other).search(movieSearch(), signal), {code: 'authentication_failed'});
		t.is(logins(), 3);
	});
}

test('a session that ends twice in one visit is renewed twice, and releases count whatever else a page lacks', async t => {
	const {site, files, open} = await withSite(t, {paths: '[{path: list}, {path: "list?more"}]'});
	await open().recent(signal);
	let asked = 0;
	site.answer = ({path}) => {
		asked += path === '/list' ? 1 : 0;
		if (path === '/list' && (asked === 1 || asked === 3)) {
			site.forgetAll();
		}
		return false;
	};
	t.is((await open().search(movieSearch(), signal)).length, 1);
	t.is(site.paths().filter(path => path === '/take-login').length, 3);
	files['meadow'] = files['meadow']?.replace('selector: a.bye', 'selector: a.renamed') ?? '';
	site.answer = () => false;
	t.is((await open().search(movieSearch(), signal)).length, 1);
});

test('of many searches at once one logs in', async t => {
	const {site, open} = await withSite(t);
	await Promise.all([1, 2, 3].map(() => open().search(movieSearch(), signal)));
	t.is(site.paths().filter(path => path === '/take-login').length, 1);
});

test('nothing found is asked for by the other names, each request once', async t => {
	const {site, indexer} = await withSite(t);
	site.rows = [];
	t.deepEqual(await indexer.search(movieSearch({titles: ['Laternenflut']}), signal), []);
	const asked = site.heard.filter(({path}) => path === '/list').map(({query}) => query.get('q'));
	t.deepEqual(asked, ['Lantern Tide 2019', 'Laternenflut 2019']);
});

test('a site is asked for plain words, and for the title as it is only where it takes any', async t => {
	const asked = async (caps?: string) => {
		const {site, indexer} = await withSite(t, caps ? {caps} : {});
		site.rows = [];
		await indexer.search(movieSearch({title: "Lantern & Tide: Reed's Café", year: 2019}), signal);
		return site.heard.filter(({path}) => path === '/list').map(({query}) => query.get('q'));
	};
	t.deepEqual(await asked(), ['Lantern and Tide Reeds Cafe 2019', 'Lantern and Tide Reed s Cafe 2019']);
	t.deepEqual(await asked('allowrawsearch: true'), ["Lantern & Tide: Reed's Café 2019"]);
});

test('a page or JSON that says nothing but that the site limits us is a limit, and an empty one is none', async t => {
	const {site, indexer} = await withSite(t);
	const answered = async (body: string) => {
		site.answer = ({path}, response) => {
			if (path === '/list') {
				response.end(body);
			}
			return path === '/list';
		};
		return indexer.search(movieSearch(), signal);
	};
	const bye = '<a class="bye" href="/out">bye</a>';
	const limit = {instanceOf: TooMany, code: 'rate_limited', message: /Too many requests/};
	await t.throwsAsync(answered(`<html><body>${bye}<p>Too many requests, please wait 90 seconds</p></body></html>`), limit);
	t.deepEqual(await answered(`<html><body>${bye}<p>Nothing found</p></body></html>`), []);
	t.deepEqual(await answered(`<html><body>${bye}<p>${'About us. '.repeat(40)} Download limit: none</p></body></html>`), []);
});

for (const {title, location, expected} of [
	{
		title: 'to another page is told with its path',
		location: '/rules?key=1',
		expected: {code: 'site_moved', message: /leads to \/rules instead/},
	},
	{title: 'to the page of a challenge is one', location: '/cdn-cgi/content?id=1', expected: {code: 'challenge'}},
]) {
	test(`a redirect within the site ${title}`, async t => {
		const {site, indexer} = await withSite(t, {login: ''});
		site.answer = (_heard, response) => Boolean(response.writeHead(302, {location}).end());
		await t.throwsAsync(indexer.search(movieSearch(), signal), expected);
	});
}

test('a wrong password is told in the words of the site, and not tried again at once', async t => {
	const {site, open} = await withSite(t);
	const wrong = {...account, password: 'wrong horse'};
	const refused = await t.throwsAsync(open(wrong).test(signal), {code: 'authentication_failed'});
	t.regex(refused.message, /refuses the login: Wrong name or password, <b>stranger/);
	t.false(refused.message.includes('wrong horse'));
	site.heard.length = 0;
	const again = await t.throwsAsync(open(wrong).search(movieSearch(), signal), {code: 'authentication_failed'});
	t.regex(again.message, /Wrong name or password.* not tried again before 2026-03-01T12:05/);
	t.deepEqual(site.paths(), []);
	const {details, releases = []} = await open().test(signal);
	t.regex(details[0] ?? '', /^The definition \S+ is readable$/);
	t.true(details.includes('The login was taken'));
	t.truthy(
		details.find(line => /^GET \S+: 1 rows$/.test(line)),
		details.join('\n'),
	);
	t.true(details.includes('1 releases on the first page'));
	t.deepEqual(releases, [
		{title: site.rows[0]?.title ?? '', size: 4.5 * 1024 ** 3, seeders: 31, leechers: 2, publishDate: null, categories: [2040]},
	]);
});

const methods: Record<
	string,
	{login: string; settings: string; given: Record<string, string>; first: (t: ExecutionContext, site: Site) => void}
> = {
	cookie: {
		login: 'login: {method: cookie, test: {path: index, selector: a.bye}}',
		settings: '  - {name: cookie, type: text}',
		given: {cookie: 'member=known; other=1'},
		first: (t, site) => t.is(site.heard[0]?.headers.cookie, 'member=known; other=1'),
	},
	get: {
		login: 'login: {method: get, path: api, inputs: {key: "{{ .Config.apikey }}"}, error: [{selector: p.alert}]}',
		settings: '  - {name: apikey, type: text}',
		given: {apikey: 'k e y'},
		first: (t, site) => t.is(site.heard[0]?.query.get('key'), 'k e y'),
	},
	post: {
		login: 'login: {method: post, path: in, cookies: ["seen=1"], inputs: {u: "{{ .Config.username }}"}}',
		settings: '  - {name: username, type: text}',
		given: {username: 'vera&co'},
		first(t, site) {
			t.is(site.heard[0]?.form.get('u'), 'vera&co');
			t.is(site.heard[0]?.headers.cookie, 'seen=1');
		},
	},
	oneurl: {
		login: 'login: {method: oneurl, path: go/, inputs: {oneurl: "{{ .Config.apikey }}"}}',
		settings: '  - {name: apikey, type: text}',
		given: {apikey: 'abc'},
		first: (t, site) => t.is(site.heard[0]?.path, '/go/abc'),
	},
};
type Site = Awaited<ReturnType<typeof privateSite>>;

for (const [method, {login, settings, given, first}] of Object.entries(methods)) {
	test(`the login by ${method}`, async t => {
		const {site, indexer} = await withSite(t, {login, settings}, given);
		site.answer = ({path, headers}, response) => {
			const isIn = method === 'cookie' || headers.cookie?.includes('got=1');
			const row =
				'<a class="bye"></a><table><tr class="one"><td><a class="t">Lantern Tide</a><a class="get" href="/f">x</a></td></tr></table>';
			response.setHeader('content-type', 'text/html');
			response.setHeader('set-cookie', path === '/list' ? [] : ['got=1; Path=/', 'else=1; Domain=example.com']);
			return Boolean(response.end(path === '/list' && isIn ? row : ''));
		};
		t.is((await indexer.search(movieSearch(), signal)).length, 1);
		first(t, site);
		t.false(site.heard.some(({headers}) => headers.cookie?.includes('else=1')));
	});
}

test('a cookie that the site has forgotten has to be entered again', async t => {
	const {login, settings} = methods['cookie']!;
	const {site, open} = await withSite(t, {login, settings}, {});
	await t.throwsAsync(open({}).recent(signal), {code: 'authentication_failed', message: /needs the cookie/});
	await t.throwsAsync(open({cookie: 'member=gone'}).recent(signal), {code: 'authentication_failed', message: /not accept the cookie/});
	t.deepEqual(site.paths(), ['/list']);
});

test('a definition that is gone, broken or changed says so', async t => {
	const {files, indexer} = await withSite(t);
	t.is((await indexer.recent(signal)).length, 1);
	const whole = files['meadow'] ?? '';
	files['meadow'] = 'name: [';
	await t.throwsAsync(indexer.recent(signal), {code: 'definition_unusable', message: /Quiet Harbour, read by the definition meadow/});
	delete files['meadow'];
	await t.throwsAsync(indexer.recent(signal), {code: 'definition_missing'});
	await t.throwsAsync(indexer.test(signal), {code: 'definition_missing'});
	files['meadow'] = whole.replace('a.get, attribute: href', 'a.none, attribute: href');
	t.deepEqual(await indexer.recent(signal), []);
});

test('the capabilities are those of the definition', async t => {
	const {indexer} = await withSite(t);
	t.like(await indexer.capabilities(signal), {
		title: 'Hidden Meadow',
		movieSearch: {params: ['q', 'imdbid']},
		tvSearch: {params: ['q', 'season', 'ep']},
	});
});

test('a site of another encoding is asked and read in it', async t => {
	const site = await privateSite(t);
	const text = siteDefinition(site.url).replace('encoding: UTF-8', 'encoding: windows-1251').replace('method: form', 'method: post');
	const deps = indexerDeps(t, {sites: await siteDeps(t, {meadow: text.replace('path: enter', 'path: in')})});
	const settings = {username: 'вера', password: 'пароль'};
	const queries: string[] = [];
	site.answer = (_heard, response) => {
		response.setHeader('content-type', 'text/html; charset=utf-8');
		const row =
			'<a class="bye"></a><table><tr class="one"><td><a class="t">Тихая гавань</a><a class="get" href="/f">x</a></td></tr></table>';
		return Boolean(response.end(iconv.encode(row, 'windows-1251')));
	};
	const http: typeof deps.http = request => {
		queries.push(`${new URL(request.url).search} ${request.body ?? ''}`);
		return deps.http(request);
	};
	const indexer = openIndexer(indexerSettings({kind: 'definition', url: site.url, definition: 'meadow', settings}), {...deps, http});
	const [found] = await indexer.search({kind: 'text', query: 'гавань', media: null, categories: null, limit: 10}, signal);
	t.is(found?.title, 'Тихая гавань');
	t.deepEqual(queries, [' u=%E2%E5%F0%E0&p=%EF%E0%F0%EE%EB%FC', '?q=%E3%E0%E2%E0%ED%FC ']);
});

test('an episode, a day and a number are searched as the definition writes them', async t => {
	const {site, indexer} = await withSite(t);
	site.rows = [];
	const series = {title: 'Salt Clock', titles: [], year: 2019, tvMetaId: 7, metaId: null, imdbId: null};
	const rest = {series, categories: null, limit: 10};
	await indexer.search({kind: 'episode', season: 2, episode: 5, ...rest}, signal);
	await indexer.search({kind: 'season', season: 2, ...rest}, signal);
	await indexer.search({kind: 'daily', airDate: '2019-03-07', ...rest}, signal);
	await indexer.search({kind: 'anime', absoluteEpisode: 7, season: 1, episode: 7, ...rest}, signal);
	const asked = site.heard.filter(({path}) => path === '/list').map(({query}) => query.get('q'));
	t.deepEqual(asked, ['Salt Clock S02E05', 'Salt Clock S02', 'Salt Clock 2019.03.07', 'Salt Clock S01E07', 'Salt Clock 07']);
});

test('releases of other categories are left out', async t => {
	const {deps, site} = await withSite(t);
	const open = (categories: number[]) =>
		openIndexer(indexerSettings({kind: 'definition', url: site.url, definition: 'meadow', settings: account, categories}), deps);
	t.is((await open([2000]).recent(signal)).length, 1);
	t.is((await open([2040]).recent(signal)).length, 1);
	t.is((await open([5000]).recent(signal)).length, 0);
});

test('a captcha that asks for no person is answered', async t => {
	const {site, indexer} = await withSite(t, {login: 'login: {path: enter, form: form#in, inputs: {u: x}}'});
	site.answer = ({path, form}, response) => {
		const pages: Record<string, string> = {
			'/enter':
				'<script src="/js/simpleCaptcha.js"></script><form id="in" action="/in" method="post" enctype="multipart/form-data"></form>',
			'/simpleCaptcha.php': JSON.stringify({images: [{hash: 'right'}, {hash: 'wrong'}]}),
		};
		const isRight = [...form.values()].join().includes('right');
		const cookies = path === '/in' && isRight ? ['in=1; Path=/'] : [];
		response.setHeader('set-cookie', cookies);
		return Boolean(response.end(pages[path] ?? '<a class="bye"></a>'));
	};
	t.deepEqual(await indexer.recent(signal), []);
	t.deepEqual(site.paths(), ['/enter', '/simpleCaptcha.php', '/in', '/list']);
	t.regex(site.heard[2]?.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/);
	t.is(site.heard[3]?.headers.cookie, 'in=1');
});

test('a failure of the site causes no login, and a login that changes nothing is not repeated', async t => {
	const {site, indexer} = await withSite(t);
	await indexer.recent(signal);
	site.heard.length = 0;
	let status = 503;
	site.answer = ({path}, response) => path === '/list' && Boolean(response.writeHead(status).end('Broken'));
	await t.throwsAsync(indexer.recent(signal), {code: 'site_failed', message: /answers 503/});
	t.deepEqual(site.paths(), ['/list']);
	status = 403;
	await t.throwsAsync(indexer.recent(signal), {code: 'authentication_failed', message: /refuses us \(403\)/});
	t.deepEqual(site.paths().slice(1), ['/list', '/enter', '/take-login', '/index', '/list']);
});

test('a limit of the site is kept', async t => {
	const {site, indexer} = await withSite(t, {login: ''});
	site.answer = (_heard, response) => Boolean(response.writeHead(429, {'retry-after': '90'}).end());
	t.is((await t.throwsAsync(indexer.recent(signal), {instanceOf: TooMany}))?.retryAfterSeconds, 90);
});

test('a password that the site quotes is neither told nor stored', async t => {
	const {site, deps, open} = await withSite(t);
	const wrong = {...account, password: 'wrong horse battery'};
	site.answer = ({path, form}, response) =>
		path === '/take-login' && Boolean(response.end(`<p class="alert">No member has the password ${form.get('p')}</p>`));
	for (const _try of ['told', 'remembered']) {
		const error = await t.throwsAsync(open(wrong).recent(signal), {
			code: 'authentication_failed',
			message: /No member has the password \*{8}/,
		});
		t.false(error.message.includes('horse'));
	}
	const {redis, prefix} = deps.sites;
	const stored = Object.values(await redis.hgetall(`${prefix}:refused-logins`)).join();
	t.regex(stored, /No member/);
	t.false(stored.includes('horse'));
});
