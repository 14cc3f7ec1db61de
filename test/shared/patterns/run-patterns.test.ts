import test from 'ava';
import {createPatternRunner} from '#shared/patterns/run-patterns.ts';

const check = (pattern: string) => ({pattern, text: 0});
const subjects = [[`${'a'.repeat(60)}b`]];

test('a pattern that only waited for a busy processor is not struck: its call is unfinished', t => {
	let isBusy = true;
	let ms = 0;
	const runner = createPatternRunner(() => {
		ms += isBusy ? 0 : 20;
		return ms;
	});
	// Waits seven times, each time twice as long; a harmless one beside it has its turn.
	t.deepEqual(runner.answer({checks: [check('^(a+)+$'), check('b$')], subjects}), {unfinished: 'busy'});
	isBusy = false;
	t.deepEqual(runner.answer({checks: [check('^(a+)+$')], subjects}), {verdicts: ['0'], slow: ['^(a+)+$']});
});

test('slow patterns have less time each once they have used up that of all', t => {
	let ms = 0;
	const runner = createPatternRunner(() => {
		ms += 500;
		return ms;
	});
	const bombs = Array.from({length: 8}, (_, n) => check(`^(a+)+${n}$`));
	const reply = runner.answer({checks: bombs, subjects});
	t.deepEqual(reply, {verdicts: ['0'.repeat(8)], slow: bombs.map(({pattern}) => pattern)});
});

test('all together have a limit, too, and are reported instead of half an answer', t => {
	let ms = 0;
	const runner = createPatternRunner(() => {
		ms += 10_000;
		return ms;
	});
	t.deepEqual(runner.answer({checks: [check('a')], subjects: Array.from({length: 8000}, () => ['a'])}), {unfinished: 'too_much'});
});
