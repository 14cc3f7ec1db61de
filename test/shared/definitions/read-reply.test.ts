import test from 'ava';
import {readReply} from '#shared/definitions/read-reply.ts';
import {Unusable} from '#shared/domain/definitions/definition.ts';
import type {SiteSearch} from '#shared/domain/definitions/search-variables.ts';
import {madeUpDefinition, type Parts} from '#test/helpers/made-up-definition.ts';

const now = new Date('2026-03-07T16:05:09Z');
const text: SiteSearch = {kind: 'text', query: 'some title'};

function read(parts: Parts, body: string, search = text) {
	return readReply(madeUpDefinition(parts), {settings: {}, search, now}, {status: 200, body});
}
const releases = (...args: Parameters<typeof read>) => read(...args).releases;

const row = (name: string, cells = '') =>
	`<tr class="row"><td><a class="name" href="details.php?id=1">${name}</a></td><td><a class="get" href="get.php?id=1&amp;x=2">get</a></td>${cells}</tr>`;
const page = (...rows: string[]) => `<!doctype html><title>t</title><table id="list">${rows.join('')}</table>`;
const usual = 'title: {selector: a.name}\ndownload: {selector: a.get, attribute: href}';

test('all fields of a page are read and normalized', t => {
	const fields = `
category: {selector: td.cat, optional: true}
categorydesc: {text: films}
title: {selector: "tr > td:nth-child(1) > a"}
title|append: {text: " [x]"}
details: {selector: a.name, attribute: href}
_id: {selector: a.name, attribute: href, filters: [{name: querystring, args: id}]}
comments: {text: "comments/{{ .Result._id }}"}
download: {selector: a.get, attribute: href}
poster: {selector: img, attribute: data-src}
size: {selector: .size, remove: b}
seeders: {selector: .s}
leechers: {text: "5,000,001"}
grabs: {selector: .none, optional: true, default: "{{ .Result.seeders }}"}
files: {selector: .none, optional: true}
imdb: {selector: 'a[href*="/tt"]', attribute: href}
genre: {text: "Sci_Fi/Drama, Comedy"}
downloadvolumefactor: {case: {img.free: 0, "img.half": 0.5, "*": 1}}
uploadvolumefactor: {case: {img.double: 2}, optional: true, default: 1}
minimumratio: {text: "1,1"}
date: {selector: .d, filters: [{name: dateparse, args: "dd.MM.yyyy HH:mm"}]}`;
	const caps = 'modes: {search: [q]}\ncategorymappings: [{id: 1, cat: Movies/HD, desc: Films}]';
	const cells =
		'<td class=cat>1</td><td class=size>1.5 GB<b> of 3 TB</b></td><td class=s>1.234</td><td><a href="https://x.example/tt0123456/">i</a><img class=half data-src="p.jpg"></td><td class=d>05.03.2026 10:20</td>';
	t.deepEqual(releases({fields, caps}, page(row('Some Title', cells))), [
		{
			categories: [2040, 100_001],
			title: 'Some Title [x]',
			details: 'https://quiet-meadow.example/details.php?id=1',
			comments: 'https://quiet-meadow.example/comments/1',
			download: 'https://quiet-meadow.example/get.php?id=1&x=2',
			poster: 'https://quiet-meadow.example/p.jpg',
			size: 1_610_612_736,
			seeders: 1234,
			leechers: 0,
			grabs: 1234,
			imdbid: 123_456,
			genre: 'Sci Fi, Drama, Comedy',
			downloadvolumefactor: 0.5,
			uploadvolumefactor: 1,
			minimumratio: 1.1,
			date: '2026-03-05T10:20:00.000Z',
		},
	]);
});

test('a row without title or anything to download is dropped, other fields may be missing', t => {
	const fields = `${usual}\nsize: {selector: .size}\nseeders: {selector: .s, filters: [{name: split, args: ["/", 4]}]}\n_later: {text: "{{ .Result.size }}"}`;
	const found = read(
		{fields},
		page(row('Whole', '<td class=s>1/2</td>'), row('').replace('class="name"', ''), row(' '), row('x').replace('class="get"', '')),
	);
	t.deepEqual(
		found.releases.map(({title}) => title),
		['Whole'],
	);
	t.is(found.dropped, 3);
	t.deepEqual(
		found.missed.map(({field, rows}) => [field, rows]),
		[
			['size', 4],
			['seeders', 4],
			['title', 1],
			['download', 1],
		],
	);
});

test('a date that the site does not show is not known, whatever the definition writes instead', t => {
	const dateOf = (date: string, shown: string) => {
		const fields = `${usual}\ndate: ${date}`;
		return releases({fields}, page(row('Lamp', `<td class=d>${shown}</td>`)))[0]?.date;
	};
	t.is(dateOf('{text: now}', ''), undefined);
	t.is(dateOf('{selector: .none, optional: true, default: now}', ''), undefined);
	t.is(dateOf('{selector: .d}', '12 stycznia 2020 13:37'), undefined);
	t.is(dateOf('{selector: .d}', '16.50GB +08:00'), undefined);
	t.is(dateOf('{selector: .d}', 'just now'), now.toISOString());
});

