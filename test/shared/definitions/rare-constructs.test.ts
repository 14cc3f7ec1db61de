import test from 'ava';
import {nextDownloadStep} from '#shared/definitions/download-page.ts';
import {parseDefinition} from '#shared/definitions/parse-definition.ts';
import {readReply} from '#shared/definitions/read-reply.ts';
import {createSiteTools} from '#shared/definitions/site-tools.ts';
import {buildRequests} from '#shared/domain/definitions/build-requests.ts';
import type {SiteRelease} from '#shared/domain/definitions/read-release.ts';
import type {SiteSearch} from '#shared/domain/definitions/search-variables.ts';
import type {SettingValues} from '#shared/domain/definitions/settings.ts';
import {definitionText, madeUpDefinition, type Parts} from '#test/helpers/made-up-definition.ts';

/** What few definitions use, or none. */
const now = new Date('2026-03-07T16:05:09Z');
const site = 'https://quiet-meadow.example';
const newest: SiteSearch = {kind: 'newest'};
const film: SiteSearch = {kind: 'movie', title: 'Lantern Tide', year: 2019, imdbId: 'tt12345', tmdbId: 77};

function read(parts: Parts, body: string, search = newest): SiteRelease[] {
	return readReply(madeUpDefinition(parts), {settings: {}, search, now}, {status: 200, body}).releases;
}
function ask(parts: Parts, search = newest, settings: SettingValues = {}): string[] {
	const definition = madeUpDefinition(parts);
	const sent = buildRequests(definition, {settings, search, now}, createSiteTools(definition.encoding));
	return sent.map(({method, url, body}) => [method === 'GET' ? '' : `${method} `, url.replace(site, ''), body && ` ${body}`].join(''));
}
const input = (template: string) => ({search: `paths: [{path: s}]\ninputs: {q: ${JSON.stringify(template)}}`});
const usual = 'title: {selector: a.name}\ndownload: {selector: a.get, attribute: href}';
const row = (name: string, more = '') => `<tr class="row"><td><a class="name">${name}</a><a class="get" href="/get">g</a></td>${more}</tr>`;
const page = (...rows: string[]) => `<table>${rows.join('')}</table>`;

test('every variable that a search has by the format is there', t => {
	const names =
		'Type Q Categories Limit Offset Extended APIKey Genre Movie Year IMDBID IMDBIDShort TMDBID Series Ep Season TVDBID TVRageID TVMazeID TraktID DoubanID Episode Album Artist Label Track Author Title Publisher Keywords IsMovieSearch IsTVSearch IsSearch IsRssSearch IsIdSearch IsImdbQuery IsTmdbQuery IsTvdbQuery IsTvmazeQuery IsTVRageQuery IsTraktQuery IsDoubanQuery IsGenreQuery IsMusicSearch IsBookSearch';
	const all = names.split(' ').map(name => `{{ if .Query.${name} }}${name} {{ else }}{{ end }}`);
	const caps = 'modes: {search: [q], movie-search: [q, imdbid]}\ncategorymappings: [{id: 1, cat: Movies}]';
	const given = (search: SiteSearch) =>
		ask({caps, ...input(all.join(''))}, search)[0]
			?.slice('/s?q='.length)
			.split('+')
			.filter(Boolean);
	t.deepEqual(given(film), ['Type', 'Q', 'Year', 'IMDBID', 'IMDBIDShort', 'Keywords', 'IsMovieSearch', 'IsIdSearch', 'IsImdbQuery']);
	t.deepEqual(given(newest), ['Type', 'IsSearch', 'IsRssSearch']);
	t.deepEqual(given({kind: 'episode', title: 'A', season: 1, episode: 2}), [
		'Type',
		'Q',
		'Ep',
		'Season',
		'Episode',
		'Keywords',
		'IsTVSearch',
	]);
});

