import {setImmediate as laterOn} from 'node:timers/promises';
import test from 'ava';
import {createTurns} from '#test/helpers/together/turns.ts';

/** Begins a test of each file in this order, and tells which of them run. */
function begun(slots: number, files: readonly string[]) {
	const turns = createTurns(slots);
	const running: string[] = [];
	for (const file of files) {
		turns.expect(file);
	}
	for (const file of files) {
		void turns.begin(file).then(() => running.push(file));
	}
	return {turns, running};
}

test('only so many tests run at once, in the order of their files', async t => {
	const {turns, running} = begun(2, ['a', 'b', 'a', 'c']);
	const seen: string[][] = [];
	for (let ended = 0; ended < 4; ended += 1) {
		await laterOn();
		seen.push([...running]);
		turns.end();
	}
	t.deepEqual(
		seen.map(files => files.join('')),
		['ab', 'aba', 'abac', 'abac'],
	);
});

test('the next file takes the slots that the last tests of a file leave free', async t => {
	const {turns, running} = begun(3, ['a', 'b', 'b', 'b']);
	await laterOn();
	t.deepEqual(running, ['a', 'b', 'b']);
	turns.end();
	await laterOn();
	t.deepEqual(running, ['a', 'b', 'b', 'b']);
});

test('a file that nobody expected has no turn', t => {
	t.throws(() => createTurns(1).begin('a'), {message: /No test of a was expected/});
});
