import test from 'ava';
import {inSmallSteps} from '#shared/store/mongo/small-steps.ts';

test('many rows are written a few at a time, one command after the other, with pauses between', async t => {
	const rows = Array.from({length: 50}, (_, n) => n);
	const written: number[][] = [];
	let running = 0;
	const begun = performance.now();
	const results = await inSmallSteps(rows, async some => {
		running += 1;
		await null;
		t.is(running, 1);
		running -= 1;
		written.push(some);
		return some.length;
	});
	t.deepEqual(written.flat(), rows);
	t.deepEqual(results, [20, 20, 10]);
	// 0.12 ms for each row, of which timers may take off a millisecond a command.
	t.true(performance.now() - begun >= 50 * 0.12 - results.length);
});
