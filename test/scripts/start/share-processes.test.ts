import test from 'ava';
import {shareProcesses} from '#scripts/start/plan-service.ts';
import {pools} from '#shared/jobs/queues.ts';

const gibibyte = 1024 ** 3;
const small = {cores: 2, memoryBytes: 24 * gibibyte};
const large = {cores: 8, memoryBytes: 16 * gibibyte};
const sharedAlways = [
	['import', 'disks', 'files'],
	['downloads', 'connections'],
	['refresh', 'lists'],
];

test('a small machine gets few processes by itself, a large one many', t => {
	t.is(shareProcesses('auto', small).length, 2);
	t.is(shareProcesses('auto', {cores: 4, memoryBytes: 2 * gibibyte}).length, 2);
	t.deepEqual(shareProcesses('auto', large), sharedAlways);
});

test('what is said goes before what the machine has', t => {
	t.is(shareProcesses('few', large).length, 1);
	t.is(shareProcesses('few', small).length, 1);
	t.deepEqual(shareProcesses('many', small), sharedAlways);
});

test('every pool has a place where they share', t => {
	for (const processes of ['few', 'auto'] as const) {
		t.deepEqual(shareProcesses(processes, small).flat().toSorted(), [...pools].sort());
	}
});
