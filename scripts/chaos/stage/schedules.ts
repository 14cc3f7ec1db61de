import {setTimeout as pause} from 'node:timers/promises';
import type {Caller} from './caller.ts';
import type {ExecutionWatch, SeenExecution} from './executions.ts';

/** Tasks that run every minute during a test; none of them needs more than a moment. */
export const minuteTasks = ['pendingReleases', 'newEpisodes', 'missingMovies', 'historyCleanup', 'refreshMetadata', 'reconcile'] as const;

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
	/** Milliseconds that a run may be late. */
	slackMs: number;
}

/** Runs that came too early or too late. A run that had not ended when the next was due covers that one too. */
export function judgePeriods(seen: readonly SeenExecution[], {from, to, slackMs}: Span): string[] {
	return minuteTasks.flatMap(taskId => {
		const runs = seen.filter(run => run.taskId === taskId && run.seenAt >= from && run.seenAt <= to);
		const starts = [from, ...runs.map(({seenAt}) => seenAt)];
		const ends = [from, ...runs.map(({endedAt}) => Math.min(endedAt ?? to, to))];
		const seconds = (ms: number) => Math.round(ms / 1000);
		return [...starts.slice(1), to].flatMap((next, index) => {
			const since = next - starts[index]!; // as long as the list of starts
			const idle = next - ends[index]!;
			const at = `${seconds(next - from)} s after the begin`;
			const isLate = idle > periodMs + slackMs;
			const isEarly = index > 0 && index < runs.length && since < periodMs - earlyMs;
			return [
				...(isLate ? [`${taskId} did not run for ${seconds(idle)} s, until ${at}`] : []),
				...(isEarly ? [`${taskId} ran again after ${seconds(since)} s, ${at}`] : []),
			];
		});
	});
}
