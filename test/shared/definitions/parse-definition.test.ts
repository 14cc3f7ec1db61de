import test from 'ava';
import {checkDefinition} from '#shared/definitions/check-definition.ts';
import {parseDefinition} from '#shared/definitions/parse-definition.ts';
import {maxDefinitionBytes} from '#shared/domain/definitions/definition.ts';
import {definitionText, madeUpDefinition} from '#test/helpers/made-up-definition.ts';

test('scalars stay text, maps keep their order, and what is missing has its default', t => {
	const definition = madeUpDefinition({
		settings: '- name: sort\n  type: select\n  default: 07\n  options: {"9": new, "01": size, a: name}\n- name: "True"\n  type: checkbox',
		fields: 'title:\n  text: 1.0\n  case: {True: yes, "10": b, "2": c}\ndownload:\n  text: ""\nsize: {default: ~, optional: true}',
	});
	t.deepEqual(definition.settings[0]?.options, [
		['9', 'new'],
		['01', 'size'],
		['a', 'name'],
	]);
	t.is(definition.settings[0]?.default, '07');
	const [[, title], [, download], [, size]] = definition.search.fields as [[string, Field], [string, Field], [string, Field]];
	t.deepEqual(title.case, [
		['True', 'yes'],
		['10', 'b'],
		['2', 'c'],
	]);
	t.is(title.text, '1.0');
	t.is(download.text, '');
	t.is(size.default, null);
	t.is(definition.encoding, 'UTF-8');
	t.like(definition.search.paths[0], {isPost: false, inheritsInputs: true, querySeparator: '&', replyType: 'html'});
	t.is(definition.login, null);
});

type Field = ReturnType<typeof madeUpDefinition>['search']['fields'][number][1];

test('without settings it asks for a name and a password, and search.path is one more path', t => {
	const definition = madeUpDefinition({search: 'path: last.php\npaths:\n  - path: first.php\n    response: {type: json}\n'});
	t.deepEqual(
		definition.settings.map(({name, type}) => [name, type]),
		[
			['username', 'text'],
			['password', 'password'],
		],
	);
	t.deepEqual(
		definition.search.paths.map(({path, replyType}) => [path, replyType]),
		[
			['first.php', 'json'],
			['last.php', 'html'],
		],
	);
});

const refused: readonly [what: string, text: string, reason: RegExp][] = [
	['aliases', 'a: &x [1]\nb: *x', /anchors|aliases/],
	[
		'an alias bomb',
		`a: &a [x, x]\n${'bcdefghij'
			.split('')
			.map((name, at) => `${name}: &${name} [*${'abcdefghi'[at]}, *${'abcdefghi'[at]}]`)
			.join('\n')}`,
		/anchors/,
	],
	['merge keys', 'a:\n  <<: {b: c}', /merge keys/],
	['tags', 'a: !!str 1', /tags/],
	['several documents', 'a: 1\n---\nb: 2', /several documents/],
	['broken YAML', 'a: [1', /no YAML/],
	['a tab for a blank', 'a:\n\tb: c', /no YAML/],
	['lists in lists without end', `a: ${'['.repeat(20_000)}`, /no YAML|nested/],
	['maps in maps', `a: ${'{b: '.repeat(40)}c${'}'.repeat(40)}`, /nested/],
	['a file that is too large', `a: ${'x'.repeat(maxDefinitionBytes)}`, /larger/],
	['too many values', `a: [${'x,'.repeat(60_000)}]`, /too many values/],
];
for (const [what, text, reason] of refused) {
	test(`${what}: the file is refused with its fault`, t => {
		const {definition, faults} = parseDefinition(text, 'broken');
		t.is(definition, null);
		t.true(faults[0]?.isFatal);
		t.regex(faults[0]?.reason ?? '', reason);
	});
}

