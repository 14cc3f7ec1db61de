import test from 'ava';
import {taskDefinitions} from '#shared/domain/tasks/tasks.ts';
import {createTaskStore} from '#shared/store/tasks/tasks.ts';
import {withStores} from '#test/helpers/stores.ts';

const minute = 60_000;

test('a fresh task runs an interval from now, and being stored again changes nothing', async t => {
	const now = new Date();
	const {stores} = await withStores(t);
	await stores.tasks.ensure(now);
	await stores.tasks.ensure(new Date(Number(now) + minute));
	const {nextRunAt, ...state} = await stores.tasks.get('historyCleanup');
	t.is(Number(nextRunAt), Number(now) + 24 * 60 * minute);
	t.like(state, {enabled: true, interval: taskDefinitions.historyCleanup.interval, lastRunAt: null, lastFailed: false});
});

test('a due task is taken by one of many, and not again before its interval has passed', async t => {
	const now = new Date();
	const {stores} = await withStores(t);
	await stores.tasks.ensure(new Date(Number(now) - 6 * minute));
	const taken = (await Promise.all(Array.from({length: 8}, () => stores.tasks.takeDue(new Date())))).filter(id => id !== null);
	t.deepEqual(taken, ['reconcile']);
	t.is(await stores.tasks.takeDue(new Date()), null);
	const {nextRunAt} = await stores.tasks.get('reconcile');
	t.true(Number(nextRunAt) >= Number(now) + 5 * minute && Number(nextRunAt) <= Date.now() + 5 * minute);
});

test('a disabled task is never due, and has no next run', async t => {
	const now = new Date();
	const {stores} = await withStores(t);
	await stores.tasks.ensure(new Date(Number(now) - 6 * minute));
	t.is((await stores.tasks.setEnabled('reconcile', false, now)).nextRunAt, null);
	t.is(await stores.tasks.takeDue(new Date()), null);
	t.is(Number((await stores.tasks.setEnabled('reconcile', true, now)).nextRunAt), Number(now) + 5 * minute);
});

test('a changed interval counts from the last run, and never into the past', async t => {
	const now = new Date();
	const {stores} = await withStores(t);
	await stores.tasks.ensure(now);
	await stores.tasks.noteStart('historyCleanup', new Date(Number(now) - 30 * minute));
	const hourly = await stores.tasks.changeInterval('historyCleanup', {interval: 1, intervalUnit: 'hours'}, now);
	t.is(Number(hourly.nextRunAt), Number(now) + 30 * minute);
	const often = await stores.tasks.changeInterval('historyCleanup', {interval: 1, intervalUnit: 'minutes'}, now);
	t.is(Number(often.nextRunAt), Number(now));
});

test('a task that is disabled while its interval is changed has no next run', async t => {
	const now = new Date();
	const {stores} = await withStores(t);
	await stores.tasks.ensure(now);
	for (let round = 1; round <= 10; round += 1) {
		await stores.tasks.setEnabled('reconcile', true, now);
		await Promise.all([
			stores.tasks.changeInterval('reconcile', {interval: round, intervalUnit: 'hours'}, now),
			stores.tasks.setEnabled('reconcile', false, now),
		]);
		t.like(await stores.tasks.get('reconcile'), {enabled: false, interval: round, nextRunAt: null});
	}
});

test('a task whose execution cannot be stored stays due', async t => {
	const now = new Date();
	const {stores, connection} = await withStores(t);
	await stores.tasks.ensure(new Date(Number(now) - 6 * minute));
	const {nextRunAt} = await stores.tasks.get('reconcile');
	const addScheduled = () => Promise.reject(new Error('The process dies here'));
	await t.throwsAsync(createTaskStore(connection, {addScheduled}).takeDue(new Date()), {message: 'The process dies here'});
	t.deepEqual((await stores.tasks.get('reconcile')).nextRunAt, nextRunAt);
	t.is(await stores.tasks.takeDue(new Date()), 'reconcile');
	t.is((await stores.taskHistory.active('reconcile')).length, 1);
});

test('a task that asks to run sooner looks only at what is due, until its interval is over', async t => {
	const now = new Date();
	const {stores} = await withStores(t);
	const {tasks, taskHistory} = stores;
	await tasks.ensure(new Date(Number(now) - 25 * 60 * minute));
	for (const {id} of await tasks.list()) {
		await tasks.setEnabled(id, id === 'missingMovies', now);
	}
	await tasks.changeInterval('missingMovies', {interval: 24, intervalUnit: 'hours'}, new Date(Number(now) - 25 * 60 * minute));
	const run = async () => {
		t.is(await tasks.takeDue(new Date()), 'missingMovies');
		const [execution] = await taskHistory.active('missingMovies');
		await taskHistory.cancel(execution!.id, now);
		return execution?.options;
	};
	t.deepEqual(await run(), {});
	const {nextRunAt, wholeRunAt} = await tasks.get('missingMovies');
	t.deepEqual(nextRunAt, wholeRunAt);
	t.true(Number(nextRunAt) > Date.now() + 23 * 60 * minute);
	await tasks.runSooner('missingMovies', 0);
	t.deepEqual(await run(), {onlyAwake: true});
	t.deepEqual((await tasks.get('missingMovies')).nextRunAt, wholeRunAt, 'the next whole run keeps its time');
	await tasks.wantWholeRuns();
	await tasks.runSooner('missingMovies', 0);
	t.deepEqual(await run(), {});
});
