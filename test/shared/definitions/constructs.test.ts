import test from 'ava';
import {readReply} from '#shared/definitions/read-reply.ts';
import {createSiteTools} from '#shared/definitions/site-tools.ts';
import {buildRequests} from '#shared/domain/definitions/build-requests.ts';
import type {SiteSearch} from '#shared/domain/definitions/search-variables.ts';
import type {SettingValues} from '#shared/domain/definitions/settings.ts';
import {madeUpDefinition, type Parts} from '#test/helpers/made-up-definition.ts';

const now = new Date('2026-03-07T16:05:09Z');
const film: SiteSearch = {kind: 'movie', title: 'Lantern Tide', year: 2019, imdbId: 'tt12345', tmdbId: 77};
const episode: SiteSearch = {kind: 'episode', title: 'Quiet Lamps', season: 2, episode: 5, tvdbId: 88, imdbId: 'tt0000099'};
const day: SiteSearch = {kind: 'episode', title: 'Evening News', season: 2026, episode: '03/07'};
const words: SiteSearch = {kind: 'text', query: "o'x & тест"};
const newest: SiteSearch = {kind: 'newest'};

function ask(parts: Parts, search: SiteSearch, settings: SettingValues = {}) {
	const definition = madeUpDefinition(parts);
	return buildRequests(definition, {settings, search, now}, createSiteTools(definition.encoding));
}

const site = 'https://quiet-meadow.example';
const input = (template: string, more = '') => ({search: `paths:\n  - path: s\ninputs:\n  q: ${JSON.stringify(template)}\n${more}`});
const select = '- {name: sort, type: select, default: "1", options: {"1": one, "2": two}}\n- {name: free, type: checkbox, default: false}';
const caps = (modes: string, more = '') =>
	`categorymappings:\n  - {id: 1, cat: Movies/HD, desc: Films}\n  - {id: 2, cat: TV/HD}\n  - {id: con_wii, cat: Console/Wii, desc: Wii}\nmodes: ${modes}\n${more}`;
const modes = '{search: [q], movie-search: [q, imdbid], tv-search: [q, season, ep, tvdbid, imdbid]}';

