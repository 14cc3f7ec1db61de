import {every, warnSometimes} from '#shared/coordination/wait.ts';
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
	// Each change is followed, also one that comes while another is.
	const follow = () => void followSettings(deps).catch(warn);
	const repair = async () => {
		await mendClockJumps(deps);
		await repairExecutions(deps);
		await followSettings(deps);
		await tellHealth(deps);
	};
	await deps.tasks.ensure(deps.now());
	await followSettings(deps);
	const repetitions = [
		every(dueMs, () => startDueTasks(deps), {onError: warn}),
		every(promisesMs, () => startPromisedJobs(deps), {onError: warn}),
		every(repairMs, repair, {onError: warn}),
		every(tellMs, () => tellEvents(deps), {onError: warn}),
		every(tellMs, () => startDeliveries(deps), {onError: warn}),
	];
	void repair().catch(warn);
	const stopFollowing = followDownloads(deps);
	const unsubscribe = settings.onChange(follow);
	return () => {
		stopFollowing();
		for (const end of repetitions) {
			end();
		}
		unsubscribe();
	};
}

/** Changes nothing while the settings stay the same. */
async function followSettings({settings, tasks, now}: WorkerDeps): Promise<void> {
	const rss = {interval: settings.get('filters.rssSyncInterval'), intervalUnit: 'minutes' as const};
	if (intervalMs(await tasks.get('rssSync')) !== intervalMs(rss)) {
		await tasks.changeInterval('rssSync', rss, now());
	}
}
