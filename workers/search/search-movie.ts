import {Conflict, isExpected} from '#shared/errors.ts';
import {grabRelease} from '#shared/jobs/grab/grab-release.ts';
import type {searchMovie} from '#shared/jobs/search/search-movie.ts';
import type {Handler} from '../runtime/handler.ts';
import {byPerson, byTask} from './decision-facts.ts';
import {judgeMovieReleases} from './judge-movie-releases.ts';
import {libraryOf} from './library-facts.ts';
import {movieCriteria} from './movie-criteria.ts';
import {waitingOf} from './waiting-of.ts';

/** Approved releases that are tried one after the other, should a client or an indexer refuse the best. */
const tries = 3;

/** Searches all indexers for a movie and grabs the best approved release. An unmonitored movie is searched by the user's hand only. */
export const handleSearchMovie: Handler<typeof searchMovie> = async ({movieId, reason}, deps, {id, signal, log}) => {
	const {movies, releaseShelf, searchIndexers, jobs, now} = deps;
	const movie = await movies.get(movieId);
	if (!movie.monitored && reason !== 'manual') {
		return;
	}
	const library = await libraryOf(movie, deps);
	const {releases, indexerResults} = await searchIndexers({criteria: movieCriteria(movie), indexerIds: null, library}, signal);
	const judged = await judgeMovieReleases(releases, {wanted: movie, ...(reason === 'manual' ? byPerson : byTask)}, deps);
	await movies.markSearched(movieId, now());
	await deps.pendingReleases.keep(waitingOf(judged), now());
	const approved = judged.filter(release => release.approved).slice(0, tries);
	log.info(
		{movieId, found: releases.length, approved: approved.length, indexers: indexerResults.map(({status}) => status)},
		'Searched a movie',
	);
	await releaseShelf.keep(id, {releases: approved, indexerResults, searchTime: now()});
	for (const {release} of approved) {
		try {
			await jobs.ask(
				grabRelease,
				{guid: release.guid, indexerId: release.indexerId, movieId, seriesId: null, episodeIds: null},
				{timeoutMs: 60_000, signal},
			);
			return;
		} catch (error) {
			if (error instanceof Conflict) {
				return;
			}
			if (!isExpected(error)) {
				throw error;
			}
			log.warn({err: error, release: release.title}, 'The best release could not be grabbed; the next one is tried');
		}
	}
};
