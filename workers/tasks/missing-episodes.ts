import type {TaskBody} from '../executions/run-execution.ts';
import {dueMovies} from './searches/due-movies.ts';
import {missingMovieLine} from './searches/missing-movie-line.ts';
import {beginPlan} from './searches/run-plan.ts';
import {namedSeries, searchSeriesBacklog} from './searches/search-series-backlog.ts';
import {inOrder, missingSeriesLine} from './searches/series-line.ts';
import {shareRoom} from './searches/share-room.ts';

export const searchMissingEpisodes: TaskBody = async (run, deps) => {
	const named = namedSeries(run);
	const plan = await beginPlan({taskId: 'missingEpisodes', kind: 'backlog', isNamed: named !== undefined}, run, deps);
	const other = dueMovies(missingMovieLine(deps), {options: {}}, deps);
	await shareRoom({own: missingSeriesLine(deps), other, otherTask: 'missingMovies'}, plan, deps);
	const line = named === undefined ? missingSeriesLine(deps) : inOrder(deps.series.withMissing(named));
	const counts = await searchSeriesBacklog({line, reason: 'missing', plan}, run, deps);
	await plan.end();
	return counts;
};