const faulty: readonly [what: string, parts: Parameters<typeof definitionText>[0], fault: RegExp, isFatal: boolean][] = [
	['an unknown encoding', {head: 'type: private\nencoding: nonsense-9'}, /^encoding: nonsense-9 is no known encoding/, true],
	[
		'an unknown category',
		{caps: 'modes: {search: [q]}\ncategorymappings:\n  - {id: 1, cat: Films}'},
		/^caps.categorymappings: |^caps.categorymappings\[0\]: Films/,
		false,
	],
	['an unknown mode', {caps: 'modes: {search: [q], radio-search: [q]}'}, /^caps.modes: radio-search is no known mode/, false],
	['an unknown parameter', {caps: 'modes: {search: [q], tv-search: [q, colour]}'}, /colour is no known parameter of tv-search/, false],
	['a search mode of its own', {caps: 'modes: {search: [q, year]}'}, /search must be there and be \[q\]/, false],
	[
		'an unknown filter',
		{fields: 'title: {text: a, filters: [{name: sparkle}]}\ndownload: {text: b}'},
		/^search.fields.title.filters\[0\]: sparkle is no known filter/,
		false,
	],
	[
		'a pattern that is none',
		{fields: 'title: {text: a, filters: [{name: regexp, args: "(a"}]}\ndownload: {text: b}'},
		/filters\[0\]: has a bracket that is never closed/,
		false,
	],
	[
		'a selector that is none',
		{fields: 'title: {selector: "a[b"}\ndownload: {text: b}'},
		/^search.fields.title.selector: a\[b is no selector/,
		false,
	],
	[
		'a layout that is none',
		{fields: 'title: {text: a, filters: [{name: dateparse, args: "-"}]}\ndownload: {text: b}'},
		/- is no layout/,
		false,
	],
	[
		'a variable that is none',
		{fields: 'title: {text: "{{ .Config.colour }}"}\ndownload: {text: b}'},
		/^search.fields.title.text: .Config.colour is no known variable/,
		false,
	],
	[
		'a setting that only informs in a template',
		{settings: '- {name: note, type: info}', search: 'path: "a{{ .Config.note }}"'},
		/.Config.note is no known variable/,
		true,
	],
	['no title', {fields: 'download: {text: b}'}, /^search.fields: has no title/, true],
	['nothing to download', {fields: 'title: {text: b}'}, /nothing to download/, true],
	['a path that is no address', {search: 'path: "http://[bad"'}, /no address/, true],
	[
		'a path in a JSON selector that is none',
		{search: 'path: a\nresponse: {type: json}', fields: 'title: {selector: "a[x"}\ndownload: {selector: b}'},
		/a\[x is no path/,
		false,
	],
];
for (const [what, parts, fault, isFatal] of faulty) {
	test(`${what} is named with its place`, t => {
		const {definition, faults} = parseDefinition(definitionText(parts), 'x');
		const all = definition ? [...faults, ...checkDefinition(definition)] : faults;
		const found = all.find(({place, reason}) => fault.test(`${place}: ${reason}`));
		t.truthy(found, JSON.stringify(all));
		t.is(found?.isFatal, isFatal);
	});
}

test('links must be http or https', t => {
	const {faults} = parseDefinition(definitionText().replace('https://quiet', 'ftp://quiet'), 'x');
	t.like(faults[0], {place: 'links[0]', isFatal: true});
});

test('a definition that uses every block has no fault', t => {
	const more = `
login:
  path: login.php
  method: form
  form: form#login
  selectors: true
  inputs: {"input[name=u]": "{{ .Config.username }}"}
  selectorinputs: {token: {selector: "input#t", attribute: value, optional: true}}
  error:
    - {selector: .bad, message: {selector: b, filters: [{name: trim}]}}
  test: {path: index.php, selector: 'a[href="out"]'}
  captcha: {type: image, selector: img.c, input: code}
download:
  before: {path: "thanks/{{ .DownloadUri.Query.id }}", inputs: {id: "{{ .DownloadUri.AbsolutePath }}"}}
  infohash: {hash: {selector: b}, title: {selector: i}}
  selectors:
    - {selector: 'a[href^="magnet:"]', attribute: href, usebeforeresponse: true}
`;
	const search =
		'paths: [{path: a.php, categories: ["!", "1"], method: post}]\nheaders: {Referer: ["{{ .Config.sitelink }}"]}\nerror: [{selector: ":root .e"}]';
	const rows =
		'selector: "tr:has(td)"\nafter: 1\ndateheaders: {selector: td.h, filters: [{name: dateparse, args: "dddd, MMM d yyyy"}]}\nfilters: [{name: andmatch}]';
	const definition = madeUpDefinition({more, search, rows, settings: '- {name: username, type: text}\n- {name: free, type: checkbox}'});
	t.deepEqual(checkDefinition(definition), []);
});