/** What is sent: the part of the address behind the site, or method, address and body. */
const requests: Record<string, [parts: Parts, search: SiteSearch, sent: string[], settings?: SettingValues]> = {
	'blanks are plus signs in a query': [input('{{ .Keywords }}'), film, ['/s?q=Lantern+Tide+2019']],
	'quotes, signs and letters are encoded by their bytes': [input('{{ .Keywords }}'), words, ['/s?q=o%27x+%26+%D1%82%D0%B5%D1%81%D1%82']],
	'a path has no plus signs': [{search: 'paths:\n  - path: "find/{{ .Keywords }}/1+2"'}, film, ['/find/Lantern%20Tide%202019/1%202']],
	'a query is added behind one that is there': [{search: 'paths:\n  - path: "s?a=1"\ninputs:\n  q: x'}, newest, ['/s?a=1?q=x']],
	'blank inputs are left out': [input('{{ .Query.Year }}'), newest, ['/s']],
	'blank inputs may be kept': [input('{{ .Query.Year }}', 'allowEmptyInputs: true'), newest, ['/s?q=']],
	'a raw query keeps its blank values and drops its blank keys': [
		{search: 'paths:\n  - path: s\ninputs:\n  $raw: "a=1&b=&&=2&c=d=e&f"'},
		newest,
		['/s?a=1&b=&c=d%3De&f='],
	],
	'a raw query lists the categories': [
		{caps: caps(modes), search: 'paths:\n  - path: s\ninputs:\n  $raw: "{{ range .Categories }}c[]={{.}}&{{end}}x=1"'},
		film,
		['/s?c[]=1&x=1'],
	],
	'a range counts': [input('{{ range $i, $e := .Categories }}{{$i}}:{{.}};{{end}}'), film, ['/s?q=0%3A1%3B']],
	'categories are joined': [
		{
			caps: 'categorymappings:\n  - {id: 5, cat: Movies}\n  - {id: 3, cat: Movies/UHD}\n  - {id: 5, cat: Movies/HD}\nmodes: {search: [q]}',
			...input('{{ join .Categories "," }}'),
		},
		film,
		['/s?q=5%2C3'],
	],
	'a category that is marked stands for none': [
		{caps: 'categorymappings:\n  - {id: 9, cat: Books, default: true}\nmodes: {search: [q]}', ...input('{{ join .Categories "," }}')},
		film,
		['/s?q=9'],
	],
	'ids go where the mode takes them, the short one with seven digits': [
		{caps: caps(modes), ...input('{{ .Query.IMDBID }} {{ .Query.IMDBIDShort }} {{ .Query.TMDBID }}')},
		film,
		['/s?q=tt0012345+0012345+'],
	],
	'series have no IMDb id unless it is allowed': [
		{caps: caps(modes), ...input('{{ .Query.IMDBID }}-{{ .Query.TVDBID }}')},
		episode,
		['/s?q=-88'],
	],
	'series have one where it is': [
		{caps: caps(modes, 'allowtvsearchimdb: true'), ...input('{{ .Query.IMDBID }}')},
		episode,
		['/s?q=tt0000099'],
	],
	'an episode has two digits': [input('{{ .Query.Episode }}|{{ .Query.Season }}|{{ .Query.Ep }}'), episode, ['/s?q=S02E05%7C2%7C5']],
	'a day is one': [input('{{ .Keywords }}'), day, ['/s?q=Evening+News+2026.03.07']],
	'a season is one': [input('{{ .Keywords }}'), {kind: 'episode', title: 'A', season: 3}, ['/s?q=A+S03']],
	'a special has no season': [
		input('{{ .Keywords }}{{ .Query.Season }}'),
		{kind: 'episode', title: 'A', season: 0, episode: 1},
		['/s?q=A'],
	],
	'the kind of search is a word': [input('{{ .Query.Type }}'), episode, ['/s?q=tvsearch']],
	'a condition chooses': [
		{settings: select, ...input('{{ if .Config.free }}yes{{ else }}no{{ end }}')},
		newest,
		['/s?q=yes'],
		{free: true},
	],
	'conditions nest': [
		{settings: select, ...input('{{ if and (eq .Config.sort "2") (ne .Query.Type "movie") }}a{{ else }}b{{ end }}')},
		newest,
		['/s?q=a'],
		{sort: '2'},
	],
	'conditions nest without brackets': [
		{settings: select, ...input('{{ if or eq (.Config.sort) "2" eq (.Query.Type) "movie" }}a{{ else }}b{{ end }}')},
		film,
		['/s?q=a'],
	],
	'one condition that begins as another does stays its own': [
		input('{{ if or .Query.Album .Query.Year }}1{{ else }}2{{ end }}{{ if or .Query.Album .Query.Year .Query.Q }}3{{ else }}4{{ end }}'),
		{kind: 'text', query: 'x'},
		['/s?q=23'],
	],
	'what was searched is never a template': [
		input('{{ re_replace .Query.Q "z" "" }}'),
		{kind: 'text', query: 'and .Config.a {{ .b }}'},
		['/s?q=and+.Config.a+%7B%7B+.b+%7D%7D'],
	],
	'keywords have filters': [
		input('{{ .Keywords }}', 'keywordsfilters:\n  - {name: re_replace, args: ["\\\\W+", "%"]}\n  - {name: toupper}'),
		film,
		['/s?q=LANTERN%25TIDE%252019'],
	],
	'a year is last year’s in January only': [input('{{ .Today.Year }}'), newest, ['/s?q=2026']],
	'several paths are several requests, equal ones one': [
		{search: 'paths:\n  - path: a\n  - path: b\n  - path: a\ninputs:\n  q: x'},
		newest,
		['/a?q=x', '/b?q=x'],
	],
	'a path is for its categories': [
		{caps: caps(modes), search: 'paths:\n  - {path: films, categories: [1]}\n  - {path: rest, categories: ["!", 1]}'},
		film,
		['/films'],
	],
	'all paths are for a search without categories': [
		{caps: caps(modes), search: 'paths:\n  - {path: films, categories: [1]}\n  - {path: rest, categories: ["!", 1]}'},
		words,
		['/films', '/rest'],
	],
	'a path may have inputs of its own, and leave out the others': [
		{search: 'paths:\n  - {path: a, inputs: {b: 1}}\n  - {path: c, inheritinputs: false, inputs: {d: 2}}\ninputs:\n  q: x'},
		newest,
		['/a?q=x&b=1', '/c?d=2'],
	],
	'a path may have another separator': [
		{search: 'paths:\n  - {path: a, queryseparator: ";", inputs: {b: 1}}\ninputs:\n  q: x'},
		newest,
		['/a?q=x;b=1'],
	],
	'a form is sent': [
		{search: 'paths:\n  - {path: a, method: post}\ninputs:\n  q: "{{ .Keywords }}"'},
		film,
		['POST /a q=Lantern+Tide+2019'],
	],
	'an old encoding is used': [
		{head: 'type: public\nencoding: windows-1251', ...input('{{ .Keywords }}')},
		words,
		['/s?q=o%27x+%26+%F2%E5%F1%F2'],
	],
	'an encoding is none in a path': [
		{head: 'type: public\nencoding: windows-1251', search: 'paths:\n  - path: "find/{{ .Keywords }}"'},
		{kind: 'text', query: 'тест'},
		['/find/%D1%82%D0%B5%D1%81%D1%82'],
	],
	'a path may lead elsewhere by a setting': [
		{settings: '- {name: apiurl, type: text}', search: 'paths:\n  - path: "https://{{ .Config.apiurl }}/s"'},
		newest,
		['https://api.quiet-meadow.example/s'],
		{apiurl: 'api.quiet-meadow.example'},
	],
};

