import {setTimeout as pause} from 'node:timers/promises';
import type {Caller} from './caller.ts';
import type {ExecutionWatch, SeenExecution} from './executions.ts';

/** Tasks that run every minute during a test. None of them grabs anything, or needs more than a moment. */
export const minuteTasks = ['pendingReleases', 'newEpisodes', 'historyCleanup', 'refreshMetadata', 'reconcile'] as const;

export const periodMs = 60_000;
/** The schedule is looked at every two seconds. Another process may have to notice that one died. */
const earlyMs = 5_000;
const callMs = 30_000;

export async function runEveryMinute(caller: Caller): Promise<void> {
	for (const taskId of minuteTasks) {
		await caller.insist(api => api.put(`/api/tasks/${taskId}/interval`, {interval: 1, unit: 'minutes'}), callMs);
	}
}

/** Disables the tasks and waits until no execution is unfinished; returns those that still are. */
export async function endSchedules(caller: Caller, watch: ExecutionWatch, limitMs: number): Promise<string[]> {
	for (const taskId of minuteTasks) {
		await caller.insist(api => api.put(`/api/tasks/${taskId}/enabled`, {enabled: false}), callMs);
	}
	const end = performance.now() + limitMs;
	// An execution may have been stored a moment ago.
	await pause(3000);
	const unfinished = () => watch.seen().filter(({endedAt}) => endedAt === null);
	while (unfinished().length > 0 && performance.now() < end) {
		await pause(500);
	}
	return unfinished().map(
		({taskId, status, dispatches}) =>
			`an execution of ${taskId} is still ${status} after ${limitMs / 1000} s, with ${dispatches} jobs made for it`,
	);
}

export interface Span {
	/** Milliseconds of `performance.now()`. */
	from: number;
	to: number;
	/** Milliseconds that a run may be late after a pause from one moment to another. */
	slackMs: (from: number, to: number) => number;
}

/** Runs that came too late. A run that had not ended when the next was due covers that one too. */
export function lateRuns(seen: readonly SeenExecution[], {from, to, slackMs}: Span): string[] {
	return minuteTasks.flatMap(taskId => {
		const runs = seen.filter(run => run.taskId === taskId && run.seenAt >= from && run.seenAt <= to);
		const begins = [...runs.map(({seenAt}) => seenAt), to];
		const ends = [from, ...runs.map(({endedAt}) => Math.min(endedAt ?? to, to))];
		return begins
			.map((begin, index) => ({begin, end: ends[index]!, idle: begin - ends[index]!})) // as many ends as begins
			.filter(({begin, end, idle}) => idle > periodMs + slackMs(end, begin))
			.map(({begin, idle}) => `${taskId} did not run for ${toSeconds(idle)} s, until ${toSeconds(begin - from)} s after the begin`);
	});
}

/** Runs that followed the one before too soon, unless a clock was set forward between them. */
export function earlyRuns(
	seen: readonly SeenExecution[],
	{from, to}: Pick<Span, 'from' | 'to'>,
	forwardAt: readonly number[] = [],
): string[] {
	return minuteTasks.flatMap(taskId => {
		const runs = seen.filter(run => run.taskId === taskId && run.seenAt >= from && run.seenAt <= to).map(({seenAt}) => seenAt);
		return runs
			.slice(1)
			.map((begin, index) => ({begin, before: runs[index]!})) // one shorter than the list
			.filter(({begin, before}) => begin - before < periodMs - earlyMs && !forwardAt.some(at => at > before - earlyMs && at < begin))
			.map(({begin, before}) => `${taskId} ran again after ${toSeconds(begin - before)} s, ${toSeconds(begin - from)} s after the begin`);
	});
}

function toSeconds(ms: number): number {
	return Math.round(ms / 1000);
}
