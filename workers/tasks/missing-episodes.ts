import type {TaskBody} from '../executions/run-execution.ts';
import {isPartial} from './searches/awake-titles.ts';
import {dueMovies} from './searches/due-movies.ts';
import {awakeMovieLine, missingMovieLine} from './searches/movie-lines.ts';
import {beginPlan} from './searches/run-plan.ts';
import {namedSeries, searchSeriesBacklog} from './searches/search-series-backlog.ts';
import {awakeSeriesLine, inOrder, missingSeriesLine} from './searches/series-line.ts';
import {shareRoom} from './searches/share-room.ts';

export const searchMissingEpisodes: TaskBody = async (run, deps) => {
	const named = namedSeries(run);
	const wish = {taskId: 'missingEpisodes', kind: 'backlog', line: {rests: ['missingEpisodes']}} as const;
	const plan = await beginPlan({...wish, isNamed: named !== undefined}, run, deps);
	const ownLine = () => (isPartial(run) ? awakeSeriesLine(deps) : missingSeriesLine(deps));
	const other = dueMovies(isPartial(run) ? awakeMovieLine(deps) : missingMovieLine(deps), {options: {}}, deps);
	await shareRoom({own: ownLine(), other, otherTask: 'missingMovies'}, plan, deps);
	const line = named === undefined ? ownLine() : inOrder(deps.series.withMissing(named));
	const counts = await searchSeriesBacklog({line, reason: 'missing', plan}, run, deps);
	await plan.end();
	return counts;
};
