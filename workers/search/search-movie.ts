import type {searchMovie} from '#shared/jobs/search/search-movie.ts';
import type {Handler} from '../runtime/handler.ts';
import {byPerson, byTask} from './decision-facts.ts';
import {fetchable} from './grabs/fetchable.ts';
import {grabMovie} from './grabs/grab-movie.ts';
import {judgeMovieReleases} from './judge-movie-releases.ts';
import {libraryOf} from './library-facts.ts';
import {movieCriteria} from './movie-criteria.ts';
import {waitingOf} from './waiting-of.ts';

/**
 * Searches all indexers for a movie and grabs the best approved release. An unmonitored movie is searched only on a
 * user's request.
 */
export const handleSearchMovie: Handler<typeof searchMovie> = async ({movieId, reason}, deps, run) => {
	const {movies, releaseShelf, searchIndexers, now} = deps;
	const movie = await movies.get(movieId);
	if (!movie.monitored && reason !== 'manual') {
		return;
	}
	const library = await libraryOf(movie, deps);
	const {releases, indexerResults} = await searchIndexers({criteria: movieCriteria(movie), indexerIds: null, library}, run.signal);
	const judged = await judgeMovieReleases(releases, {wanted: movie, ...(reason === 'manual' ? byPerson : byTask)}, deps);
	await movies.markSearched(movieId, now());
	await deps.pendingReleases.keep(waitingOf(judged), now());
	const approved = judged.filter(release => release.approved);
	run.log.info(
		{movieId, found: releases.length, approved: approved.length, indexers: indexerResults.map(({status}) => status)},
		'Searched a movie',
	);
	await releaseShelf.keep(run.id, {releases: approved, indexerResults, searchTime: now()});
	const offers = await fetchable(approved, {deps, run});
	await grabMovie(offers, movieId, {deps, run});
};
