import {minuteMs} from '#shared/domain/durations.ts';
import {fitting, planEpisodeSearches, searchesOf} from '#shared/domain/searches/pack-before-episodes.ts';
import {type SearchEpisodes, searchEpisodes} from '#shared/jobs/search.ts';
import type {BacklogSeries, WaitingEpisode} from '#shared/store/series/episode-backlog.ts';
import type {TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {maxEpisodes, priorities, queueSearch} from './queue-search.ts';
import type {RunPlan} from './run-plan.ts';

interface TaskContext {
	run: TaskRun;
	deps: Pick<WorkerDeps, 'episodes' | 'jobs' | 'series' | 'tasks'>;
}

/** Milliseconds until the task runs again when a search of the series, perhaps for other episodes, runs right now. */
const runningMs = 5 * minuteMs;

/** Queues one search per series for these episodes, before the backlog. Returns how many series. */
export async function searchNewEpisodes(due: readonly WaitingEpisode[], plan: RunPlan, {run, deps}: TaskContext): Promise<number> {
	let queued = 0;
	const bySeries = Map.groupBy(due, episode => episode.seriesId);
	const monitored = await deps.series.monitoredOf([...bySeries.keys()]);
	for (const [seriesId, ofSeries] of bySeries) {
		const series = monitored.get(seriesId);
		run.signal.throwIfAborted();
		if (series && plan.isOpen()) {
			queued += (await searchOne(series, ofSeries, {plan, run, deps})) ? 1 : 0;
		} else if (!plan.countDue()) {
			break;
		}
		run.progress({processed: queued, total: null, message: `${queued} searches queued`});
	}
	return queued;
}

async function searchOne(
	series: BacklogSeries,
	due: readonly WaitingEpisode[],
	{plan, run, deps}: TaskContext & {plan: RunPlan},
): Promise<boolean> {
	const {id: seriesId} = series;
	const all = await deps.episodes.ofSeries(seriesId);
	const ids = new Set(due.map(({id}) => id));
	const wanted = all.filter(({id}) => ids.has(id));
	if (wanted.length === 0) {
		return false;
	}
	plan.countDue();
	const left = plan.left();
	const planned = fitting(planEpisodeSearches(wanted, all, series.type), left);
	const episodeIds = planned.flatMap(each => each.wanted.map(({id}) => id));
	const payload: SearchEpisodes = {seriesId, seasonNumber: null, episodeIds, reason: 'missing', executionId: run.executionId};
	const waiting = await takeWeaker(payload, deps);
	if (waiting === 'stronger') {
		return false;
	}
	if (waiting === null && (await deps.jobs.isQueued(searchEpisodes, payload))) {
		await deps.tasks.runSooner('newEpisodes', runningMs);
		return false;
	}
	const delayMs = plan.reserve(searchesOf(planned, left));
	const search = {
		job: searchEpisodes,
		payload: waiting ? together(episodeIds, waiting) : payload,
		title: series,
		message: `${episodeIds.length} episodes`,
		isCovered: false,
		isNamed: false,
		priority: priorities.new,
		delayMs,
	};
	return queueSearch(search, run, deps);
}

/** What no longer fits into a job is due in the next run of the backlog. */
function together(episodeIds: readonly string[], waiting: SearchEpisodes): SearchEpisodes {
	return {...waiting, episodeIds: [...new Set([...episodeIds, ...(waiting.episodeIds ?? [])])].slice(0, maxEpisodes)};
}

/**
 * What the backlog has queued for the series is searched together with the new episodes, because only one search of a
 * series may wait; its outcome still goes to the execution that queued it. Returns `stronger` if one with them waits.
 */
async function takeWeaker(payload: SearchEpisodes, {jobs}: Pick<WorkerDeps, 'jobs'>): Promise<SearchEpisodes | 'stronger' | null> {
	let isStronger = false;
	const taken = await jobs.takeWaiting(searchEpisodes, payload, ({episodeIds}, priority) => {
		const has = new Set(episodeIds);
		isStronger = priority <= priorities.new && (payload.episodeIds ?? []).every(id => episodeIds === null || has.has(id));
		return !isStronger;
	});
	return isStronger ? 'stronger' : taken;
}