test('what is asked is written as the format says', t => {
	for (const [name, [parts, search, sent, settings]] of Object.entries(requests)) {
		const asked = ask(parts, search, settings).map(({method, url, body}) => {
			const address = url.replace(site, '') || '/';
			return method === 'GET' ? address : `${method} ${address} ${body}`;
		});
		t.deepEqual(asked, sent, name);
	}
});

test('headers have their first text, and include the cookie', t => {
	const parts = {
		settings: '- {name: cookie, type: text}\n- {name: key, type: text}',
		search: 'paths:\n  - path: s\nheaders:\n  Authorization: ["Bearer {{ .Config.key }}", other]',
	};
	const [request] = ask(parts, newest, {cookie: 'a=1; b=2', key: 12 as unknown as string});
	t.deepEqual(request?.headers, {Authorization: 'Bearer 12', Cookie: 'a=1; b=2'});
	t.throws(() => ask(parts, newest, {key: 'a\r\nX-Other: b'}), {message: /characters that no header may have/});
});

const json = {search: 'paths:\n  - {path: s, response: {type: json}}'};
const field = (name: string, block: string) => `title: {selector: t}\ndownload: {selector: d}\n${name}: ${block}`;

/** A field of a JSON reply: its block, the value, and what the release has. */
const jsonFields: Record<string, [name: string, block: string, value: unknown, read: unknown]> = {
	'numbers have no zeros behind': ['description', '{selector: v}', 12.0, '12'],
	'long numbers keep their digits': ['description', '{selector: v}', 'RAW 12345678901234567890', '12345678901234567890'],
	'booleans are words': ['downloadvolumefactor', '{selector: v, case: {"True": 0, "False": 1}}', true, 0],
	'null has the case of all others': ['downloadvolumefactor', '{selector: v, case: {"True": 0, "*": 1}}', null, 1],
	'lists are joined': ['description', '{selector: v}', ['a', 'b'], 'a,b'],
	'dates are printed as Newtonsoft does': [
		'date',
		'{selector: v, filters: [{name: append, args: " +00:00"}, {name: dateparse, args: "MM/dd/yyyy HH:mm:ss zzz"}]}',
		'2026-03-01T06:59:22Z',
		'2026-03-01T06:59:22.000Z',
	],
	'offsets become UTC': [
		'date',
		'{selector: v, filters: [{name: dateparse, args: "MM/dd/yyyy HH:mm:ss"}]}',
		'2026-03-01T06:59:22+02:00',
		'2026-03-01T04:59:22.000Z',
	],
	'one kind of mark is of thousands': ['seeders', '{selector: v}', '2.222', 2222],
	'sizes have units': ['size', '{selector: v}', '1,5 GiB', 1.5 * 1024 ** 3],
	'genres are split': ['genre', '{selector: v}', 'Sci_Fi/Drama, War', 'Sci Fi, Drama, War'],
	'ids are their digits': ['imdb', '{selector: v}', 'https://i.example/title/tt0012345/', undefined],
	'a default stands for nothing': ['genre', '{selector: v, default: "None of {{ .Result.title }}"}', '', 'None, of, A'],
	'words are allowed': ['genre', '{selector: v, filters: [{name: validate, args: "Drama, War"}]}', 'war comedy drama', 'drama, war'],
	'a parameter of an address': ['description', '{selector: v, filters: [{name: querystring, args: id}]}', '/a?x=1&id=7%208#z', '7 8'],
	'a part from the end': ['description', '{selector: v, filters: [{name: split, args: ["/", -1]}]}', 'a/b/c', 'c'],
	'group and whole match': [
		'description',
		'{selector: v, filters: [{name: re_replace, args: ["(?i)(b)(c)", "[$2$1|$0|$$]"]}]}',
		'aBCd',
		'a[CB|BC|$]d',
	],
	'accents are dropped': ['description', '{selector: v, filters: [{name: diacritics, args: replace}]}', 'Señor Łódź', 'Senor Łodz'],
	'time ago': ['date', '{selector: v, filters: [{name: timeago}]}', '1 day and 2 hrs ago', '2026-03-06T14:05:09.000Z'],
	'a layout of Go': [
		'date',
		'{selector: v, filters: [{name: dateparse, args: "2 Jan 2006 15:04"}]}',
		'5 Feb 2026 07:08',
		'2026-02-05T07:08:00.000Z',
	],
};