const requests: Record<string, [parts: Parts, sent: string[], settings?: SettingValues]> = {
	'several choices are a list': [
		{
			settings: '- {name: kinds, type: multi-select, defaults: [b], options: {a: A, b: B, c: C}}',
			...input('{{ join .Config.kinds "," }}{{ range .Config.kinds }}[{{.}}]{{end}}'),
		},
		['/s?q=a%2Cc%5Ba%5D%5Bc%5D'],
		{kinds: 'c, a, gone'},
	],
	'several choices have their defaults': [
		{settings: '- {name: kinds, type: multi-select, defaults: [b], options: {a: A, b: B}}', ...input('{{ join .Config.kinds "," }}')},
		['/s?q=b'],
	],
	'a default that is no option is sent as it stands': [
		{settings: '- {name: sort, type: select, default: t, options: {a: A}}', ...input('{{ .Config.sort }}')},
		['/s?q=t'],
	],
	'a tick without a default is off': [
		{settings: '- {name: free, type: checkbox}', ...input('{{ if .Config.free }}on{{ else }}off{{ end }}')},
		['/s?q=off'],
	],
	'a setting without a type is a text': [{settings: '- {name: key}', ...input('{{ .Config.key }}')}, ['/s?q=k'], {key: 'k'}],
	'a method that is a template is none': [{search: 'paths: [{path: s, method: "{{ .Config.m }}"}]'}, ['/s']],
	'a path may be an address of its own': [
		{search: 'paths: [{path: "https://api.quiet-meadow.example/v1"}]'},
		['https://api.quiet-meadow.example/v1'],
	],
	'a path may begin at the root or go up': [{search: 'paths: [{path: /a/b}, {path: ../c}]'}, ['/a/b', '/c']],
	'a variable in a condition that is a list': [{...input('{{ if .Categories }}some{{ else }}none{{ end }}')}, ['/s?q=none']],
	'fixed signs of a path stay, and plus signs are blanks': [{search: 'paths: [{path: "a+b/c%2Bd"}]'}, ['/a%20b/c%2Bd']],
	'keys of inputs are not encoded': [{search: 'paths: [{path: s}]\ninputs: {"filter[a b]": 1}'}, ['/s?filter[a%20b]=1']],
};

test('what is rarely asked is written as the format says', t => {
	for (const [name, [parts, sent, settings]] of Object.entries(requests)) {
		t.deepEqual(ask(parts, newest, settings), sent, name);
	}
});

const json = {search: 'paths: [{path: api, response: {type: json}}]', rows: 'selector: rows'};
const item = {t: 'A', d: '/d'};

test('every field of the format is read by its kind', t => {
	const values = {
		comments: ['/c', `${site}/c`],
		poster: ['//img.example/p.jpg', 'https://img.example/p.jpg'],
		author: ['W', 'W'],
		booktitle: ['B', 'B'],
		publisher: ['P', 'P'],
		artist: ['R', 'R'],
		album: ['L', 'L'],
		label: ['Lb', 'Lb'],
		track: ['T', 'T'],
		year: ['2019', 2019],
		grabs: ['1,234', 1234],
		files: ['12 files', 12],
		minimumseedtime: ['172800', 172_800],
		minimumratio: ['1,5', 1.5],
		uploadvolumefactor: ['2', 2],
		imdbid: ['https://i.example/tt0012345/', 12_345],
		tmdbid: ['movie/77', 77],
		tvdbid: [88, 88],
		rageid: ['9', 9],
		tvmazeid: ['10', 10],
		traktid: ['none', 0],
		doubanid: ['11', 11],
	} as const;
	const fields = Object.keys(values).map(name => `${name}: {selector: ${name}}`);
	const rows = [{...item, ...Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]))}];
	const [release] = read({...json, fields: `title: {selector: t}\ndownload: {selector: d}\n${fields.join('\n')}`}, JSON.stringify({rows}));
	for (const [name, [, wanted]] of Object.entries(values)) {
		t.is(release?.[name as keyof SiteRelease], wanted, name);
	}
});

