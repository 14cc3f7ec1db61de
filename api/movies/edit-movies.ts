import {NotFound} from '#shared/errors.ts';
import type {MovieChange, MovieStore} from '#shared/store/movies/movies.ts';

export interface EditedMovies {
	updatedCount: number;
	failures: {id: string; error: string}[];
}

/** Changes all movies that exist. A repeated id counts once; an unknown or malformed id is reported as a failure. */
export async function editMovies(
	{ids, change}: {ids: readonly string[]; change: MovieChange},
	{movies, now}: {movies: MovieStore; now: () => Date},
): Promise<EditedMovies> {
	const wanted = [...new Set(ids)];
	const changed = new Set(await movies.changeMany(wanted, change, now()));
	const failures = wanted.filter(id => !changed.has(id)).map(id => ({id, error: unknownMovie(id).message}));
	return {updatedCount: changed.size, failures};
}

const unknownMovie = (id: string) => new NotFound('movie_not_found', `There is no movie with the id ${id}.`);