test('rows behind a row can belong to it, and headers above hold its date', t => {
	const rows = 'selector: tr.row\nafter: 1';
	const second = '<tr class=row><td class=more>Second</td></tr>';
	const pair = page(`${row('A')}${second}`, row('B'));
	t.deepEqual(
		releases({rows, fields: `${usual}\ndescription: {selector: .more}`}, pair).map(({title, description}) => [title, description]),
		[
			['A', 'Second'],
			['B', undefined],
		],
	);
	const dated = 'selector: tr.row\ndateheaders: {selector: td.day, filters: [{name: dateparse, args: "d MMMM yyyy"}]}';
	const days = page(
		row('none'),
		'<tr><td class=day>5 March 2026</td></tr>',
		row('A'),
		row('B'),
		'<tr><td class=day>4 March 2026</td></tr>',
		row('C'),
	);
	t.deepEqual(
		releases({rows: dated, fields: usual}, days).map(({title, date}) => [title, date?.slice(0, 10)]),
		[
			['A', '2026-03-05'],
			['B', '2026-03-05'],
			['C', '2026-03-04'],
		],
	);
});

test('selectors mean what they mean in browsers, and what others tolerate', t => {
	const title = (selector: string, body = page(row('Some Title', '<td>hiba("x</td>'))) =>
		releases({rows: 'selector: "table#list tr"', fields: `title: {selector: '${selector}'}\ndownload: {text: get}`}, body)[0]?.title;
	t.is(title('table#list > tbody > tr > td > a.name'), 'Some Title');
	t.is(title(':root > head > title'), 't');
	t.is(title('tr:has(td)  a:contains("Some")'), 'Some Title');
	t.is(title('tr:has() td:contains("Some")'), 'Some Title');
	t.is(title('td:contains("hiba(\\"")'), 'hiba("x');
	t.is(title('td:contains("some")'), undefined);
	t.is(title(':scope > td:last-child'), 'hiba("x');
	t.is(title('td:not(:first-child):nth-last-child(1)'), 'hiba("x');
});

test('a film must have all words that were searched, unless its id was', t => {
	const rows = 'selector: tr.row\nfilters: [{name: andmatch}]';
	const caps = 'modes: {search: [q], movie-search: [q, imdbid]}';
	const body = page(row('The.Some.Title.2020'), row('Other Title'));
	t.is(releases({rows, caps, fields: usual}, body).length, 1);
	t.is(releases({rows, caps, fields: usual}, body, {kind: 'movie', title: 'x', imdbId: 'tt1'}).length, 2);
	t.is(releases({rows, caps, fields: usual}, body, {kind: 'newest'}).length, 2);
});

test('a magnet link gives a hash, and a hash a magnet link where torrents are for all', t => {
	const hash = 'a'.repeat(40);
	const fields = `title: {selector: a.name}\ninfohash: {text: ${hash}}`;
	t.is(releases({head: 'type: public', fields}, page(row('A b')))[0]?.magnet, `magnet:?xt=urn:btih:${hash}&dn=A%20b`);
	t.is(releases({fields}, page(row('A')))[0]?.magnet, undefined);
	const linked = `title: {selector: a.name}\ndownload: {text: "magnet:?xt=urn:btih:${hash}&dn=x"}`;
	t.like(releases({fields: linked}, page(row('A')))[0], {infohash: hash, magnet: `magnet:?xt=urn:btih:${hash}&dn=x`, download: undefined});
});

const json = 'path: api\nresponse: {type: json, noResultsMessage: nothing here}';
const jsonFields =
	'title: {selector: name}\ndownload: {selector: url}\ndate: {selector: at, filters: [{name: append, args: " +00:00"}, {name: dateparse, args: "MM/dd/yyyy HH:mm:ss zzz"}]}\nseeders: {selector: "stats.seeds[0]"}\nfreeleech: {selector: free, case: {True: 1, False: 0}}\ndownloadvolumefactor: {text: "{{ if eq .Result.freeleech \\"1\\" }}0{{ else }}1{{ end }}"}\n_tags: {selector: tags}\ndescription: {text: "{{ .Result._tags }}"}';
const item = {name: 'Some Title', url: '/get/1', at: '2026-03-05T10:20:30.123Z', stats: {seeds: [7]}, free: true, tags: ['a', 1, null]};

test('JSON is read by paths, with booleans, lists and dates as the format expects', t => {
	const parts = {search: json, rows: 'selector: data.list', fields: jsonFields};
	t.deepEqual(releases(parts, JSON.stringify({data: {list: [item]}})), [
		{
			title: 'Some Title',
			download: 'https://quiet-meadow.example/get/1',
			date: '2026-03-05T10:20:30.000Z',
			seeders: 7,
			downloadvolumefactor: 0,
			description: 'a,1,',
		},
	]);
	t.is(
		releases({...parts, rows: 'selector: $'}, JSON.stringify([item, {...item, at: '2026-03-05T10:20:30+02:00'}]))[1]?.date,
		'2026-03-05T08:20:30.000Z',
	);
});

