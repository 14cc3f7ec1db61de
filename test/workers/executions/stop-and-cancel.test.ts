import {once} from 'node:events';
import test, {type ExecutionContext} from 'ava';
import {controlStream} from '#shared/events/control.ts';
import type {Pool} from '#shared/jobs/queues.ts';
import {openConsumer} from '#shared/redis.ts';
import {startTask} from '#shared/tasks/start-task.ts';
import {patientRedis} from '#test/helpers/redis.ts';
import {patienceMs, until} from '#test/helpers/until.ts';
import {type WorkerWorld, withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {repairExecutions} from '#workers/executions/repair-executions.ts';
import {runExecution} from '#workers/executions/run-execution.ts';
import {type Handlers, stopReason} from '#workers/runtime/handler.ts';
import {startPool} from '#workers/runtime/pool.ts';
import {handleRunTask} from '#workers/tasks/run-task.ts';

function realPool(t: ExecutionContext, {deps, redisUrl}: WorkerWorld, {pool, handlers}: {pool: Pool; handlers: Partial<Handlers>}) {
	const connection = openConsumer(redisUrl, patientRedis);
	const worker = startPool(pool, {handlers: handlers as Handlers, deps, connection, concurrency: 2, lockMs: patienceMs});
	t.teardown(async () => {
		await worker.close(true);
		connection.disconnect();
	});
	return worker;
}

/**
 * Starts `rssSync` on a real pool; returns how a person cancels it. Its heartbeats, which find a cancelled task some
 * seconds later, find nothing: only the message remains.
 */
async function startRssSync(t: ExecutionContext, world: WorkerWorld) {
	const {deps} = world;
	const taskHistory = {...deps.taskHistory, beat: async () => 'go on' as const};
	realPool(t, {...world, deps: {...deps, taskHistory}}, {pool: 'tasks', handlers: {runTask: handleRunTask}});
	const {execution} = await startTask({taskId: 'rssSync', options: {}, force: false}, deps);
	return async () => {
		const {jobId} = await deps.taskHistory.get(execution.id);
		await deps.taskHistory.cancel(execution.id, deps.now());
		await deps.events.publish(controlStream, 'cancelJob', {jobId: jobId ?? '', reason: 'The task was cancelled'});
	};
}

test('a long task goes on through any number of stops, each without a new job', async t => {
	const world = await withWorkerDeps(t);
	const {deps} = world;
	await deps.tasks.ensure(deps.now());
	const minuteAgo = () => new Date(Date.now() - 60_000);
	const {execution} = await startTask({taskId: 'libraryScan', options: {}, force: false}, {...deps, now: minuteAgo});
	for (let step = 1; step <= 25; step += 1) {
		const reached = Promise.withResolvers<void>();
		const runTask: Handlers['runTask'] = ({executionId}, theirs, run) =>
			runExecution(
				executionId,
				async ({save, signal, resumed}) => {
					await save({itemsProcessed: Number(resumed.checkpoint ?? 0) + 1, itemsAffected: 0, checkpoint: String(step)});
					reached.resolve();
					await once(signal, 'abort');
					throw signal.reason;
				},
				{deps: theirs, run},
			);
		const worker = realPool(t, world, {pool: 'tasks', handlers: {runTask}});
		await reached.promise;
		worker.cancelAllJobs(stopReason);
		await worker.close();
		t.is(await repairExecutions(deps), 0);
	}
	t.like(await deps.taskHistory.get(execution.id), {status: 'queued', itemsProcessed: 25, dispatches: 1, error: null});
});

test('cancelling a task takes out at once what it asked of a pool that has not begun', async t => {
	const world = await withWorkerDeps(t);
	const queue = world.deps.jobs.queue('search');
	const cancel = await startRssSync(t, world);
	await until(async () => (await queue.getJobCountByTypes('prioritized')) === 1);
	await cancel();
	await until(async () => (await queue.getJobCountByTypes('prioritized')) === 0);
	t.pass();
});

test('cancelling a task cancels at once what another pool does for it', async t => {
	const world = await withWorkerDeps(t);
	const started = Promise.withResolvers<void>();
	const aborted = Promise.withResolvers<void>();
	const syncFeeds: Handlers['syncFeeds'] = async (_payload, _deps, {signal}) => {
		signal.addEventListener('abort', () => aborted.resolve());
		started.resolve();
		await once(signal, 'abort');
		throw signal.reason;
	};
	realPool(t, world, {pool: 'search', handlers: {syncFeeds}});
	const cancel = await startRssSync(t, world);
	await started.promise;
	await cancel();
	await aborted.promise;
	await until(async () => (await world.deps.taskHistory.active('rssSync')).length === 0);
	t.pass();
});
