import test from 'ava';
import {createSiteTools} from '#shared/definitions/site-tools.ts';
import {buildRequests, type SiteQuestion} from '#shared/domain/definitions/build-requests.ts';
import {Unusable} from '#shared/domain/definitions/definition.ts';
import {categoriesOf, ownCategory, siteCategories} from '#shared/domain/definitions/standard-categories.ts';
import {madeUpDefinition, type Parts} from '#test/helpers/made-up-definition.ts';

const now = new Date('2026-03-07T16:05:09Z');
const film: SiteQuestion['search'] = {kind: 'movie', title: 'Some Title', year: 2020, imdbId: 'tt123', tmdbId: 42};
const episode: SiteQuestion['search'] = {kind: 'episode', title: 'Some Show', season: 2, episode: 5, imdbId: 'tt123', tvdbId: 77};

function ask(parts: Parts, search: SiteQuestion['search'] = film, more: Partial<SiteQuestion> = {}) {
	const definition = madeUpDefinition(parts);
	return buildRequests(definition, {settings: {}, search, now, ...more}, createSiteTools(definition.encoding));
}
const base = 'https://quiet-meadow.example/';
const urls = (...args: Parameters<typeof ask>) => ask(...args).map(({url}) => url.replace(base, ''));
const text = (query: string): SiteQuestion['search'] => ({kind: 'text', query});

test('values are encoded in the encoding of the site, paths in UTF-8 and without plus signs', t => {
	const search = 'path: "find/{{ .Keywords }}/x"\ninputs: {q: "{{ .Keywords }}", "c[]": 1}';
	t.deepEqual(urls({head: 'type: public\nencoding: windows-1251', search}, text("тест o'x & co")), [
		'find/%D1%82%D0%B5%D1%81%D1%82%20o%27x%20%26%20co/x?q=%F2%E5%F1%F2+o%27x+%26+co&c[]=1',
	]);
});

test('keywords are those of the kind of search, after the filters of the definition', t => {
	const search =
		'path: a\ninputs: {k: "{{ .Keywords }}", q: "{{ .Query.Keywords }}", e: "{{ .Query.Episode }}", t: "{{ .Query.Type }}"}\nkeywordsfilters: [{name: replace, args: [" ", "%"]}, {name: append, args: "{{ if .Query.Season }}!{{ else }}{{ end }}"}]';
	t.deepEqual(urls({search}), ['a?k=Some%25Title%252020&q=Some+Title+2020&t=movie']);
	t.deepEqual(urls({search}, episode), ['a?k=Some%25Show%25S02E05!&q=Some+Show+S02E05&e=S02E05&t=tvsearch']);
	t.deepEqual(urls({search}, {kind: 'newest'}), ['a?t=search']);
	const show = (season: number | string, each: number | string | null) =>
		urls({search: 'path: a\ninputs: {e: "{{ .Query.Episode }}"}'}, {kind: 'episode', title: 'x', season, episode: each});
	t.deepEqual([show(2, null), show(0, 5), show('2026', '03/07'), show(12, 130)].flat(), ['a?e=S02', 'a', 'a?e=2026.03.07', 'a?e=S12E130']);
});

test('only ids that the site takes are sent', t => {
	const ids =
		'path: a\ninputs: {i: "{{ .Query.IMDBID }}", s: "{{ .Query.IMDBIDShort }}", m: "{{ .Query.TMDBID }}", v: "{{ .Query.TVDBID }}"}';
	const caps = (more: string) => `modes: {search: [q], movie-search: [q, imdbid], tv-search: [q, imdbid, tvdbid]}\n${more}`;
	t.deepEqual(urls({search: ids, caps: caps('')}), ['a?i=tt0000123&s=0000123']);
	t.deepEqual(urls({search: ids, caps: caps('')}, episode), ['a?v=77']);
	t.deepEqual(urls({search: ids, caps: caps('allowtvsearchimdb: true')}, episode), ['a?i=tt0000123&s=0000123&v=77']);
	t.deepEqual(urls({search: ids}), ['a']);
});

test('settings have their defaults, blank values are left out, and raw queries are taken apart', t => {
	const settings =
		'- {name: free, type: checkbox, default: true}\n- {name: sort, type: select, default: "2", options: {"1": a, "2": b}}\n- {name: key, type: text}';
	const search =
		'path: a\ninputs: {f: "{{ if .Config.free }}1{{ else }}{{ end }}", s: "{{ .Config.sort }}", k: "{{ .Config.key }}", $raw: "x=&y={{ .Config.key }}&=3&z"}';
	t.deepEqual(urls({settings, search}), ['a?f=1&s=2&x=&y=&z=']);
	t.deepEqual(urls({settings, search}, film, {settings: {free: false, sort: '1', key: 'a b'}}), ['a?s=1&k=a+b&x=&y=a%2Bb&z=']);
	t.deepEqual(urls({settings, search: `${search}\nallowEmptyInputs: true`}, film, {settings: {free: false}}), ['a?f=&s=2&k=&x=&y=&z=']);
	t.deepEqual(
		urls({settings, search: 'path: "{{ .Today.Year }}"\ninputs: {r: "{{ .Config.sitelink }}"}'}, film, {now: new Date('2026-01-20')}),
		['2025?r=https%3A%2F%2Fquiet-meadow.example%2F'],
	);
});

