import {dayMs, minuteMs} from '#shared/domain/durations.ts';
import {isNewEpisode, newForDays} from '#shared/domain/searches/search-backoff.ts';
import {refreshSeries} from '#shared/jobs/refresh.ts';
import type {WaitingEpisode} from '#shared/store/series/episode-backlog.ts';
import type {TaskBody, TaskRun} from '../executions/run-execution.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {beginPlan, type RunPlanDeps} from './searches/run-plan.ts';
import {searchNewEpisodes} from './searches/search-new-episodes.ts';

type Deps = RunPlanDeps & Pick<WorkerDeps, 'series'>;

/** Series that are refreshed per run. */
const maxSeries = 500;
const priority = 40;
/** Milliseconds after its air time by which a search of an episode should have begun. */
const searchedWithinMs = 50 * minuteMs;

/**
 * Refreshes the series that are due, and searches for episodes that have just aired: those that were not searched yet
 * first, then those whose releases have not appeared. It asks the episodes themselves, because the counts of their
 * series may be older.
 */
export const findNewEpisodes: TaskBody<keyof Deps> = async (run, deps) => {
	const now = deps.now();
	for (const seriesId of await deps.series.dueForRefresh(now, maxSeries)) {
		await deps.jobs.enqueue(refreshSeries, {seriesId, executionId: run.executionId}, {priority});
	}
	await deps.series.settle(now);
	const {first, again} = await dueEpisodes(deps, now);
	const counts = {
		first: first.length > 0 ? await search('new', first, {run, deps}) : 0,
		again: again.length > 0 ? await search('backlog', again, {run, deps}) : 0,
	};
	await runAfterNextAiring(deps);
	return {itemsProcessed: seriesOf([...first, ...again]), itemsAffected: counts.first + counts.again};
};

/** The new episodes of monitored series that are not paused. */
async function dueEpisodes({episodes, series, searchBackoff}: Pick<WorkerDeps, 'episodes' | 'searchBackoff' | 'series'>, now: Date) {
	const aired = await episodes.airedBetween(new Date(Number(now) - newForDays * dayMs), now);
	const young = aired.filter(episode => isNewEpisode(episode, now));
	const ids = young.map(({id}) => id);
	const paused = ids.length > 0 ? await searchBackoff.paused(ids, now) : new Set();
	const awake = young.filter(({id}) => !paused.has(id));
	const monitored = awake.length > 0 ? await series.monitoredOf([...new Set(awake.map(({seriesId}) => seriesId))]) : new Map();
	const due = awake.filter(({seriesId}) => monitored.has(seriesId));
	return {
		first: due.filter(({lastSearchTime}) => lastSearchTime === null),
		again: due.filter(({lastSearchTime}) => lastSearchTime !== null),
	};
}

async function search(kind: 'new' | 'backlog', due: WaitingEpisode[], {run, deps}: {run: TaskRun; deps: Deps}): Promise<number> {
	const plan = await beginPlan({taskId: 'newEpisodes', kind, isNamed: false}, run, deps);
	const queued = await searchNewEpisodes(due, plan, {run, deps});
	await plan.end();
	return queued;
}

/** An episode that airs right after this run should not wait for the whole next interval. */
async function runAfterNextAiring({episodes, tasks, now}: Pick<WorkerDeps, 'episodes' | 'now' | 'tasks'>): Promise<void> {
	const next = await episodes.nextAiring(now());
	if (next) {
		await tasks.runSooner('newEpisodes', Number(next) + searchedWithinMs - Number(now()));
	}
}

function seriesOf(episodes: readonly WaitingEpisode[]): number {
	return new Set(episodes.map(({seriesId}) => seriesId)).size;
}
