import {startDue} from '#shared/coordination/outbox.ts';
import {createRates} from '#shared/coordination/rate.ts';
import {every, warnSometimes} from '#shared/coordination/wait.ts';
import {minuteMs, secondMs} from '#shared/domain/durations.ts';
import {intervalMs} from '#shared/domain/tasks/interval.ts';
import {deliverNotifications} from '#shared/jobs/connections.ts';
import {trackDownloads} from '#shared/jobs/downloads.ts';
import {jobs as declared} from '#shared/jobs/index.ts';
import type {Job} from '#shared/jobs/job.ts';
import {dispatchNext} from '#shared/tasks/start-task.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {mendClockJumps} from './mend-clock-jumps.ts';
import {notifyDaily} from './notify-daily.ts';
import {notifyEvents} from './notify-events.ts';
import {notifyHealth} from './notify-health.ts';
import {repairExecutions} from './repair-executions.ts';

type PollDeps = Pick<WorkerDeps, 'downloads' | 'jobs' | 'leftovers' | 'prefix' | 'producer' | 'settings'>;
type Deps = PollDeps &
	Parameters<typeof notifyDaily>[0] &
	Parameters<typeof notifyEvents>[0] &
	Parameters<typeof notifyHealth>[0] &
	Parameters<typeof mendClockJumps>[0] &
	Parameters<typeof repairExecutions>[0] &
	Pick<WorkerDeps, 'deliveries' | 'log' | 'notifications' | 'now' | 'outbox' | 'taskHistory' | 'tasks'>;

/**
 * The records say what is due; it is only started here: each has a job or an execution of its own. The milliseconds are
 * those between two checks.
 */
const checks: readonly {everyMs: number; start(deps: Deps): Promise<unknown>; atOnce?: true}[] = [
	{everyMs: secondMs, start: requestPoll},
	{everyMs: 2 * secondMs, start: startDueTasks},
	{everyMs: 3 * secondMs, start: notifyEvents},
	{everyMs: 3 * secondMs, start: startDeliveries},
	{everyMs: 5 * secondMs, start: startPromisedJobs},
	{everyMs: 30 * secondMs, start: repair, atOnce: true},
	{everyMs: minuteMs, start: notifyDaily},
];

/** Starts what is due. Any number of processes may do this at once. */
export async function keepSchedule(deps: Deps): Promise<() => void> {
	const {settings, tasks, log, now} = deps;
	const warn = warnSometimes(log, 'The schedule could not be updated; it is tried again');
	await tasks.ensure(now());
	await followSettings(deps);
	const ends = checks.map(({everyMs, start, atOnce}) => every(everyMs, () => start(deps), {onError: warn, atOnce}));
	// Each change is followed, also one that comes while another is.
	const unsubscribe = settings.onChange(() => void followSettings(deps).catch(warn));
	return () => {
		for (const end of ends) {
			end();
		}
		unsubscribe();
	};
}

/**
 * The store hands each due run to only one process. If that crashes before there is a job, the stored execution gets
 * one from `repairExecutions`.
 */
export async function startDueTasks(deps: Pick<WorkerDeps, 'jobs' | 'now' | 'taskHistory' | 'tasks'>): Promise<void> {
	for (let taskId = await deps.tasks.takeDue(deps.now()); taskId !== null; taskId = await deps.tasks.takeDue(deps.now())) {
		await dispatchNext(taskId, deps);
	}
}

const jobByName = new Map(Object.values(declared).map(job => [job.name, job as unknown as Job<unknown, unknown>]));

/** Queues the promised jobs that no queue has. */
export function startPromisedJobs(deps: Pick<WorkerDeps, 'outbox' | 'jobs'>): Promise<void> {
	return startDue(jobByName, deps);
}

/** Requests a job for each receiver that something is due for and that is not paused. */
export async function startDeliveries({
	notifications,
	deliveries,
	jobs,
	now,
}: Pick<WorkerDeps, 'notifications' | 'deliveries' | 'jobs' | 'now'>): Promise<void> {
	for (const {id, enabled, disabledUntil, isRefused} of await notifications.list()) {
		const isPaused = disabledUntil !== null && disabledUntil > now();
		if (enabled && !isPaused && !isRefused && (await deliveries.isDue(id, now()))) {
			await jobs.enqueue(deliverNotifications, {notificationId: id});
		}
	}
}

/** Milliseconds between two polls while nothing is in the queue. A poll then asks each client once a minute. */
const idleMs = 30 * secondMs;
/** Only jobs that a caller waits for have a higher priority. */
const pollPriority = 3;
/** The length of the front of the queue, where a poll that has not begun yet must be. */
const front = 20;

/**
 * Requests a poll of the download clients once per interval, however many processes do this. Requests nothing while the
 * last poll still waits for a worker.
 */
export async function requestPoll({producer, prefix, jobs, settings, downloads, leftovers}: PollDeps): Promise<void> {
	const pollMs = settings.get('download.pollSeconds') * secondMs;
	const rates = createRates(producer, prefix);
	const isOver = async (key: 'busy' | 'idle', windowMs: number) =>
		(await rates.hit({name: 'follow-downloads', max: 1, windowMs}, key)).isOver;
	if (await isOver('busy', pollMs)) {
		return;
	}
	const hasWork = !(await downloads.isEmpty()) || (await leftovers.hasRemovals());
	if (!hasWork && (await isOver('idle', Math.max(pollMs, idleMs)))) {
		return;
	}
	const waiting = await jobs.queue(trackDownloads.queue).getJobs(['waiting', 'prioritized'], 0, front, true);
	if (!waiting.some(job => job?.name === trackDownloads.name)) {
		await jobs.enqueue(trackDownloads, {}, {priority: pollPriority});
	}
}

async function repair(deps: Deps): Promise<void> {
	await mendClockJumps(deps);
	await repairExecutions(deps);
	await followSettings(deps);
	await notifyHealth(deps);
}

/** Changes nothing while the settings stay the same. */
async function followSettings({settings, tasks, now}: Pick<WorkerDeps, 'now' | 'settings' | 'tasks'>): Promise<void> {
	const rss = {interval: settings.get('filters.rssSyncInterval'), intervalUnit: 'minutes' as const};
	if (intervalMs(await tasks.get('rssSync')) !== intervalMs(rss)) {
		await tasks.changeInterval('rssSync', rss, now());
	}
}
