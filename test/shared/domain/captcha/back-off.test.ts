import test from 'ava';
import {solveBackOffMinutes} from '#shared/domain/captcha/back-off.ts';

test('a site that goes on failing is left alone ever longer, but never for ever', t => {
	t.deepEqual([0, 1, 2, 3, 4, 5, 6, 1000].map(solveBackOffMinutes), [0, 1, 5, 15, 60, 240, 240, 240]);
	t.is(solveBackOffMinutes(-1), 0);
});
