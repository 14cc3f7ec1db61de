import {constants, getPriority} from 'node:os';
import {setTimeout as pause} from 'node:timers/promises';
import test from 'ava';
import {until} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {startWorker} from '#test/helpers/worker-process.ts';

test('a worker of the backfill makes way for others once it is ready, so that a busy machine does not keep it from starting', async t => {
	const {child, ready} = startWorker(t, await withWorkerDeps(t), {env: {WORKER_POOLS: 'backfill'}});
	const priority = () => getPriority(child.pid ?? 0);
	const usual = getPriority();
	let isReady = false;
	void ready.finally(() => {
		isReady = true;
	});
	const before = new Set<number>();
	while (!isReady) {
		const seen = priority();
		await pause(5);
		// Who sees the change is told by then that the worker is ready.
		if (!isReady) {
			before.add(seen);
		}
	}
	await ready;
	t.deepEqual([...before], [usual]);
	await until(() => priority() === constants.priority.PRIORITY_LOW);
});