test('paths are asked for their categories, with inputs of their own, and the same one once', t => {
	const search = `
paths:
  - {path: films, categories: ["1", "3"], inputs: {c: "{{ join .Categories \\"-\\" }}"}}
  - {path: others, categories: ["!", "1"]}
  - {path: all, inheritinputs: false, queryseparator: ";", inputs: {a: 1, b: 2}}
  - {path: all, inheritinputs: false, inputs: {a: 1;b=2}}
  - {path: send, method: post}
inputs: {q: "{{ .Keywords }}"}`;
	const caps = 'modes: {search: [q]}\ncategories: {"1": Movies/HD, "2": TV, "3": Movies/UHD}';
	t.deepEqual(urls({search, caps}), ['films?q=Some+Title+2020&c=1-3', 'all?a=1;b=2', 'all?a=1%3Bb%3D2', 'send']);
	t.deepEqual(urls({search, caps}, episode), ['others?q=Some+Show+S02E05', 'all?a=1;b=2', 'all?a=1%3Bb%3D2', 'send']);
	t.deepEqual(urls({search, caps}, text('x')), ['films?q=x', 'others?q=x', 'all?a=1;b=2', 'all?a=1%3Bb%3D2', 'send']);
	const post = ask({search, caps}).at(-1);
	t.like(post, {method: 'POST', body: 'q=Some+Title+2020', headers: {'Content-Type': 'application/x-www-form-urlencoded'}});
	t.is(urls({search: 'paths: [{path: a}, {path: a}]'}).length, 1);
});

test('headers are filled in and include the cookie, and no value begins another header', t => {
	const settings = '- {name: cookie, type: text}\n- {name: token, type: password}';
	const search = 'path: a\nheaders: {Authorization: ["Bearer {{ .Config.token }}", never]}';
	t.deepEqual(ask({settings, search}, film, {settings: {cookie: ' a=1; b=2\n', token: 'xyz'}})[0]?.headers, {
		Authorization: 'Bearer xyz',
		Cookie: 'a=1; b=2',
	});
	t.throws(() => ask({settings, search}, film, {settings: {token: 'a\r\nX-Evil: 1'}}), {instanceOf: Unusable, message: /Authorization/});
	t.throws(() => ask({settings, search}, film, {settings: {cookie: 'a=1\nb=2'}}), {instanceOf: Unusable});
});

test('an old address is replaced by the first, another one is used', t => {
	const head = 'type: public\nlegacylinks: [https://old.example/]';
	const search = 'path: a';
	t.deepEqual(urls({head, search}, film, {siteLink: 'https://old.example/'}), ['a']);
	t.deepEqual(urls({head, search}, film, {siteLink: 'https://mirror.example/sub/'}), ['https://mirror.example/sub/a']);
	t.throws(
		() =>
			urls({search: 'path: "https://{{ .Config.u }}/x"', settings: '- {name: u, type: text, default: "a"}'}, film, {settings: {u: '//['}}),
		{instanceOf: Unusable},
	);
});

test('categories are found both ways', t => {
	const {shortHash} = createSiteTools('UTF-8');
	t.is(ownCategory('con_wii', shortHash), 137_107);
	t.is(ownCategory('07', shortHash), 100_007);
	const {caps} = madeUpDefinition({
		caps: 'modes: {search: [q]}\ncategorymappings:\n  - {id: 5, cat: Movies/HD, desc: Films}\n  - {id: 7, cat: TV, default: true}\n  - {id: 5, cat: Movies/UHD}\n  - {id: Anime, cat: TV/Anime, desc: Anime}',
	});
	t.deepEqual(siteCategories(caps, [2000], shortHash), ['5']);
	t.deepEqual(siteCategories(caps, [5000], shortHash), ['7', 'Anime']);
	t.deepEqual(siteCategories(caps, [5070], shortHash), ['Anime']);
	t.deepEqual(siteCategories(caps, [3000], shortHash), ['7']);
	t.deepEqual(siteCategories(caps, [100_005], shortHash), ['5']);
	t.deepEqual(categoriesOf(caps, '5', 'id', shortHash), [2040, 100_005, 2045]);
	t.deepEqual(categoriesOf(caps, 'films', 'description', shortHash), [2040, 100_005]);
	t.deepEqual(categoriesOf(caps, 'anime', 'id', shortHash), [5070, ownCategory('Anime', shortHash)]);
	t.deepEqual(categoriesOf(caps, '99', 'id', shortHash), []);
});
