import {Conflict} from '#shared/errors.ts';
import type {addMovie} from '#shared/jobs/refresh/add-movie.ts';
import {searchMovie} from '#shared/jobs/search/search-movie.ts';
import type {Handler} from '../runtime/handler.ts';

/** Looks up the title and stores it with everything the provider knows. */
export const handleAddMovie: Handler<typeof addMovie> = async (
	{metaId, ...choice},
	{movies, importExclusions, metadata, jobs, now},
	{signal},
) => {
	const known = await movies.findByMetaId(metaId);
	if (known) {
		throw new Conflict('movie_exists', `${known.title} is in the library already.`);
	}
	if (choice.libraryId && (await importExclusions.has('movie', metaId))) {
		throw new Conflict('title_excluded', 'This movie is excluded from being added automatically; see /api/import-exclusions.');
	}
	const movie = await movies.add(await metadata.movie(metaId, signal), choice, now());
	if (choice.searchOnAdd && choice.monitored) {
		await jobs.enqueue(searchMovie, {movieId: movie.id, reason: 'missing'});
	}
	return {id: movie.id, title: movie.title};
};
