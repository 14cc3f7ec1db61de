import test from 'ava';
import {withoutOverlap} from '#workers/executions/without-overlap.ts';

test('work is not started again before it ends', async t => {
	let starts = 0;
	let turn = Promise.withResolvers<void>();
	const start = withoutOverlap(() => {
		starts += 1;
		return turn.promise;
	});
	start();
	start();
	t.is(starts, 1);
	turn.resolve();
	await turn.promise;
	await new Promise(setImmediate);
	turn = Promise.withResolvers();
	start();
	t.is(starts, 2);
});
