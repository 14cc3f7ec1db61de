import test from 'ava';
import {Invalid} from '#shared/errors.ts';
import {tasksStream} from '#shared/events/tasks.ts';
import {startTask} from '#shared/tasks/start-task.ts';
import {openBeside} from '#test/helpers/crowd.ts';
import {type WorkerWorld, withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {repairExecutions} from '#workers/executions/repair-executions.ts';
import {runExecution} from '#workers/executions/run-execution.ts';
import {type Run, stopReason} from '#workers/runtime/handler.ts';

const taskId = 'historyCleanup';
const counts = {itemsProcessed: 3, itemsAffected: 2};

async function queued({deps}: WorkerWorld, at = deps.now()) {
	return (await deps.taskHistory.add({taskId, options: {}, force: false}, at)).execution;
}

const minuteAgo = () => new Date(Date.now() - 60_000);

async function eventsOf({deps: {producer, prefix}}: WorkerWorld) {
	const rows = await producer.xrange(`${prefix}:events:${tasksStream.channel}`, '-', '+');
	return rows.map(([, [, event = '', , data = '']]) => ({event, data: JSON.parse(data) as Record<string, unknown>}));
}

const abortable = (world: WorkerWorld) => {
	const controller = new AbortController();
	const run: Run = {...world.run(), signal: controller.signal};
	return {run, abort: (reason: unknown) => controller.abort(reason)};
};

test('an execution tells of its start, its progress and its end, and is remembered', async t => {
	const world = await withWorkerDeps(t);
	const {deps} = world;
	const {id} = await queued(world);
	const body = async ({progress, note}: Parameters<Parameters<typeof runExecution>[1]>[0]) => {
		for (let processed = 1; processed <= 50; processed += 1) {
			progress({processed, total: 50, message: null});
		}
		note({mediaId: 'm', mediaTitle: 'The Quiet Harbour', action: 'search', status: 'queued', message: null});
		return counts;
	};
	await runExecution(id, body, {deps, run: world.run()});
	t.like(await deps.taskHistory.get(id), {status: 'completed', error: null, ...counts});
	t.deepEqual(await deps.taskHistory.active(), []);
	const events = await eventsOf(world);
	t.is(events[0]?.event, 'task:started');
	t.like(events[0]?.data, {taskId, executionId: id});
	t.like(events.at(-1), {event: 'task:completed', data: {taskId, executionId: id, ...counts}});
	const progress = events.filter(({event}) => event === 'task:progress');
	t.true(progress.length <= 2);
	t.like(progress.at(-1)?.data, {processed: 50, total: 50});
	t.like((await deps.taskActivities.page({historyId: id, page: 1, limit: 10})).activities[0], {
		mediaTitle: 'The Quiet Harbour',
		action: 'search',
	});
});

test('a body that fails ends the execution as failed, and the task shows it until it starts again', async t => {
	const world = await withWorkerDeps(t);
	const {deps} = world;
	await deps.tasks.ensure(deps.now());
	const {id} = await queued(world);
	const fails = async () => {
		throw new Invalid('wrong', 'The moon is in the way.');
	};
	await runExecution(id, fails, {deps, run: world.run()});
	t.like(await deps.taskHistory.get(id), {status: 'failed', error: 'The moon is in the way.'});
	t.true((await deps.tasks.get(taskId)).lastFailed);
	t.like((await eventsOf(world)).at(-1), {event: 'task:error', data: {error: 'The moon is in the way.'}});
	await runExecution((await queued(world)).id, async () => counts, {deps, run: world.run()});
	t.false((await deps.tasks.get(taskId)).lastFailed);
});

test('an execution is one for all who ask, and forced ones come one after the other', async t => {
	const {deps} = await withWorkerDeps(t);
	const request = {taskId, options: {}, force: false};
	const both = await Promise.all([deps.taskHistory.add(request, deps.now()), deps.taskHistory.add(request, deps.now())]);
	t.is(both[0].execution.id, both[1].execution.id);
	t.deepEqual(both.map(({isNew}) => isNew).sort(), [false, true]);
	const forced = await deps.taskHistory.add({...request, force: true}, new Date(Date.now() + 5));
	t.not(forced.execution.id, both[0].execution.id);
	t.deepEqual(
		(await deps.taskHistory.active(taskId)).map(({id}) => id),
		[both[0].execution.id, forced.execution.id],
	);
});

test('when one execution ends, the next that waits gets its job', async t => {
	const world = await withWorkerDeps(t);
	const {deps} = world;
	const first = await queued(world);
	const {execution: second} = await deps.taskHistory.add({taskId, options: {}, force: true}, new Date(Date.now() + 5));
	t.is((await deps.jobs.queue('tasks').getJobs(['waiting', 'prioritized'])).length, 0);
	await runExecution(first.id, async () => counts, {deps, run: world.run()});
	const waiting = await deps.jobs.queue('tasks').getJobs(['waiting', 'prioritized']);
	t.deepEqual(
		waiting.map(({data}) => data.payload),
		[{taskId, executionId: second.id}],
	);
});

test('a cancelled run ends as cancelled, with what it did until then', async t => {
	const world = await withWorkerDeps(t);
	const {deps} = world;
	const {id} = await queued(world);
	const {run, abort} = abortable(world);
	await runExecution(
		id,
		async ({save, signal}) => {
			await save({...counts, checkpoint: 'here'});
			t.is(await deps.taskHistory.cancel(id, deps.now()), 'requested');
			abort('The task was cancelled');
			signal.throwIfAborted();
			return {itemsProcessed: 99, itemsAffected: 99};
		},
		{deps, run},
	);
	t.like(await deps.taskHistory.get(id), {status: 'cancelled', ...counts, checkpoint: null});
	t.like((await eventsOf(world)).at(-1), {event: 'task:cancelled'});
});

test('a stop hands the execution back, and the next run goes on where it was', async t => {
	const world = await withWorkerDeps(t);
	const {deps} = world;
	const {id} = await queued(world);
	const {run, abort} = abortable(world);
	const stopped = runExecution(
		id,
		async ({save, signal}) => {
			await save({...counts, checkpoint: 'half way'});
			abort(stopReason);
			signal.throwIfAborted();
			return counts;
		},
		{deps, run},
	);
	await t.throwsAsync(stopped, {message: /stops/});
	t.like(await deps.taskHistory.get(id), {status: 'queued', checkpoint: 'half way'});
	let seen: unknown;
	await runExecution(
		id,
		async ({resumed}) => {
			seen = resumed;
			return {itemsProcessed: 10, itemsAffected: 2};
		},
		{deps, run: world.run()},
	);
	t.deepEqual(seen, {checkpoint: 'half way', ...counts});
	t.like(await deps.taskHistory.get(id), {status: 'completed', itemsProcessed: 10});
	t.is((await eventsOf(world)).filter(({event}) => event === 'task:started').length, 1);
});

test('a run that was taken over cannot write any more', async t => {
	const world = await withWorkerDeps(t);
	const {deps} = world;
	const {id} = await queued(world);
	await runExecution(
		id,
		async () => {
			await runExecution(id, async () => counts, {deps, run: world.run()});
			return {itemsProcessed: 99, itemsAffected: 99};
		},
		{deps, run: world.run()},
	);
	t.like(await deps.taskHistory.get(id), {status: 'completed', ...counts});
	t.is((await eventsOf(world)).filter(({event}) => event === 'task:completed').length, 1);
});

test('an execution that lost its job gets another, and one that lost too many ends as failed', async t => {
	const world = await withWorkerDeps(t);
	const {deps} = world;
	const {id} = await queued(world, minuteAgo());
	t.is(await repairExecutions(deps), 1);
	t.is((await deps.jobs.queue('tasks').getJobs(['waiting', 'prioritized'])).length, 1);
	t.is(await repairExecutions(deps), 0);
	for (let dispatch = 0; dispatch < 4; dispatch += 1) {
		await deps.jobs.queue('tasks').obliterate({force: true});
		await repairExecutions(deps);
	}
	t.like(await world.deps.taskHistory.get(id), {status: 'failed'});
	t.regex((await world.deps.taskHistory.get(id)).error ?? '', /died/);
});

test('an execution gets another job although a worker was faster than the count of its first one', async t => {
	const world = await withWorkerDeps(t);
	const {deps} = world;
	const tasks = deps.jobs.queue('tasks');
	const add = deps.jobs.enqueue;
	const enqueue: typeof add = async (...wanted) => {
		const jobId = await add(...wanted);
		const [{id = ''} = {}] = await deps.taskHistory.active(taskId);
		await deps.taskHistory.claim(id, {token: 'of a worker that died', jobId, now: deps.now()});
		return jobId;
	};
	const {execution} = await startTask({taskId, options: {}, force: false}, {...deps, jobs: {...deps.jobs, enqueue}});
	const first = (await deps.taskHistory.get(execution.id)).jobId ?? '';
	// MongoDB was away for as long as the job was tried.
	await deps.producer.zrem(tasks.toKey('prioritized'), first);
	await deps.producer.zadd(tasks.toKey('failed'), 1, first);
	t.is(await (await tasks.getJob(first))?.getState(), 'failed');

	const db = await openBeside(t, world);
	await db.collection('taskExecutions').updateOne({}, {$set: {beatAt: minuteAgo()}});
	// The clock of the host has no say in whether a run is alive.
	t.is(await repairExecutions({...deps, now: () => new Date(0)}), 1);
	const {jobId, dispatches} = await deps.taskHistory.get(execution.id);
	t.not(jobId, first);
	t.is(dispatches, 2);
	t.is(await (await tasks.getJob(jobId ?? ''))?.getState(), 'prioritized');
});
