import {intervalMs} from '#shared/domain/tasks/interval.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {followDownloads} from './follow-downloads.ts';
import {mendClockJumps} from './mend-clock-jumps.ts';
import {startDeliveries} from './notifications/start-deliveries.ts';
import {tellEvents} from './notifications/tell-events.ts';
import {tellHealth} from './notifications/tell-health.ts';
import {repairExecutions} from './repair-executions.ts';
import {startDueTasks} from './start-due-tasks.ts';
import {startPromisedJobs} from './start-promised-jobs.ts';
import {warnSometimes} from './warn-sometimes.ts';
import {withoutOverlap} from './without-overlap.ts';

/** Milliseconds between two checks for due tasks. */
const dueMs = 2_000;
/** Milliseconds between two checks for executions without a worker and for a wrong clock. The first is at startup. */
const repairMs = 30_000;
/** Milliseconds between two checks for promised jobs that no queue has. */
const promisesMs = 5_000;
/** Milliseconds between two looks for events that are still to be sent, and for messages that are due. */
const tellMs = 3_000;

/**
 * Starts tasks when they are due, and requests the polls of download clients. Any number of processes may do this at
 * once.
 */
export async function keepSchedule(deps: WorkerDeps): Promise<() => void> {
	const {settings, log} = deps;
	const warn = warnSometimes(log, 'The schedule could not be updated; it is tried again');
	const quietly = (work: () => Promise<unknown>) => withoutOverlap(() => work().catch(warn));
	// Each change is followed, also one that comes while another is.
	const follow = () => void followSettings(deps).catch(warn);
	const repair = quietly(async () => {
		await mendClockJumps(deps);
		await repairExecutions(deps);
		await followSettings(deps);
		await tellHealth(deps);
	});
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
		setInterval(repair, repairMs),
		setInterval(
			quietly(() => tellEvents(deps)),
			tellMs,
		),
		setInterval(
			quietly(() => startDeliveries(deps)),
			tellMs,
		),
	];
	repair();
	const stopFollowing = followDownloads(deps);
	const unsubscribe = settings.onChange(follow);
	return () => {
		stopFollowing();
		for (const timer of timers) {
			clearInterval(timer);
		}
		unsubscribe();
	};
}

/** Changes nothing while the settings stay the same. */
async function followSettings({settings, tasks, now}: WorkerDeps): Promise<void> {
	const rss = {interval: settings.get('filters.rssSyncInterval'), intervalUnit: 'minutes' as const};
	if (intervalMs(await tasks.get('rssSync')) !== intervalMs(rss)) {
		await tasks.setInterval('rssSync', rss, now());
	}
}
