import {isAvailable} from '#shared/domain/media/availability.ts';
import type {BacklogMovie} from '#shared/store/movies/movie-backlog.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {awakeTitles} from './awake-titles.ts';
import type {MovieLine} from './due-movies.ts';

/** Missing movies that are available, or the named one. */
export function missingMovieLine({movies, now}: WorkerDeps, id?: string): MovieLine {
	return {
		movies: id === undefined ? movies.missingLine(now()) : movies.missing(id),
		isWanted: movie => isAvailable(movie.minimumAvailability, movie, now()),
	};
}

/** Those of them that never were searched or whose rest is over. */
export function awakeMovieLine(deps: WorkerDeps): MovieLine {
	return {...missingMovieLine(deps), movies: inTurn(deps.movies.unsearched(deps.now()), awakeMovies(deps))};
}

async function* awakeMovies(deps: WorkerDeps): AsyncGenerator<BacklogMovie> {
	yield* await awakeTitles('missingMovies', deps.movies.missingOf, deps);
}

/** Movies with a file below the cutoff whose rest is over. */
export async function* awakeBetterMovies(deps: WorkerDeps): AsyncGenerator<BacklogMovie> {
	yield* await awakeTitles('betterMovies', deps.movies.belowCutoffOf, deps);
}

/** Each title once. */
export async function* inTurn<Title extends {id: string}>(...lines: AsyncIterable<Title>[]): AsyncGenerator<Title> {
	const met = new Set<string>();
	for (const line of lines) {
		for await (const title of line) {
			if (!met.has(title.id)) {
				met.add(title.id);
				yield title;
			}
		}
	}
}
