import {isAvailable} from '#shared/domain/media/availability.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {MovieLine} from './due-movies.ts';

/** Missing movies that are available, all or the named one. */
export function missingMovieLine({movies, now}: WorkerDeps, id?: string): MovieLine {
	return {
		movies: movies.missing(id),
		isWanted: movie => isAvailable(movie.minimumAvailability, movie, now()),
	};
}
