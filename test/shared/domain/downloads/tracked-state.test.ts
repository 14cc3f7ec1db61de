import test from 'ava';
import {canMove, statesBefore} from '#shared/domain/downloads/queue-item.ts';

test('an ignored download can only go on', t => {
	t.true(canMove('ignored', 'downloading'));
	t.false(canMove('ignored', 'importPending'));
	t.false(canMove('ignored', 'imported'));
});

test('only what is being imported becomes imported', t => {
	t.deepEqual(statesBefore('imported'), ['importing']);
});
