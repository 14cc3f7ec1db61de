import type {TaskBody} from '../executions/run-execution.ts';
import {dueMovies, namedMovie} from './searches/due-movies.ts';
import {missingMovieLine} from './searches/missing-movie-line.ts';
import {beginPlan} from './searches/run-plan.ts';
import {searchMovieBacklog} from './searches/search-movie-backlog.ts';
import {missingSeriesLine} from './searches/series-line.ts';
import {shareRoom} from './searches/share-room.ts';

export const searchMissingMovies: TaskBody = async (run, deps) => {
	const named = namedMovie(run);
	const plan = await beginPlan({taskId: 'missingMovies', kind: 'backlog', isNamed: named !== undefined}, run, deps);
	const own = dueMovies(missingMovieLine(deps), {options: {}}, deps);
	await shareRoom({own, other: missingSeriesLine(deps), otherTask: 'missingEpisodes'}, plan, deps);
	const counts = await searchMovieBacklog({...missingMovieLine(deps, named), reason: 'missing', plan}, run, deps);
	await plan.end();
	return counts;
};