const jsonBlocks: Record<string, [fields: string, value: unknown, name: keyof SiteRelease, read: unknown]> = {
	'a description may be added to': ['description: {text: a}\ndescription|append: {text: b}', '', 'description', 'ab'],
	'a field that stands twice has its last value': ['description: {text: a}\ndescription: {text: b}', '', 'description', 'b'],
	'categories add up': [
		'category: {text: 1}\ncategorydesc|append: {text: films}\ncategory|append: {text: 2}',
		'',
		'categories',
		[2040, 100_001, 5040],
	],
	'categories may be told not to add up': ['category: {text: 1}\ncategory|noappend: {text: 2}', '', 'categories', [5040]],
	'a modifier makes a field optional': ['size|optional: {selector: none}', '', 'size', undefined],
	'names of helpers may have digits': ['_1: {selector: v}\ndescription: {text: "<{{ .Result._1 }}>"}', 'x', 'description', '<x>'],
	'what failed is empty for later fields': [
		'size: {selector: v}\nseeders: {selector: none}\ndescription: {text: "{{ .Result.size }}|{{ .Result.seeders }}|"}',
		'1 KB',
		'description',
		'1024||',
	],
	'a later field is empty for earlier ones': ['description: {text: "[{{ .Result.size }}]"}\nsize: {selector: v}', '1', 'description', '[]'],
	'a case may be a template': ['description: {selector: v, case: {x: "{{ .Result.title }}!", "*": no}}', 'x', 'description', 'A!'],
	'a text wins over a selector': ['description: {text: fixed, selector: v}', 'x', 'description', 'fixed'],
	'an object is its JSON': ['description: {selector: v}', {a: 1}, 'description', '{"a":1}'],
	'units of time that are named otherwise': [
		'date: {selector: v, filters: [{name: reltime}]}',
		'2 hours',
		'date',
		'2026-03-07T14:05:09.000Z',
	],
	'layouts of time that are named otherwise': [
		'date: {selector: v, filters: [{name: timeparse, args: "yyyy-MM-dd"}]}',
		'2026-03-01',
		'date',
		'2026-03-01T00:00:00.000Z',
	],
	'what a layout does not fit is left to the next': [
		'date: {selector: v, filters: [{name: dateparse, args: "yyyy-MM-dd"}, {name: dateparse, args: "dd.MM.yyyy"}]}',
		'01.03.2026',
		'date',
		'2026-03-01T00:00:00.000Z',
	],
	'what is only logged changes nothing': [
		'description: {selector: v, filters: [{name: hexdump}, {name: strdump, args: x}]}',
		'x',
		'description',
		'x',
	],
	'half a ratio': ['downloadvolumefactor: {selector: v, case: {half: 0.5, "*": 1}}', 'half', 'downloadvolumefactor', 0.5],
	'many peers are none': ['seeders: {selector: v}', 5_000_000, 'seeders', 0],
	'a magnet link is a download of its own': ['magnet: {selector: v}', `magnet:?xt=urn:btih:${'c'.repeat(40)}`, 'infohash', 'c'.repeat(40)],
};

test('blocks of JSON mean what the format says', t => {
	const caps = 'modes: {search: [q]}\ncategorymappings: [{id: 1, cat: Movies/HD, desc: Films}, {id: 2, cat: TV/HD}]';
	for (const [name, [fields, value, key, wanted]] of Object.entries(jsonBlocks)) {
		const parts = {...json, caps, fields: `title: {selector: t}\ndownload: {selector: d}\n${fields}`};
		t.deepEqual(read(parts, JSON.stringify({rows: [{...item, v: value}]}))[0]?.[key], wanted, name);
	}
});

test('rows of JSON may be counted, nested, and filled in', t => {
	const fields = 'title: {selector: t}\ndownload: {selector: d}';
	const body = (more: object) => JSON.stringify({rows: [item], data: {list: {rows: [item, item]}}, ...more});
	const count = (rows: string, more: object = {}) => read({...json, rows, fields}, body(more)).length;
	t.is(count('selector: rows\ncount: {selector: total}', {total: 0}), 0);
	t.is(count('selector: rows\ncount: {selector: total}', {total: '12'}), 1);
	t.is(count('selector: rows\ncount: {selector: total}'), 1, 'one that is not there does not count');
	t.is(count('selector: rows\ncount: {selector: total}', {total: 'many'}), 1, 'nor one that is no number');
	t.is(count('selector: .data.list.rows'), 2);
	t.is(count('selector: $.data.list["rows"]'.replace('["rows"]', '.rows')), 2);
	t.is(count('selector: "{{ if .Query.Q }}none{{ else }}rows{{ end }}"'), 1);
});

