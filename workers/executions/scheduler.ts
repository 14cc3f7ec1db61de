import {intervalMs} from '#shared/domain/tasks/interval.ts';
import {controlStream} from '#shared/events/control.ts';
import {trackDownloads} from '#shared/jobs/downloads/track-downloads.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {repairExecutions} from './repair-executions.ts';
import {startDueTasks} from './start-due-tasks.ts';
import {startPromisedJobs} from './start-promised-jobs.ts';

/** Milliseconds between two checks for due tasks. */
const dueMs = 2_000;
/** Milliseconds between two checks for executions without a worker. The first check is at startup. */
const repairMs = 30_000;
/** Milliseconds between two checks for promised jobs that no queue has. */
const promisesMs = 5_000;

/**
 * Starts tasks when they are due, and keeps BullMQ's repeat schedule in step with the settings. Any number of processes
 * may do this at once.
 */
export async function keepSchedule(deps: WorkerDeps): Promise<() => void> {
	const {events, log} = deps;
	const quietly = (work: () => Promise<unknown>) => () =>
		void work().catch(error => log.warn({err: error}, 'The schedule could not be updated; it is tried again'));
	const follow = quietly(() => followSettings(deps));
	await deps.tasks.ensure(deps.now());
	await followSettings(deps);
	const timers = [
		setInterval(
			quietly(() => startDueTasks(deps)),
			dueMs,
		),
		setInterval(
			quietly(() => startPromisedJobs(deps)),
			promisesMs,
		),
		setInterval(
			quietly(() => Promise.all([repairExecutions(deps), followSettings(deps)])),
			repairMs,
		),
	];
	quietly(() => repairExecutions(deps))();
	const unsubscribe = events.subscribe(controlStream, ({event}) => {
		if (event === 'settingChanged') {
			// The settings reload on the same event, so the new values are there a moment later.
			setTimeout(follow, 500).unref();
		}
	});
	return () => {
		for (const timer of timers) {
			clearInterval(timer);
		}
		unsubscribe();
	};
}

/** Changes nothing while the settings stay the same, and restores the schedule if Redis has lost it. */
async function followSettings({jobs, settings, tasks, now}: WorkerDeps): Promise<void> {
	const every = settings.get('download.pollSeconds') * 1000;
	const queue = jobs.queue(trackDownloads.queue);
	if ((await queue.getJobScheduler(trackDownloads.name))?.every !== every) {
		const opts = {attempts: 1, removeOnComplete: {count: 10}, removeOnFail: {count: 100}};
		await queue.upsertJobScheduler(trackDownloads.name, {every}, {name: trackDownloads.name, data: {payload: {}}, opts});
	}
	const rss = {interval: settings.get('filters.rssSyncInterval'), intervalUnit: 'minutes' as const};
	if (intervalMs(await tasks.get('rssSync')) !== intervalMs(rss)) {
		await tasks.setInterval('rssSync', rss, now());
	}
}