test('what stands in JSON is read as the format says', t => {
	for (const [name, [key, block, value, read]] of Object.entries(jsonFields)) {
		const definition = madeUpDefinition({...json, rows: 'selector: rows', fields: field(key, block)});
		const body = JSON.stringify({rows: [{t: 'A', d: '/d/1', v: value}]}).replace(/"RAW (\d+)"/, '$1');
		const {releases, missed} = readReply(definition, {settings: {}, search: newest, now}, {status: 200, body});
		const release = releases[0] as Record<string, unknown> | undefined;
		t.is(release?.['title'], 'A', `${name} ${JSON.stringify(missed)}`);
		t.deepEqual(release?.[key], read, name);
	}
});

test('a category of the site has the number that the other programs give it, and an unknown name gives none', t => {
	const definition = madeUpDefinition({
		...json,
		caps: 'categorymappings:\n  - {id: con_wii, cat: Console/Wii, desc: Wii}\n  - {id: 7, desc: Own}\nmodes: {search: [q]}',
		rows: 'selector: rows',
		fields: field('category', '{selector: v}'),
	});
	const categories = (v: string) =>
		readReply(definition, {settings: {}, search: newest, now}, {status: 200, body: JSON.stringify({rows: [{t: 'A', d: '/d', v}]})})
			.releases[0]?.categories;
	t.deepEqual(categories('CON_WII'), [1030, 137107]);
	t.deepEqual(categories('7'), [100007]);
	t.deepEqual(categories('8'), []);
});

test('another kind of reply gives no releases or says why', t => {
	const html = madeUpDefinition();
	const asJson = madeUpDefinition({...json, rows: 'selector: rows', fields: field('size', '{selector: v}')});
	const question = {settings: {}, search: newest, now};
	for (const body of ['', '{}', '[]', '<html><form action="/login.php"></form></html>']) {
		t.deepEqual(readReply(html, question, {status: 200, body}).releases, [], body);
		t.throws(() => readReply(asJson, question, {status: 200, body}), {message: /is no list|is not JSON/}, body);
	}
});