test('rows of a page may be told apart by what is in them, and read by themselves', t => {
	const fields = 'title: {attribute: data-name}\ndownload: {selector: tr.row, attribute: data-get}';
	const body = page('<tr class="row" data-name="A" data-get="/a"></tr>', '<tr class="row old" data-name="B" data-get="/b"></tr>');
	const titles = (rows: string) => read({rows, fields}, body).map(({title}) => title);
	t.deepEqual(titles('selector: tr.row'), ['A', 'B'], 'a row that matches is what is found');
	t.deepEqual(titles('selector: "tr.row:not(.old)"'), ['A']);
	t.deepEqual(titles('selector: tr.row\nfilters: [{name: strdump}]'), ['A', 'B']);
});

test('what is removed is gone for later fields, and a case asks for what is there', t => {
	const fields = `${usual}
size: {selector: td.info, remove: b}
description: {selector: td.info}
downloadvolumefactor: {case: {"b.none": 3, "td.info": 0, "*": 1}}
uploadvolumefactor: {selector: td.none, optional: true, default: "{{ if .Result.size }}1{{ else }}2{{ end }}"}`;
	const [release] = read({fields}, page(row('A', '<td class="info"><b>9 GB of </b>1 KB</td>')));
	t.like(release, {size: 1024, description: '1 KB', downloadvolumefactor: 0, uploadvolumefactor: 1});
});

test('headers that hold dates may be missing where the definition says so', t => {
	const dated = (more: string) => `selector: tr.row\ndateheaders: {selector: td.day${more}}`;
	const body = page(row('A'), '<tr><td class="day">Yesterday</td></tr>', row('B'));
	const dates = (rows: string) => read({rows, fields: usual}, body).map(({title, date}) => `${title} ${date?.slice(0, 10)}`);
	t.deepEqual(dates(dated('')), ['B 2026-03-06']);
	t.deepEqual(dates(dated(', optional: true')), ['A undefined', 'B 2026-03-06']);
});

test('the words that a title must have may be those of a part of what was searched', t => {
	const rows = (args: string) => `selector: tr.row\nfilters: [{name: andmatch${args}}]`;
	const body = page(row('Lantern Tide'), row('The Lantern 2019 Tide'), row('Tide'));
	const titles = (args: string, search: SiteSearch = {kind: 'text', query: 'the Lantern an Tide 2019'}) =>
		read({rows: rows(args), fields: usual}, body, search).map(({title}) => title);
	t.deepEqual(titles(''), ['The Lantern 2019 Tide']);
	t.deepEqual(titles(', args: 19'), ['Lantern Tide', 'The Lantern 2019 Tide']);
});

const xml = {search: 'paths: [{path: rss, response: {type: xml}}]', rows: 'selector: item'};

test('XML has attributes, cases and conditions, too', t => {
	const fields = `title: {selector: title}
download: {selector: link}
category: {selector: "attr[name=cat]", attribute: value}
downloadvolumefactor: {case: {"attr[name=free]": 0, "*": 1}}
size: {selector: size, optional: true, default: 0}`;
	const caps = 'modes: {search: [q]}\ncategorymappings: [{id: 7, cat: Movies}]';
	const body = `<rss xmlns:t="u"><item><title>A</title><link>/a</link><t:attr name="cat" value="7"/><t:attr name="free" value="1"/></item>
<item><title>B</title><link>/b</link></item></rss>`;
	t.deepEqual(read({...xml, fields, caps}, body), [
		{title: 'A', download: `${site}/a`, categories: [2000], downloadvolumefactor: 0, size: 0},
		{title: 'B', download: `${site}/b`, downloadvolumefactor: 1, size: 0},
	]);
	t.deepEqual(read({...xml, fields, caps}, '<rss><item>'), []);
});

const link = `${site}/t?id=5&k=a b`;
const question = {settings: {token: 'T'}, now};
const step = (download: string, pages: Parameters<typeof nextDownloadStep>[3] = {}, head?: string) =>
	nextDownloadStep(
		madeUpDefinition({
			...(head && {head}),
			settings: '- {name: token, type: password}',
			more: `download:\n  ${download.replaceAll('\n', '\n  ')}`,
		}),
		question,
		link,
		pages,
	);
const at = (body: string) => ({url: `${site}/t`, body});

