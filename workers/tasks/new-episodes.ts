import {refreshSeries} from '#shared/jobs/refresh/refresh-series.ts';
import type {TaskBody} from '../executions/run-execution.ts';
import {searchSeriesBacklog} from './search-series-backlog.ts';

/**
 * Milliseconds after its air date during which an episode counts as new, because releases appear hours or a day later.
 */
const newForMs = 3 * 86_400_000;
/** Series that are refreshed per run. */
const mostSeries = 500;
const priority = 40;

/** Refreshes the series that are due, and searches for episodes that have just aired. */
export const findNewEpisodes: TaskBody = async (run, deps) => {
	const now = deps.now();
	for (const seriesId of await deps.series.dueForRefresh(now, mostSeries)) {
		await deps.jobs.enqueue(refreshSeries, {seriesId, executionId: run.executionId}, {priority});
	}
	await deps.series.settle(now);
	const since = new Date(Number(now) - newForMs);
	const isNew = ({airDateUtc}: {airDateUtc: Date | null}) => airDateUtc !== null && airDateUtc >= since;
	return searchSeriesBacklog({series: deps.series.airedSince(since), reason: 'missing', isMeant: isNew}, run, deps);
};
