import {randomUUID} from 'node:crypto';
import test from 'ava';
import {untilPerson} from '#shared/domain/downloads/import-progress.ts';
import {refreshMovie} from '#shared/jobs/refresh.ts';
import {buildSeriesDetails} from '#test/helpers/build-series.ts';
import {fakeReceiver} from '#test/helpers/fakes/fake-receiver.ts';
import {until} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {buildItem, movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {mendClockJumps} from '#workers/executions/mend-clock-jumps.ts';
import {keepSchedule, requestPoll, startDueTasks} from '#workers/executions/scheduler.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

const hourMs = 3_600_000;
const movieId = 'c0ffee00-0000-4000-8000-000000000001';

const polls = async ({jobs}: WorkerDeps) =>
	(await jobs.queue('downloads').getJobs(['waiting', 'prioritized', 'delayed'])).filter(({name}) => name === 'track-downloads');

/** The workers have done everything that waits. */
const workOff = ({jobs}: WorkerDeps) => jobs.queue('downloads').drain();

/** As if the time until the next poll had passed. */
const endSlot = ({producer, prefix}: WorkerDeps, ...ended: ('busy' | 'idle')[]) =>
	producer.del(...ended.map(each => `${prefix}:rate:follow-downloads:${each}`));

test('one poll of the clients is requested per interval, however many processes request them', async t => {
	const {deps} = await withWorkerDeps(t);
	const everyMs = deps.settings.get('download.pollSeconds') * 1000;
	await Promise.all([requestPoll(deps), requestPoll(deps)]);
	t.is((await polls(deps)).length, 1);
	await workOff(deps);
	await Promise.all([requestPoll(deps), requestPoll(deps)]);
	t.is((await polls(deps)).length, 0);
	const leftMs = await deps.producer.pttl(`${deps.prefix}:rate:follow-downloads:busy`);
	t.true(leftMs > 0 && leftMs <= everyMs);
});

test('while the queue is empty polls are rare, and what enters it is followed within one interval', async t => {
	const {deps} = await withWorkerDeps(t);
	const pollMs = deps.settings.get('download.pollSeconds') * 1000;
	await requestPoll(deps);
	await workOff(deps);
	t.true((await deps.producer.pttl(`${deps.prefix}:rate:follow-downloads:idle`)) > pollMs);
	await endSlot(deps, 'busy');
	await requestPoll(deps);
	t.is((await polls(deps)).length, 0);

	await deps.downloads.add(buildItem({}));
	await endSlot(deps, 'busy');
	await requestPoll(deps);
	t.is((await polls(deps)).length, 1);
});

test('polls do not pile up while no worker takes them', async t => {
	const {deps} = await withWorkerDeps(t);
	for (let turn = 0; turn < 3; turn += 1) {
		await requestPoll(deps);
		await endSlot(deps, 'busy', 'idle');
	}
	t.is((await polls(deps)).length, 1);
});

test('a poll noted under a clock that was ahead does not stop the polls, nor does a longer interval set before', async t => {
	const {deps} = await withWorkerDeps(t);
	for (const name of ['busy', 'idle']) {
		await deps.producer.zadd(`${deps.prefix}:rate:follow-downloads:${name}`, Date.now() + hourMs, 'ahead');
	}
	await requestPoll(deps);
	t.is((await polls(deps)).length, 1);
});

test('a poll waits for no moment of a clock: it can start at once', async t => {
	const {deps} = await withWorkerDeps(t);
	const stop = await keepSchedule(deps);
	t.teardown(stop);
	await until(async () => (await polls(deps)).length > 0);
	t.is(await deps.jobs.queue('downloads').getDelayedCount(), 0);
	t.is((await deps.jobs.queue('downloads').getJobSchedulers()).length, 0);
});

test('the task follows the interval that another process has set, as soon as the new value is read', async t => {
	const {deps} = await withWorkerDeps(t);
	const {settingStore} = deps;
	const stop = await keepSchedule(deps);
	t.teardown(stop);
	await settingStore.set('filters.rssSyncInterval', 45, new Date());
	t.not((await deps.tasks.get('rssSync')).interval, 45);
	await deps.settings.load();
	await until(async () => (await deps.tasks.get('rssSync')).interval === 45);
	t.pass();
});

test('polls go on after Redis has lost everything', async t => {
	const {deps} = await withWorkerDeps(t);
	await requestPoll(deps);
	await deps.jobs.queue('downloads').obliterate({force: true});
	await endSlot(deps, 'busy', 'idle');
	await requestPoll(deps);
	t.is((await polls(deps)).length, 1);
});

test('delayed jobs that were set under a clock an hour ahead start when it is put right, others keep their delay', async t => {
	const {deps} = await withWorkerDeps(t);
	const queue = deps.jobs.queue('refresh');
	const id = await deps.jobs.enqueue(refreshMovie, {movieId}, {delayMs: 30_000});
	t.is(await mendClockJumps(deps), 0);
	const anHourAgo = {...deps, now: () => new Date(Date.now() - hourMs)};
	t.is(await mendClockJumps(anHourAgo), 1);
	t.not(await (await queue.getJob(id))?.getState(), 'delayed');
});

test('a job with a long delay of its own is left alone', async t => {
	const {deps} = await withWorkerDeps(t);
	await deps.jobs.enqueue(refreshMovie, {movieId}, {delayMs: 2 * hourMs});
	t.is(await mendClockJumps(deps), 0);
	t.is(await deps.jobs.queue('refresh').getDelayedCount(), 1);
});

test('a task whose next run was set under a clock an hour ahead runs within its interval again, once', async t => {
	const {deps} = await withWorkerDeps(t);
	await deps.tasks.ensure(new Date(Date.now() + hourMs));
	await mendClockJumps(deps);
	for (const {interval, intervalUnit, nextRunAt} of await deps.tasks.list()) {
		const periodMs = interval * {minutes: 60_000, hours: hourMs, days: 24 * hourMs}[intervalUnit];
		t.true(Number(nextRunAt) <= Date.now() + periodMs + 1000);
		t.true(Number(nextRunAt) > Date.now() + periodMs - 60_000);
	}
	await startDueTasks(deps);
	t.deepEqual(await deps.taskHistory.active(), []);
});

test('failed downloads and dead imports do not wait for a moment set under a clock that was ahead', async t => {
	const {deps} = await withWorkerDeps(t);
	const retryMs = deps.settings.get('download.failedRetryMinutes') * 60_000;
	const failing = await deps.downloads.add(buildItem({state: 'failedPending', retryAt: new Date(Date.now() + retryMs + hourMs)}));
	const importing = await deps.downloads.add(buildItem({guid: 'other'}));
	await deps.downloads.claimForImport(importing.id, 'dead', hourMs);
	const waits = {retryAt: new Date(Date.now() + 365 * 24 * hourMs)};
	const unanswered = await deps.downloads.add(buildItem({...waits, guid: 'third', state: 'downloading', downloadId: null}));
	const resting = await deps.downloads.add(buildItem({guid: 'fourth', state: 'importPending', retryAt: untilPerson}));
	t.is(await mendClockJumps(deps), 3);
	t.deepEqual((await deps.downloads.get(resting.id)).retryAt, untilPerson);
	t.true(Number((await deps.downloads.get(unanswered.id)).retryAt) <= Date.now());
	t.true(Number((await deps.downloads.get(failing.id)).retryAt) <= Date.now() + retryMs);
	t.true(Number((await deps.downloads.get(importing.id)).import?.claim?.until) <= Date.now() + 60_000);
	t.is(await mendClockJumps(deps), 0);
});

test('what was done while the clock was ahead goes on when it is right: refreshes, messages, removals', async t => {
	const world = await createWorld(t, {receivers: {}, series: {}});
	const {deps, series, movie} = world;
	const days = (count: number) => new Date(Date.now() + count * 24 * hourMs);
	// Ten days ahead is less than some titles may wait.
	await deps.series.refresh(series.id, buildSeriesDetails(), days(10));
	await deps.movies.refresh(movie.id, movieDetails, days(400));
	await deps.leftovers.add([
		{id: randomUUID(), title: 'x', downloadClientId: 'client', downloadId: 'd', started: null, jobKey: null, whenSeeded: false},
	]);
	const [removal] = await deps.leftovers.due(days(0));
	await deps.leftovers.postpone(removal?.id ?? '', days(30));
	const receiver = await fakeReceiver(t, () => ({status: 500}));
	const {id} = await world.add({url: receiver.url});
	world.pass(30 * 24 * 3600);
	await world.happens('grabbed');
	await world.tell();
	await world.deliver(id);
	receiver.answer = () => ({status: 204});
	world.pass(-30 * 24 * 3600 + 3600);
	await mendClockJumps(deps);
	t.true((await deps.series.dueForRefresh(days(0.1), 10)).includes(series.id));
	t.true((await deps.movies.dueForRefresh(days(0.1), 10)).includes(movie.id));
	t.is((await deps.leftovers.due(days(0.1))).length, 1);
	await world.deliver(id);
	t.is(receiver.received.length, 2);
	t.true(Number((await deps.history.page({page: 1, limit: 1})).entries[0]?.timestamp) <= Number(days(0.1)));
});

test('an execution whose worker died under a clock that was ahead ends all the same', async t => {
	const {deps} = await withWorkerDeps(t);
	const {execution} = await deps.taskHistory.add({taskId: 'reconcile', options: {}, force: false}, deps.now());
	await deps.taskHistory.claim(execution.id, {token: 'dead', jobId: 'gone', now: new Date(Date.now() + 40 * 24 * hourMs)});
	await mendClockJumps(deps);
	t.true(Number((await deps.taskHistory.get(execution.id)).beatAt) <= Date.now());
});

test('a host 90 s ahead does not move the next runs', async t => {
	const {deps} = await withWorkerDeps(t);
	await deps.tasks.ensure(new Date(Date.now() + 90_000));
	const before = await deps.tasks.list();
	t.is(await mendClockJumps(deps), 0);
	t.deepEqual(await deps.tasks.list(), before);
});

test('a due task has its execution as soon as its next run is stored, and gets its job even after a crash', async t => {
	const {deps} = await withWorkerDeps(t);
	await deps.tasks.ensure(new Date(Date.now() - 6 * 60_000));
	t.is(await deps.tasks.takeDue(deps.now()), 'reconcile');
	// The process dies here.
	const [execution] = await deps.taskHistory.active('reconcile');
	t.like(execution, {status: 'queued', jobId: null});
});

test('an execution that still waits covers a scheduled run', async t => {
	const {deps} = await withWorkerDeps(t);
	await deps.tasks.ensure(new Date(Date.now() - 6 * 60_000));
	const {nextRunAt} = await deps.tasks.get('reconcile');
	const {execution} = await deps.taskHistory.add({taskId: 'reconcile', options: {}, force: false}, deps.now());
	t.is(await deps.tasks.takeDue(deps.now()), 'reconcile');
	t.deepEqual(
		(await deps.taskHistory.active('reconcile')).map(({id}) => id),
		[execution.id],
	);
	t.not(Number((await deps.tasks.get('reconcile')).nextRunAt), Number(nextRunAt));
});
