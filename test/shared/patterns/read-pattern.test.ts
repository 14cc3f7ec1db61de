import test from 'ava';
import {brokenPatterns} from '#shared/patterns/read-pattern.ts';
import {processorMs} from '#test/helpers/processor-ms.ts';

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
