import test, {type ExecutionContext} from 'ava';
import {processorMs} from '#test/helpers/processor-ms.ts';
import {serve} from '#test/helpers/serve.ts';

const mebibyte = 1024 * 1024;
/** Milliseconds of the processor, those of all tests meanwhile included; what was not linear took two minutes. */
const longestMs = 20_000;

const unknownFields = (bytes: number) =>
	JSON.stringify(Object.fromEntries(Array.from({length: bytes / 12}, (_, index) => [`k${index}`, 1])));
const wrongItems = (count: number) =>
	JSON.stringify({metaId: 1, rootFolderPath: '/x', genres: Array.from({length: count}, () => ({a: 1}))});

const large = test.macro(async (t: ExecutionContext, {line, text}: {line: string; text: string}) => {
	const {call} = await serve(t);
	await call(line, {body: '{}'});
	const answer = call(line, {body: text});
	t.true((await processorMs(() => answer)) < longestMs);
	const {status, body} = await answer;
	t.is(status, 400);
	t.true(JSON.stringify(body).length < 100_000);
});

test('a body of unknown fields is answered at once', large, {line: 'POST /api/library/movies', text: unknownFields(0.9 * mebibyte)});
test('a body with as many unknown fields as are read is answered at once', large, {
	line: 'POST /api/library/movies',
	text: unknownFields(4_900 * 12),
});
test('a body of wrong items is answered at once', large, {line: 'POST /api/library/movies', text: wrongItems(4_000)});
test('a bulk edit of wrong ids is answered at once', large, {
	line: 'PUT /api/library/movies/bulk',
	text: JSON.stringify({ids: Array.from({length: 4_000}, () => 5), monitored: true}),
});
test('a body of long names at many levels is answered at once', large, {
	line: 'POST /api/library/movies',
	text: `${`{"${'n'.repeat(200)}":`.repeat(30)}{${Array.from({length: 4_000}, (_, index) => `"${index}":"\\u0000"`)}}${'}'.repeat(30)}`,
});

test('a body of thousands of wishes for subtitles is answered at once', large, {
	line: 'POST /api/language-profiles',
	text: JSON.stringify({name: 'x', subtitles: Array.from({length: 2_400}, (_, index) => ({code: `x${index}`}))}),
});

test('of a large body the first fault is reported, because many take their time', async t => {
	const {call} = await serve(t);
	const post = async (fields: number) => {
		const names = Array.from({length: fields}, (_, index) => [`field${index}`.padEnd(20, 'x'), 1]);
		return (await call('POST /api/library/movies', {body: Object.fromEntries(names)})).body.errors.length;
	};
	t.is(await post(900), 100);
	// The missing root folder is told beside it.
	t.is(await post(4900), 2);
});

const inUtf7 = (text: string) => Buffer.from(`+${Buffer.from(text, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`);

for (const [charset, body] of [
	['utf-16le', Buffer.from(`{"a": "\u4122", ${unknownFields(30_000 * 12).slice(1)}`, 'utf16le')],
	['utf-7', inUtf7(unknownFields(20_000 * 12))],
] as const) {
	test(`fields cannot be hidden from the limit in ${charset}`, async t => {
		const {url, headersOf} = await serve(t);
		const headers = {...(await headersOf('admin')), 'content-type': `application/json; charset=${charset}`};
		const response = await fetch(`${url}/api/library/movies`, {method: 'POST', headers, body});
		t.is(response.status, 415);
		t.is(((await response.json()) as {code: string}).code, 'unsupported_media_type');
	});
}

test('a reply names at most 100 faults and says how many there are more', async t => {
	const {call} = await serve(t);
	const {status, body} = await call('POST /api/library/movies', {body: unknownFields(500 * 12)});
	t.is(status, 400);
	t.is(body.errors.length, 100);
	t.regex(body.detail, /The first 100 are listed, and there are \d+ more\./);
});

test('a body with too many fields, too deep or with a long name says so', async t => {
	const {call} = await serve(t);
	const post = async (value: unknown) => (await call('POST /api/library/movies', {body: value})).body.errors;
	t.deepEqual(await post({a: Array.from({length: 5001}, () => 0)}), [
		{path: '', message: 'must not have more than 5,000 fields and list items in total'},
	]);
	t.deepEqual(await post(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`), [{path: '', message: 'must not be nested deeper than 32 levels'}]);
	t.deepEqual(await post(Object.fromEntries(Array.from({length: 900}, (_, index) => [`${index}`.padEnd(190, 'x'), 1]))), [
		{path: '', message: 'must not have fields whose names are longer than 160,000 bytes in total'},
	]);
	t.deepEqual(await post({['a'.repeat(400)]: 1}), [{path: '', message: 'must not have a field whose name is longer than 400 bytes'}]);
});

test('commas and brackets in texts are no fields', async t => {
	const {call} = await serve(t);
	const name = `"\\${',[{'.repeat(20_000)}`;
	t.is((await call('POST /api/library/movies', {body: {metaId: 'x', rootFolderPath: name}})).body.errors[0].path, 'metaId');
});

test('the published custom formats fit into one import', async t => {
	const {call} = await serve(t);
	const specifications = Array.from({length: 15}, (_, index) => ({
		name: `Group ${index}`,
		implementation: 'ReleaseTitleSpecification',
		negate: false,
		required: false,
		fields: {value: `\\b(grp${index})\\b`},
	}));
	const formats = Array.from({length: 100}, (_, index) => ({
		name: `Format ${index}`,
		includeCustomFormatWhenRenaming: false,
		specifications,
	}));
	const {status, body} = await call('POST /api/custom-formats/import', {body: formats});
	t.is(status, 200);
	t.is(body.created.length, 100);
});

test('a login is at most 4 KiB, and counts before its body is read', async t => {
	const {call} = await serve(t, {http: {loginsPer15Minutes: 3}});
	const attempt = async (body: string) => (await call('POST /api/auth/login', {as: 'nobody', body})).status;
	const large = JSON.stringify({username: 'vera', password: 'x'.repeat(4096)});
	t.deepEqual([await attempt(large), await attempt('{'), await attempt(large), await attempt(large)], [413, 400, 413, 429]);
});
