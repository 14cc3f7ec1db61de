import {type refreshDue, refreshMovie, refreshSeries} from '#shared/jobs/refresh.ts';
import type {Handler} from '../runtime/handler.ts';

/** Lower priority than anything a person waits for. */
const priority = 50;

/** Titles that are still queued from the last time are not queued twice, because their jobs have a key. */
export const handleRefreshDue: Handler<typeof refreshDue, 'jobs' | 'movies' | 'now' | 'series'> = async (
	{limit, executionId},
	{movies, series, jobs, now},
	{signal},
) => {
	const [dueMovies, dueSeries] = [await movies.dueForRefresh(now(), limit), await series.dueForRefresh(now(), limit)];
	const told = executionId === undefined ? {} : {executionId};
	for (const seriesId of dueSeries) {
		signal.throwIfAborted();
		await jobs.enqueue(refreshSeries, {seriesId, ...told}, {priority});
	}
	for (const movieId of dueMovies) {
		signal.throwIfAborted();
		await jobs.enqueue(refreshMovie, {movieId, ...told}, {priority});
	}
	return {movies: dueMovies.length, series: dueSeries.length};
};
