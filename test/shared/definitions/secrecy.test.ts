import test from 'ava';
import {createAnswers} from '#shared/definitions/answer-question.ts';
import {nextDownloadStep} from '#shared/definitions/download-page.ts';
import {readReply} from '#shared/definitions/read-reply.ts';
import {Unusable} from '#shared/domain/definitions/definition.ts';
import {secretFields} from '#shared/domain/definitions/secrecy.ts';
import {definitionText, madeUpDefinition, type Parts} from '#test/helpers/made-up-definition.ts';

const key = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
const hash = '0123456789abcdef0123456789abcdef01234567';
const question = {
	settings: {passkey: key, link: 'magnet'},
	siteLink: 'https://quiet-meadow.example/',
	search: {kind: 'newest'} as const,
	secrets: {names: ['passkey'], sites: ['quiet-meadow.example']},
	now: new Date('2026-03-07T16:05:09Z'),
};
const settings = '- {name: passkey, type: text}\n- {name: pass, type: text}\n- {name: link, type: select, options: {magnet: Magnet}}';
const body = '<table><tr class=row><td><a class=name>Tide</a></td></tr></table>';

function read(fields: string, more: {search?: string} = {}) {
	const usual = 'title: {selector: a.name}\n';
	const definition = madeUpDefinition({head: 'type: public', settings, fields: usual + fields, ...more});
	const {releases, missed} = readReply(definition, question, {status: 200, body});
	return {release: releases[0], missed: missed.map(({field}) => field)};
}

test('a definition tells the secrets of a site to no other, whatever it makes of a release', t => {
	const infohash = `infohash: {text: "${hash}"}\n`;
	const elsewhere: Record<string, string> = {
		details: 'details: {text: "https://other.example/{{ .Config.passkey }}"}',
		comments: 'comments: {text: "//{{ .Config.passkey }}.other.example/"}',
		poster: '_key: {text: "{{ .Config.passkey }}"}\nposter: {text: "https://other.example/{{ .Result._key }}"}',
		download: 'download: {text: "https://other.example/?k={{ .Config.passkey }}"}',
		magnet: 'magnet: {text: "magnet:?xt=urn:btih:{{ .Config.passkey }}"}',
	};
	for (const [field, text] of Object.entries(elsewhere)) {
		const {release, missed} = read(infohash + text);
		t.deepEqual(missed, field === 'details' || field === 'poster' ? [] : [field]);
		t.false(JSON.stringify(release).includes('c0ffee'), field);
	}
	t.deepEqual(read('infohash: {text: "{{ .Config.passkey }}"}'), {release: undefined, missed: ['infohash']});
	const {release} = read(`${infohash}description: {text: "key {{ .Config.passkey }}"}`);
	t.is(release?.description, 'key ********');
});

