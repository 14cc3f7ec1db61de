// biome-ignore-all lint/suspicious/noTemplateCurlyInString: replacements of .NET name groups like this
import test from 'ava';
import {Unusable} from '#shared/domain/definitions/definition.ts';
import {compilePattern, replaceMatches} from '#shared/domain/definitions/patterns/compile-pattern.ts';

/** What the pattern finds first; null for nothing. */
const find = (pattern: string, text: string) => compilePattern(pattern).exec(text)?.[0] ?? null;

const rows: readonly [pattern: string, text: string, found: string | null][] = [
	['(?i)web-dl', 'A WEB-DL', 'WEB-DL'],
	['a(?i)b[c-d]', 'aBD', 'aBD'],
	['a(?i)b', 'AB', null],
	['x(?i:я)z', 'xЯz', 'xЯz'],
	['\\bСезон\\b', 'x Сезон 2', 'Сезон'],
	['\\bпо\\b', 'полный', null],
	['\\w+', 'Żółty-dom', 'Żółty'],
	['\\d+', 'a٣٤', '٣٤'],
	['[^\\W_]+', '_Ab9_', 'Ab9'],
	['[\\W_]+', 'ab_ -c', '_ -'],
	['a$', 'a\n', 'a'],
	['a\\z', 'a\n', null],
	['a.c', 'a\rc', 'a\rc'],
	['a\\sc', 'a\u0085c', 'a\u0085c'],
	['\\#\\-\\/\\!', '#-/!', '#-/!'],
	['a{b}', 'a{b}', 'a{b}'],
	['[]a]+', ']a', ']a'],
	['[a-\\d]+', 'a-5', 'a-5'],
	['[\\w-]+', 'a-b', 'a-b'],
	['[[x]+', '[x', '[x'],
	['\\p{IsCyrillic}+', 'abЖя', 'Жя'],
	['[^\\p{IsCyrillic}]+', 'Жab', 'ab'],
	['(?<year>\\d{4})', 'x 2020', '2020'],
	["(?'y'a)\\k<y>", 'aa', 'aa'],
	['(a)\\1', 'aa', 'aa'],
	['(?<=a)b(?!c)', 'abc ab', 'b'],
	['a(?#note)b', 'ab', 'ab'],
	['(?m)^b$', 'a\nb\nc', 'b'],
	['(?s)a.b', 'a\nb', 'a\nb'],
	['\\x41\\u0042\\t', 'AB\t', 'AB\t'],
	['^\\((?>[^()]+|(?<open>\\()|(?<-open>\\)))*(?(open)(?!))\\)', '(a (b) c) d)', '(a (b) c)'],
	['\\[(?:[^\\[\\]]|(?<o>\\[)|(?<-o>\\]))*(?(o)(?!))\\]', 'x [a [b [c]]] y', '[a [b [c]]]'],
];

test('patterns of .NET find the same in JavaScript', t => {
	for (const [pattern, text, found] of rows) {
		t.is(find(pattern, text), found, pattern);
	}
});

test('what JavaScript cannot do is refused with the reason', t => {
	for (const pattern of [
		'(a',
		'a)',
		'[a',
		'(?x)a',
		'\\Ga',
		'[a-z-[aeiou]]',
		'(?>a+)b',
		'[z-a]',
		'\\p{IsKlingon}',
		'\\y',
		'a\\',
		`${'('.repeat(60)}${')'.repeat(60)}`,
		'x'.repeat(6000),
		'*a',
	]) {
		t.throws(() => compilePattern(pattern), {instanceOf: Unusable}, pattern.slice(0, 20));
	}
});

test('replacements name groups as in .NET', t => {
	const replace = (pattern: string, replacement: string) => replaceMatches('ab-ab', compilePattern(pattern), replacement);
	t.is(replace('(a)(b)', '$2$1'), 'ba-ba');
	t.is(replace('(a)b', '${1}9'), 'a9-a9');
	t.is(replace('a', '[$0$&]'), '[aa]b-[aa]b');
	t.is(replace('(?<x>a)', '${x}${x}'), 'aab-aab');
	t.is(replace('a', '$$1'), '$1b-$1b');
	t.is(replace('(a)', '$7${no}'), '$7${no}b-$7${no}b');
	t.is(replace('(a)|(b)', '<$2>'), '<><b>-<><b>');
});
