import {isAvailable} from '#shared/domain/media/availability.ts';
import type {TaskBody} from '../executions/run-execution.ts';
import {namedMovie, searchBacklog} from './search-backlog.ts';

export const searchMissingMovies: TaskBody = (run, deps) =>
	searchBacklog(
		{
			movies: deps.movies.missing(namedMovie(run)),
			reason: 'missing',
			isWanted: movie => isAvailable(movie.minimumAvailability, movie, deps.now()),
		},
		run,
		deps,
	);