test('a download is asked for in the steps of its definition', t => {
	t.like(step('headers: {Authorization: ["Bearer {{ .Config.token }}"]}\nmethod: post'), {
		places: [{request: {method: 'POST', url: `${site}/t?id=5&k=a%20b`, body: '', headers: {Authorization: 'Bearer T'}}}],
	});
	const before =
		'before: {path: "thank/{{ .DownloadUri.Query.id }}", queryseparator: ";", inputs: {k: "{{ .DownloadUri.Query.k }}", h: "{{ .DownloadUri.Host }}"}}';
	t.like(step(before), {kind: 'before', request: {method: 'GET', url: `${site}/thank/5?k=a+b;h=quiet-meadow.example`}});
	const parts =
		'before: {path: x, inputs: {u: "{{ .DownloadUri.AbsoluteUri }}", p: "{{ .DownloadUri.AbsolutePath }}", s: "{{ .DownloadUri.Scheme }}", o: "{{ .DownloadUri.Port }}", q: "{{ .DownloadUri.Query }}", pq: "{{ .DownloadUri.PathAndQuery }}"}, method: post}';
	const asked = step(parts);
	t.is(
		asked.kind === 'before' && asked.request.body,
		'u=https%3A%2F%2Fquiet-meadow.example%2Ft%3Fid%3D5%26k%3Da%2520b&p=%2Ft&s=https&o=443&q=%3Fid%3D5%26k%3Da%2520b&pq=%2Ft%3Fid%3D5%26k%3Da%2520b',
	);
});

test('the reply to what is sent before may have the link or the hash', t => {
	const before = 'before: {path: thank}';
	const selected = `${before}\nselectors: [{selector: a.f, attribute: href, usebeforeresponse: true}]`;
	t.like(step(selected), {kind: 'before'}, 'the page of the link is not needed');
	t.like(step(selected, {before: at('<a class="f" href="/file">f</a>')}), {places: [{request: {url: `${site}/file`}}]});
	const hash = 'd'.repeat(40);
	const hashed = `${before}\ninfohash: {usebeforeresponse: true, hash: {selector: b}, title: {selector: i}}`;
	t.like(step(hashed), {kind: 'before'});
	t.deepEqual(step(hashed, {before: at(`<b> ${hash} </b><i>A b</i>`)}), {
		kind: 'files',
		places: [{magnet: `magnet:?xt=urn:btih:${hash}&dn=A%20b`}],
	});
	t.like(
		step(hashed, {before: at('nothing')}),
		{places: [{request: {url: `${site}/t?id=5&k=a%20b`}}]},
		'without a hash the link itself counts',
	);
});

test('selectors of a download are tried in order, also one that stands in the block itself', t => {
	const two =
		'selectors: [{selector: a.none, attribute: href}, {selector: a.one, attribute: href}, {selector: a.two, attribute: href, filters: [{name: append, args: "&x=1"}]}]';
	const body = at('<a class="one" href="/one">1</a><a class="two" href="two?a=b">2</a>');
	t.like(step(two), {kind: 'page'});
	t.like(step(two, {page: body}), {places: [{request: {url: `${site}/one`}}, {request: {url: `${site}/two?a=b&x=1`}}]});
	t.like(step('selector: a.one\nattribute: href', {page: body}), {places: [{request: {url: `${site}/one`}}]});
	t.throws(() => step(two, {page: at('')}), {message: /no selector of the download/});
});

test('files of any version of the format are read, with keys that nobody knows', t => {
	const text = `\ufeff${definitionText({head: 'type: odd\nfollowredirect: true\ntestlinktorrent: false\nrequestDelay: 2.5\ncertificates: [abc]\nlegacylinks: [https://old.example/]\nunknown: {a: [1]}'})}`;
	const {definition, faults} = parseDefinition(text, 'quiet');
	t.deepEqual(faults, []);
	t.like(definition, {
		key: 'quiet',
		id: 'quietmeadow',
		type: 'odd',
		followsRedirects: true,
		requestDelaySeconds: 2.5,
		legacyLinks: ['https://old.example/'],
	});
	const old = `id: q\nname: Q\nlanguage: en\ntype: public\nlinks: [https://q.example/]\ncaps: {categories: {1: Movies, 2: TV}, modes: {search: [q]}}
search: {path: s, inputs: {q: "{{ .Query.Keywords }}"}, rows: {selector: tr}, fields: {title: a.t, download: {selector: a.d, attribute: href}}}\ndownload: {selector: a.x, attribute: href}`;
	t.deepEqual(parseDefinition(old, 'q').faults, []);
});
