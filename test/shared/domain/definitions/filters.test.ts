import test from 'ava';
import {createSiteTools} from '#shared/definitions/site-tools.ts';
import {Unusable} from '#shared/domain/definitions/definition.ts';
import {applyFilters, type FilterContext} from '#shared/domain/definitions/filters.ts';
import {firstDigits, parseDecimal, parseInteger, parseSize} from '#shared/domain/definitions/read-numbers.ts';

const context: FilterContext = {
	variables: new Map([['.Config.x', 'X']]),
	now: new Date('2026-03-07T16:05:09Z'),
	tools: createSiteTools('windows-1251'),
	patterns: new Map(),
};
const run = (value: string, name: string, ...args: string[]) => applyFilters(value, [{name, args}], context);

const rows: readonly [value: string, filter: [string, ...string[]], result: string | null][] = [
	['a?id=5&n=a%20b#c=1', ['querystring', 'N'], 'a b'],
	['a?id=5', ['querystring', 'n'], null],
	['id: 42.', ['regexp', '(\\d+)'], '42'],
	['none', ['regexp', '(\\d+)'], ''],
	['a1b2', ['re_replace', '\\d', '{{ .Config.x }}'], 'aXbX'],
	['a.b.c', ['replace', '.', '{{ .Config.x }}'], 'aXbXc'],
	['a', ['append', '-{{ .Config.x }}'], 'a-X'],
	['a', ['prepend', 'b'], 'ba'],
	['a/b/c', ['split', '/', '1'], 'b'],
	['a/b/c', ['split', '/+', '-1'], 'c'],
	[' a ', ['trim'], 'a'],
	['--a-', ['trim', '-x'], 'a'],
	['Ab', ['tolower'], 'ab'],
	['Ab', ['toupper'], 'AB'],
	['тест a&b', ['urlencode'], '%F2%E5%F1%F2+a%26b'],
	['%F2%E5%F1%F2+a', ['urldecode'], 'тест a'],
	['a &amp; b&#39;', ['htmldecode'], "a & b'"],
	['<a>', ['htmlencode'], '&#60;a&#62;'],
	['Zażółć Ö', ['diacritics', 'replace'], 'Zazołc O'],
	['Drama, sci-fi / Comedy', ['validate', 'comedy, drama, horror'], 'comedy, drama'],
	['a/b: c', ['validfilename'], 'a_b_ c'],
	['{"a": [1, "b"]}', ['jsonjoinarray', '$.a', '; '], '1; b'],
	['2026-03-05', ['dateparse', 'yyyy-MM-dd'], 'Thu, 05 Mar 2026 00:00:00 +0'],
	['5 March', ['dateparse', 'yyyy-MM-dd'], '5 March'],
	['1 hour ago', ['timeago'], 'Sat, 07 Mar 2026 15:05:09 +0'],
	['Yesterday', ['fuzzytime'], 'Fri, 06 Mar 2026 00:00:00 +0'],
	['a', ['strdump'], 'a'],
	['a', ['sparkle', 'x'], 'a'],
	['a', ['constructor'], 'a'],
];

test('filters do what they are named for', t => {
	for (const [value, [name, ...args], result] of rows) {
		t.is(run(value, name, ...args), result, `${name} of ${value}`);
	}
});

test('filters that cannot work on a value say so', t => {
	for (const [value, [name, ...args]] of [
		['a', ['querystring', 'x']],
		['a', ['split', '/', '3']],
		['a', ['replace', 'x']],
		['3 moons', ['timeago']],
		['{', ['jsonjoinarray', 'a', ',']],
	] as const) {
		t.throws(() => run(value, name, ...args), {instanceOf: Unusable}, name);
	}
});

test('numbers are read as the format does', t => {
	const read = (parse: (text: string) => number, ...texts: string[]) => texts.map(parse);
	t.deepEqual(
		read(parseSize, '1,023.4 MB', '2 GiB', '512 kb', '1.5TB', '1234', '', '7 bytes'),
		[1_073_112_678, 2_147_483_648, 524_288, 1_649_267_441_664, 1234, 0, 7],
	);
	t.deepEqual(
		read(parseSize, '16.50GB +08:00', '2 GB 15:30', '700 Mo', '1.5 ГБ', '2 GB (14 files)', '1 ko', '3 gbit', '1 500 MB', '1,234,567,890'),
		[17_716_740_096, 2_147_483_648, 734_003_200, 1_610_612_736, 2_147_483_648, 1024, 3_221_225_472, 1_572_864_000, 1_234_567_890],
	);
	t.deepEqual(
		read(parseSize, '5 gigabytes', '1.5 G', '700 M', '2 gibibytes', '1,5 гигабайта', '3 gigaoctets', '2 months'),
		[5_368_709_120, 1_610_612_736, 734_003_200, 2_147_483_648, 1_610_612_736, 3_221_225_472, 2],
	);
	t.deepEqual(read(parseInteger, '2.222', '2,22', ' 12 345 seeds', '2.222,22', '', 'none'), [2222, 222, 12_345, 2222, 0, 0]);
	t.deepEqual(read(parseDecimal, '2.222,22', '0,5', '1', '', '1.234.567'), [2222.22, 0.5, 1, 0, 1234.567]);
	t.deepEqual(read(firstDigits, 'tt0012345/', 'no'), [12_345, 0]);
});
