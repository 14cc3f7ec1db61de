import test, {type ExecutionContext} from 'ava';
import {createPatternMatcher} from '#shared/patterns/match-patterns.ts';

const texts = (releaseTitle: string, releaseGroup = '', edition = '') => ({releaseTitle, releaseGroup, edition});
const titles = (...releaseTitle: string[]) => ({releaseTitle, releaseGroup: [], edition: []});

/** Its thread ends with the test. */
function openMatcher(t: ExecutionContext, options: Parameters<typeof createPatternMatcher>[0] = {}) {
	const matcher = createPatternMatcher(options);
	t.teardown(matcher.close);
	return matcher;
}

test('patterns look at their own text and ignore case', async t => {
	const patterns = {releaseTitle: ['\\bremux\\b', 'kite'], releaseGroup: ['^kite$'], edition: ['imax|extended']};
	const {hits, timedOut, invalid} = await openMatcher(t).match(patterns, [texts('A.REMUX', 'KITE', 'Extended'), texts('Kite')]);
	t.deepEqual(hits, [
		{releaseTitle: new Set(['\\bremux\\b']), releaseGroup: new Set(['^kite$']), edition: new Set(['imax|extended'])},
		{releaseTitle: new Set(['kite']), releaseGroup: new Set(), edition: new Set()},
	]);
	t.deepEqual([...timedOut, ...invalid], []);
});

test('lookaround, an inline option in front and Unicode properties work', async t => {
	const patterns = ['^(?!.*(HD|UHD)).*web', '(?<=\\d{4}).*german', '(?i)web', '\\p{L}+-KITE$', '(?<year>19|20)\\d\\d'];
	const {hits, invalid} = await openMatcher(t).match(titles(...patterns), [texts('Title.2019.GERMAN.WEB-KITE')]);
	t.deepEqual([...(hits[0]?.releaseTitle ?? [])], patterns);
	t.deepEqual(invalid, []);
});

test('what is no regular expression is reported and matches nothing', async t => {
	const {hits, invalid} = await openMatcher(t).match(titles('(', 'a'), [texts('a')]);
	t.deepEqual(invalid, ['(']);
	t.deepEqual([...(hits[0]?.releaseTitle ?? [])], ['a']);
});

test('a pattern that would run for ever is stopped, reported and left out from then on; the others still answer', async t => {
	const matcher = openMatcher(t);
	const patterns = titles('^(a+)+$', 'b$');
	const hostile = texts(`${'a'.repeat(60)}b`);
	const first = await matcher.match(patterns, [hostile, texts('ab')]);
	const again = await matcher.match(
		patterns,
		Array.from({length: 200}, () => hostile),
	);
	t.deepEqual(first.timedOut, ['^(a+)+$']);
	t.deepEqual(again.timedOut, ['^(a+)+$']);
	t.true([...first.hits, ...again.hits].every(({releaseTitle}) => releaseTitle.size === 1 && releaseTitle.has('b$')));
});

test('many releases keep their order over several calls', async t => {
	const subjects = Array.from({length: 2500}, (_, n) => texts(`title ${n}`));
	const {hits} = await openMatcher(t).match(titles('7$', '^x'), subjects);
	t.is(hits.length, 2500);
	t.true(hits.every(({releaseTitle}, n) => releaseTitle.has('7$') === (n % 10 === 7)));
});

test('no patterns and no texts are fine', async t => {
	t.is((await openMatcher(t).match(titles(), [texts('a')])).hits.length, 1);
	t.deepEqual((await openMatcher(t).match(titles('a'), [])).hits, []);
});

test('a pattern of the greatest length that is accepted fails nothing, and the others still answer', async t => {
	const huge = '(a|b|[^x]{2,3})'.repeat(1300);
	const {hits, invalid, timedOut} = await openMatcher(t).match(titles(huge, 'kite'), [texts('Kite'), texts('Kite')]);
	t.true([...invalid, ...timedOut].every(pattern => pattern === huge));
	t.true(hits.every(({releaseTitle}) => releaseTitle.has('kite')));
});

/** Each takes for ever on a long run of x. */
const bombs = Array.from({length: 120}, (_, n) => `(x+x+)+y${n}z1`);
const bombed = texts(`A.Film.2020.${'x'.repeat(60)}.1080p-NOBODY`);

test('a hundred patterns that take for ever hold nobody up, are struck once for all processes, and others still answer', async t => {
	const stored = new Set<string>();
	const struck = {
		among: async (patterns: readonly string[]) => new Set(patterns.filter(pattern => stored.has(pattern))),
		strike: async (patterns: readonly string[]) => patterns.forEach(pattern => void stored.add(pattern)),
	};
	const [first, second] = [openMatcher(t, {struck}), openMatcher(t, {struck})];
	const patterns = titles(...bombs.slice(0, 60), '1080p', ...bombs.slice(60));
	const before = process.threadCpuUsage();
	const found = await first.match(patterns, [texts('A.Film.2020.720p-NOBODY'), bombed]);
	const {user, system} = process.threadCpuUsage(before);
	t.true((user + system) / 1000 < 500, 'the thread of everybody else is free');
	t.deepEqual(found.timedOut, bombs);
	t.deepEqual([...stored].sort(), bombs.toSorted());
	t.deepEqual([...(found.hits[1]?.releaseTitle ?? [])], ['1080p']);
	// Another process never runs them, so its scores are the same.
	const answers = await second.match(patterns, [bombed]);
	t.deepEqual(answers, {hits: [found.hits[1]!], timedOut: bombs, invalid: []}); // it has two texts
});

test('what takes long on names made to provoke it is found before anybody runs it, and what guides have is not', async t => {
	const matcher = openMatcher(t);
	const slow = ['(x+x+)+y0z1', '^(a+)+$', '(\\w+\\.?)+!', '(?:web|web)+(?:web|web)+\\d\\z$'];
	const harmless = [
		'\\b(?:remux|bdmux)\\b(?!.*\\d{3,4}p)',
		'^(?!.*(?:HD|UHD)).*web[ ._-]?(?:dl|rip)?',
		'(?<=\\d{4}).*german',
		'\\p{L}+-KITE$',
		`\\b(?:${Array.from({length: 900}, (_, n) => `GROUP${n}`).join('|')})\\b`,
		'^(.*)[ .]S\\d{2}E\\d{2}(.*)$',
	];
	const found = await matcher.findSlow([...slow, ...harmless]);
	t.deepEqual([...found], slow);
	t.is((await matcher.findSlow([])).size, 0);
});

test('a machine without any time is reported, instead of a score that another process would not give', async t => {
	const failing = {ask: async () => ({unfinished: 'busy' as const}), close: async () => {}};
	const matcher = openMatcher(t, {thread: failing});
	await t.throwsAsync(matcher.match(titles('(x+x+)+y'), [bombed]), {code: 'patterns_unfinished', message: /too busy/});
	await t.throwsAsync(matcher.findSlow(['a']), {code: 'patterns_unfinished'});
});
