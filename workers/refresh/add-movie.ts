import {Conflict} from '#shared/errors.ts';
import {promiseForNew} from '#shared/jobs/promise-job.ts';
import type {addMovie} from '#shared/jobs/refresh.ts';
import {searchMovie} from '#shared/jobs/search.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<WorkerDeps, 'importExclusions' | 'jobs' | 'metadata' | 'movies' | 'now' | 'promisedJobs'>;

/** Looks up the title and stores it with everything the provider knows. */
export const handleAddMovie: Handler<typeof addMovie, keyof Deps> = async (
	{metaId, ...choice},
	{movies, importExclusions, metadata, jobs, promisedJobs, now},
	{signal},
) => {
	const known = await movies.findByMetaId(metaId);
	if (known) {
		throw new Conflict('movie_exists', `${known.title} is in the library already.`);
	}
	if (choice.libraryId && (await importExclusions.has('movie', metaId))) {
		throw new Conflict('title_excluded', 'This movie is excluded from being added automatically; see /api/import-exclusions.');
	}
	const isSearched = choice.searchOnAdd && choice.monitored;
	const search = promiseForNew(searchMovie, missing, {jobs, promisedJobs});
	const details = await metadata.movie(metaId, signal);
	const movie = await movies.add(details, {...choice, ...(isSearched && {beside: search.beside})}, now());
	await search.start(movie.id);
	return {id: movie.id, title: movie.title};
};

const missing = (movieId: string) => ({movieId, reason: 'missing'}) as const;