test('the site itself may learn them, and its trackers', t => {
	const tracker = 'tr=https://t.quiet-meadow.example/{{ .Config.passkey }}/a&tr=udp://other.example/{{ .Config.passkey }}';
	const {release} = read(
		`infohash: {text: "${hash}"}\ndetails: {text: "/t?k={{ .Config.passkey }}"}\ndownload: {text: "https://dl.quiet-meadow.example/{{ .Config.passkey }}"}\nmagnet: {text: "magnet:?xt=urn:btih:{{ .Result.infohash }}&${tracker}"}`,
	);
	t.is(release?.details, 'https://quiet-meadow.example/t?k=********', 'which people see');
	t.is(release?.download, `https://dl.quiet-meadow.example/${key}`);
	t.is(release?.magnet, `magnet:?xt=urn:btih:${hash}&tr=${encodeURIComponent(`https://t.quiet-meadow.example/${key}/a`)}`);
	const chosen = read('magnet: {text: "{{ if eq .Config.link \\"magnet\\" }}magnet:?xt=urn:btih:1{{ else }}{{ end }}"}');
	t.is(chosen.release?.magnet, 'magnet:?xt=urn:btih:1', 'a choice is no secret');
});

/** Spelled, turned around, or as a number: what no search for the secret finds. */
const disguised: Record<string, string> = {
	spelled: '{{ re_replace .Config.passkey "(.)" "$1." }}',
	filtered: '{{ .Result._key }}',
};

test('no filter makes a secret into something that people see', t => {
	const spelled = '_key: {text: "{{ .Config.passkey }}", filters: [{name: re_replace, args: ["(.)", "$1 "]}]}\n';
	for (const [name, made] of Object.entries(disguised)) {
		const {release, missed} = read(
			`${spelled}download: {text: "/get?k={{ .Config.passkey }}"}\n` +
				['title|append', 'description', 'genre', 'details', 'poster', 'seeders', 'size', 'year', 'imdbid']
					.map(field => `${field}: {text: '${made}'}`)
					.join('\n'),
		);
		const seen = decodeURI(JSON.stringify({...release, download: null, missed}));
		t.regex(seen, /\*/, name);
		t.notRegex(seen, /c.{0,2}0.{0,2}f.{0,2}f|[1-9]/, name);
		t.is(release?.download, `https://quiet-meadow.example/get?k=${key}`, 'the site needs it');
	}
	const byName = read(`${spelled}download: {text: 'https://{{ re_replace .Config.passkey "(.{9})" "$1." }}.quiet-meadow.example/'}`);
	t.deepEqual([byName.release, byName.missed], [undefined, ['download']], 'the origin of a download is shown');
});

test('no reason tells a secret, however the definition spells it', t => {
	const answers = createAnswers();
	const spelled = '{{ re_replace .Config.passkey "(.)" "$1." }}';
	const fileOf = (parts: Parts) => ({key: 'quiet-meadow', text: definitionText({settings, ...parts})});
	const reasonOf = (work: () => unknown) => String((t.throws(work, {instanceOf: Unusable}) as Error).message);
	const reply = {status: 200, body: '<p class=error>no</p>'};
	const asked: Record<string, () => unknown> = {
		address: () => answers.requests({file: fileOf({search: `paths: [{path: 'ftp:${spelled}'}]`}), question}),
		error: () =>
			answers.read({
				file: fileOf({search: `paths: [{path: a}]\nerror: [{selector: .error, message: {text: '${spelled}'}}]`}),
				question,
				reply,
			}),
		login: () => answers.login({file: fileOf({more: `login: {path: 'ftp:${spelled}', method: get}`}), question}),
	};
	for (const [name, work] of Object.entries(asked)) {
		t.notRegex(reasonOf(work), /c.?0.?f.?f/, name);
	}
	const login = `login:\n  path: login\n  method: post\n  error: [{selector: .error, message: {text: '${spelled}'}}]`;
	const fault = answers.loginReply({file: fileOf({more: login}), question, reply: {...reply, contentType: 'text/html'}});
	t.regex(fault ?? '', /^\*/);
});

test('fields that may hold a secret are found, however it gets there', t => {
	const fieldsOf = (field: string, search?: string) => [
		...secretFields(
			madeUpDefinition({settings, fields: `title: {selector: a}\ndownload: {selector: b}\nx: ${field}`, ...(search && {search})}),
			{names: ['passkey']},
		),
	];
	t.deepEqual(fieldsOf('{selector: a, filters: [{name: append, args: "{{ .Config.passkey }}"}]}'), ['x']);
	t.deepEqual(fieldsOf('{selector: a, case: {b: "{{ .Config.passkey }}"}}'), ['x']);
	t.deepEqual(fieldsOf('{text: "{{ and (.Config.pass) (.Config.pass)key }}"}'), ['x'], 'a name that the logic puts together');
	t.deepEqual(fieldsOf('{text: "{{ if (.Config.pass) }}a{{ else }}{{ end }}{{ .Config.sitelink }}"}'), []);
	t.deepEqual(fieldsOf('{selector: a}'), []);
	const filters = (name: string) => `paths: [{path: a}]\n${name}: [{name: append, args: "{{ .Config.passkey }}"}]`;
	t.deepEqual(fieldsOf('{text: "{{ .Keywords }}"}', filters('keywordsfilters')), ['x']);
	t.deepEqual(fieldsOf('{selector: a}', filters('preprocessingfilters')), ['title', 'download', 'x']);
});

test('a download makes no magnet link of a secret', t => {
	const link = 'https://quiet-meadow.example/get?k=1';
	const pages = {page: {url: link, body: `<a href="magnet:?xt=urn:btih:${hash}">m</a>`}};
	const stepOf = (download: string) => nextDownloadStep(madeUpDefinition({settings, more: `download: ${download}`}), question, link, pages);
	const own = stepOf('{selectors: [{selector: a, attribute: href}]}');
	t.deepEqual(own, {kind: 'files', places: [{magnet: `magnet:?xt=urn:btih:${hash}`}]});
	for (const part of ['.Config.passkey', '.DownloadUri.Query.k']) {
		const tracker = `filters: [{name: append, args: "&tr=https://other.example/{{ ${part} }}"}]`;
		t.throws(() => stepOf(`{selectors: [{selector: a, attribute: href, ${tracker}}]}`), {message: /no selector/});
		const made = stepOf(`{infohash: {hash: {text: "{{ ${part} }}"}, title: {text: x}}}`);
		t.like(made, {kind: 'files', places: [{request: {url: link}}]});
	}
});