test('JSON rows have conditions, children and parents', t => {
	const fields = 'title: {selector: ..name}\ndownload: {selector: url}';
	const parts = {
		search: json,
		rows: 'selector: "list:has(files):not(dead):contains(ok)"\nattribute: files\nmultiple: true\nmissingAttributeEqualsNoResults: true',
		fields,
	};
	const body = {
		list: [
			{name: 'A', word: 'ok', files: [{url: '1'}, {url: '2'}]},
			{name: 'B', word: 'no', files: [{url: '3'}]},
			{name: 'C', word: 'ok', dead: 1, files: [{url: '4'}]},
			{name: 'D', word: 'ok'},
		],
	};
	t.deepEqual(
		releases(parts, JSON.stringify(body)).map(({title, download}) => `${title} ${download?.at(-1)}`),
		['A 1', 'A 2'],
	);
	t.deepEqual(releases(parts, '{}'), []);
	t.throws(() => releases({...parts, rows: 'selector: list'}, '{}'), {instanceOf: Unusable, message: /no list/});
});

test('more JSON rows than any page has are left out, and not read', t => {
	const fields = 'title: {selector: name}\ndownload: {selector: url}';
	const list = Array.from({length: 6000}, (_, index) => ({name: `Film ${index}`, url: String(index), files: [{}, {}]}));
	const {releases: found, dropped} = read({search: json, rows: 'selector: list', fields}, JSON.stringify({list}));
	t.deepEqual([found.length, dropped, found.at(-1)?.title], [5000, 0, 'Film 4999']);
	const rows = 'selector: list\nattribute: files\nmultiple: true';
	t.is(
		releases({search: json, rows, fields: fields.replace('name', '..name').replace('url', '..url')}, JSON.stringify({list})).length,
		5000,
	);
});

test('JSON without results is none', t => {
	const parts = {search: json, rows: 'selector: list\ncount: {selector: total}', fields: usual};
	t.deepEqual(releases(parts, '{"error": "nothing here"}'), []);
	t.deepEqual(releases(parts, '{"total": 0}'), []);
	t.deepEqual(releases(parts, '{"list": []}'), []);
	t.deepEqual(releases({...parts, search: json.replace('nothing here', '""')}, ' '), []);
	t.throws(() => releases(parts, '<html>login</html>'), {instanceOf: Unusable});
});

test('XML is read by the names of its elements without their prefixes', t => {
	const fields =
		'title: {selector: title}\ndownload: {selector: enclosure, attribute: url}\nseeders: {selector: \'attr[name="seeders"]\', attribute: value}\npublisher: {selector: torznab\\:who}\ndate: {selector: pubDate}';
	const body =
		'<?xml version="1.0"?><rss><channel><item><title><![CDATA[A & b]]></title><enclosure url="https://x.example/1?a=1&amp;b=2"/><torznab:attr name="seeders" value="5"/><torznab:who>w</torznab:who><pubDate>Thu, 05 Mar 2026 10:20:30 +0000</pubDate></item></channel></rss>';
	t.deepEqual(releases({search: 'path: rss\nresponse: {type: xml}', rows: 'selector: rss > channel > item', fields}, body), [
		{title: 'A & b', download: 'https://x.example/1?a=1&b=2', seeders: 5, publisher: 'w', date: '2026-03-05T10:20:30.000Z'},
	]);
});

test('an error of the site is reported in its words, and anything else gives nothing', t => {
	const search = 'path: a\nerror: [{selector: .bad, message: {selector: b}}, {selector: .worse}]';
	t.throws(() => releases({search}, '<p class=bad>x <b>Too many searches</b></p>'), {instanceOf: Unusable, message: /Too many searches/});
	t.throws(() => releases({search}, '<p class=worse>No</p>'), {instanceOf: Unusable, message: /No/});
	t.deepEqual(releases({}, ''), []);
	t.deepEqual(releases({}, '<form><input name=password></form>'), []);
	t.deepEqual(releases({}, '{"a": 1}'), []);
	t.throws(() => readReply(madeUpDefinition(), {settings: {}, search: text, now}, {status: 503, body: ''}), {
		instanceOf: Unusable,
		message: /503/,
	});
});

test('links that are no http, hashes and texts without end do no harm', t => {
	const fields = 'title: {selector: a.name}\ndownload: {selector: a.get, attribute: href}\ndetails: {text: "javascript:alert(1)"}';
	t.is(releases({fields}, page(row('x'.repeat(50_000))))[0]?.title?.length, 20_000);
	t.is(releases({fields}, page(row('A')))[0]?.details, undefined);
});
