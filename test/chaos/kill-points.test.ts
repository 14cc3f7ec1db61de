import test from 'ava';
import {killPoints} from '#test/chaos/import/kill-points.ts';

test('the same seed gives the same kill points, another seed others', t => {
	t.deepEqual(killPoints(7, 200), killPoints(7, 200));
	t.notDeepEqual(killPoints(7, 200), killPoints(8, 200));
});

test('every tenth worker is stopped, and some are hit before the first file is placed', t => {
	const points = killPoints(1, 200);
	t.is(points.filter(({stops}) => stops).length, 20);
	const early = points.filter(({afterFiles}) => afterFiles === 0).length;
	t.true(early > 10 && early < 60, `${early} of 200`);
	t.true(points.every(({afterFiles}) => afterFiles <= 24));
});
