import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {findingsOf} = await pageModule('system/findings.ts');

test('root folders that cannot be reached are named by their paths, and by their ids while those are unknown', t => {
	t.deepEqual(findingsOf({status: 'degraded', unreachable: ['a', 'b']}, {a: '/films'}), [
		'/films cannot be reached.',
		'The root folder b cannot be reached.',
	]);
	t.deepEqual(findingsOf({status: 'degraded', silent: ['a']}, {a: '/films'}), ['The disk of /films has not answered for a while.']);
	t.deepEqual(findingsOf({status: 'degraded', rightsRefused: ['a']}, {a: '/films'}), [
		'The mode or group of new files cannot be set in /films.',
	]);
});

test('a check tells what is missing, refused and stuck, and how many indexers are on', t => {
	t.deepEqual(findingsOf({missing: ['search'], stuck: ['import'], refused: [{service: 'worker:grab', message: 'Another key.'}]}, {}), [
		'No worker of the pool search runs.',
		'The pool import is stuck: its jobs are not moving.',
		'worker:grab: Another key.',
	]);
	t.deepEqual(findingsOf({enabledCount: 0, totalCount: 0}, {}), ['No indexer has been added yet.']);
});
