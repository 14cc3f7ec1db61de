import type {TaskBody} from '../executions/run-execution.ts';
import {isPartial} from './searches/awake-titles.ts';
import {dueMovies, namedMovie} from './searches/due-movies.ts';
import {awakeMovieLine, missingMovieLine} from './searches/movie-lines.ts';
import {beginPlan} from './searches/run-plan.ts';
import {searchMovieBacklog} from './searches/search-movie-backlog.ts';
import {awakeSeriesLine, missingSeriesLine} from './searches/series-line.ts';
import {shareRoom} from './searches/share-room.ts';

export const searchMissingMovies: TaskBody = async (run, deps) => {
	const named = namedMovie(run);
	const line = {rests: ['missingMovies'], nextNew: deps.movies.nextAvailable} as const;
	const plan = await beginPlan({taskId: 'missingMovies', kind: 'backlog', isNamed: named !== undefined, line}, run, deps);
	const lines = () =>
		isPartial(run)
			? ([awakeMovieLine(deps), awakeSeriesLine(deps)] as const)
			: ([missingMovieLine(deps), missingSeriesLine(deps)] as const);
	const [own, other] = lines();
	await shareRoom({own: dueMovies(own, {options: {}}, deps), other, otherTask: 'missingEpisodes'}, plan, deps);
	const [movies] = named === undefined ? lines() : [missingMovieLine(deps, named)];
	const counts = await searchMovieBacklog({...movies, reason: 'missing', plan}, run, deps);
	await plan.end();
	return counts;
};
