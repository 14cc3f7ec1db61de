import {setImmediate as laterOn} from 'node:timers/promises';
import test from 'ava';
import {createTurns} from '#test/helpers/together/turns.ts';

/** Begins a test of each file in this order, and tells which of them run. */
function begun(places: number, files: readonly string[]) {
	const turns = createTurns(places);
	const running: string[] = [];
	for (const file of files) {
		turns.expect(file);
	}
	for (const file of files) {
		void turns.begin(file).then(() => running.push(file));
	}
	return {turns, running};
}

test('the tests of a file begin when all of the file before have ended', async t => {
	const {turns, running} = begun(8, ['a', 'b', 'a', 'c']);
	await laterOn();
	t.deepEqual(running, ['a', 'a']);
	turns.end('a');
	await laterOn();
	t.deepEqual(running, ['a', 'a']);
	turns.end('a');
	await laterOn();
	t.deepEqual(running, ['a', 'a', 'b']);
	turns.end('b');
	await laterOn();
	t.deepEqual(running, ['a', 'a', 'b', 'c']);
});

test('only so many tests of a file run at once', async t => {
	const {turns, running} = begun(2, ['a', 'a', 'a', 'a']);
	await laterOn();
	t.is(running.length, 2);
	turns.end('a');
	await laterOn();
	t.is(running.length, 3);
});

test('a file that nobody expected has no turn', t => {
	t.throws(() => createTurns(1).begin('a'), {message: /No test of a was expected/});
});
