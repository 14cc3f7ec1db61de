import test from 'ava';
import {brokenPatterns, createPatternMatcher} from '#shared/match-patterns.ts';
import {processorMs} from '#test/helpers/processor-ms.ts';

const texts = (releaseTitle: string, releaseGroup = '', edition = '') => ({releaseTitle, releaseGroup, edition});
const titles = (...releaseTitle: string[]) => ({releaseTitle, releaseGroup: [], edition: []});

test('patterns look at their own text and ignore case', t => {
	const patterns = {releaseTitle: ['\\bremux\\b', 'kite'], releaseGroup: ['^kite$'], edition: ['imax|extended']};
	const {hits, timedOut, invalid} = createPatternMatcher().match(patterns, [texts('A.REMUX', 'KITE', 'Extended'), texts('Kite')]);
	t.deepEqual(hits, [
		{releaseTitle: new Set(['\\bremux\\b']), releaseGroup: new Set(['^kite$']), edition: new Set(['imax|extended'])},
		{releaseTitle: new Set(['kite']), releaseGroup: new Set(), edition: new Set()},
	]);
	t.deepEqual([...timedOut, ...invalid], []);
});

test('lookaround, an inline option in front and Unicode properties work', t => {
	const patterns = ['^(?!.*(HD|UHD)).*web', '(?<=\\d{4}).*german', '(?i)web', '\\p{L}+-KITE$', '(?<year>19|20)\\d\\d'];
	const {hits, invalid} = createPatternMatcher().match(titles(...patterns), [texts('Title.2019.GERMAN.WEB-KITE')]);
	t.deepEqual([...(hits[0]?.releaseTitle ?? [])], patterns);
	t.deepEqual(invalid, []);
});

test('what is no regular expression is reported and matches nothing', t => {
	const {hits, invalid} = createPatternMatcher().match(titles('(', 'a'), [texts('a')]);
	t.deepEqual(invalid, ['(']);
	t.deepEqual([...(hits[0]?.releaseTitle ?? [])], ['a']);
});

test('a pattern that would run for ever is stopped, reported and left out from then on; the others still answer', t => {
	let tries = 0;
	const matcher = createPatternMatcher(() => {
		tries += 1;
		return performance.now();
	});
	const patterns = titles('^(a+)+$', 'b$');
	const hostile = texts(`${'a'.repeat(60)}b`);
	const first = matcher.match(patterns, [hostile, texts('ab')]);
	tries = 0;
	const again = matcher.match(
		patterns,
		Array.from({length: 200}, () => hostile),
	);
	t.is(tries, 0, 'it is not tried again');
	t.deepEqual(first.timedOut, ['^(a+)+$']);
	t.deepEqual(again.timedOut, ['^(a+)+$']);
	t.true([...first.hits, ...again.hits].every(({releaseTitle}) => releaseTitle.size === 1 && releaseTitle.has('b$')));
});

test('a pattern that only waited for a busy processor is not left out from then on', t => {
	let isBusy = true;
	const matcher = createPatternMatcher(() => (isBusy ? 0 : performance.now()));
	const slow = titles('^(a+)+$');
	const hostile = [texts(`${'a'.repeat(60)}b`)];
	const waited = matcher.match(slow, hostile);
	t.deepEqual([waited.timedOut, [...(waited.hits[0]?.releaseTitle ?? [])]], [[], []]);
	isBusy = false;
	t.deepEqual(matcher.match(slow, hostile).timedOut, ['^(a+)+$']);
});

test('many releases keep their order over several calls', t => {
	const subjects = Array.from({length: 2500}, (_, n) => texts(`title ${n}`));
	const {hits} = createPatternMatcher().match(titles('7$', '^x'), subjects);
	t.is(hits.length, 2500);
	t.true(hits.every(({releaseTitle}, n) => releaseTitle.has('7$') === (n % 10 === 7)));
});

test('no patterns and no texts are fine', t => {
	t.deepEqual(createPatternMatcher().match(titles(), [texts('a')]).hits.length, 1);
	t.deepEqual(createPatternMatcher().match(titles('a'), []).hits, []);
});

test('a pattern of the greatest length that is accepted fails nothing, and the others still answer', t => {
	const huge = '(a|b|[^x]{2,3})'.repeat(1300);
	const {hits, invalid, timedOut} = createPatternMatcher().match(titles(huge, 'kite'), [texts('Kite'), texts('Kite')]);
	t.true([...invalid, ...timedOut].every(pattern => pattern === huge));
	t.true(hits.every(({releaseTitle}) => releaseTitle.has('kite')));
});

test('patterns that are no regular expressions are found, and others are not run', async t => {
	const hostile = ['^(?:a?){40}a{40}$', '(?:(?:|x)+)+y', '(?:a{1000}){1000}b'.repeat(10), '(?=(?:.?){30}){500}$', '(?<=(?:|a+)+)b'];
	t.deepEqual([...(await brokenPatterns(['(', '\\p{L}', '(?i)web', '[z-a]', '(?<a>x)(?<a>y)']))], ['(', '[z-a]', '(?<a>x)(?<a>y)']);
	const ms = await processorMs(async () => t.deepEqual([...(await brokenPatterns(hostile))], []));
	t.true(ms < 100, `${ms} ms`);
});

test('a whole body of patterns leaves others their turn', async t => {
	const slow = '\\p{L}'.repeat(200);
	const patterns = Array.from({length: 200}, (_, index) => `${slow}${index}`);
	let turns = 0;
	let isOver = false;
	const count = () => {
		turns += 1;
		isOver || setImmediate(count);
	};
	count();
	t.deepEqual([...(await brokenPatterns([...patterns, `${slow}\\P{L}`]))], [`${slow}\\P{L}`]);
	isOver = true;
	t.true(turns > 20, `${turns} turns`);
});
