import {wasAnswered, wasSearched} from '#shared/domain/indexers/was-searched.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import {type ItemOutcome, searchOutcome} from '#shared/domain/tasks/search-outcome.ts';
import {isByPerson, type SearchMovie, type searchMovie} from '#shared/jobs/search/search-movie.ts';
import {readBudget} from '#shared/tasks/search-room.ts';
import {noteOutcome} from '../executions/note-outcome.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {byPerson, byTask} from './decision-facts.ts';
import {fetchable} from './grabs/fetchable.ts';
import {grabMovie} from './grabs/grab-movie.ts';
import {tellingGrabs} from './grabs/grab-offer.ts';
import {keepFound} from './grabs/keep-found.ts';
import {judgeMovieReleases} from './judge-movie-releases.ts';
import {libraryOf} from './library-facts.ts';
import {movieCriteria} from './movie-criteria.ts';
import {restingOf} from './standing/resting-of.ts';
import {waitingOf} from './waiting-of.ts';

/**
 * Searches all indexers for a movie and grabs the best approved release. An unmonitored movie is searched only on a
 * user's request.
 */
export const handleSearchMovie: Handler<typeof searchMovie> = async (wish, deps, run) => {
	const movie = await deps.movies.get(wish.movieId);
	const item = {executionId: wish.executionId, mediaId: movie.id, mediaTitle: movie.title, action: 'search'} as const;
	await noteOutcome(item, {deps, run}, () => search(movie, wish, {deps, run}));
};

async function search(movie: Movie, wish: SearchMovie, {deps, run}: {deps: WorkerDeps; run: Run}): Promise<ItemOutcome> {
	const {movies, searchBackOff, now} = deps;
	const asked = isByPerson(wish);
	if (!movie.monitored && !asked) {
		return {status: 'skipped', message: 'The movie is no longer monitored.'};
	}
	if ((await restingOf([movie.id], wish, deps)).size > 0) {
		return {status: 'skipped', message: 'Another task has searched it in between, so it rests.'};
	}
	const library = await libraryOf(movie, deps);
	const kept = asked ? undefined : (await readBudget('backlog', deps)).kept;
	const {releases, indexerResults} = await deps.searchIndexers(
		{criteria: movieCriteria(movie), indexerIds: null, library, kept},
		run.signal,
	);
	const judged = await judgeMovieReleases(releases, {wanted: movie, ...(asked ? byPerson : byTask)}, deps);
	const isNoted = wish.executionId !== undefined && wasAnswered({releases, indexerResults});
	if (wasSearched({releases, indexerResults})) {
		await movies.markSearched(movie.id, now());
	}
	if (isNoted) {
		// Before the grab, so that a crash during it causes no second search.
		const line = wish.reason === 'missing' ? 'missingMovies' : 'betterMovies';
		await searchBackOff.note(movie.id, now(), {line, executionId: wish.executionId});
	}
	await deps.pendingReleases.keep(waitingOf(judged), now());
	const approved = judged.filter(release => release.approved);
	run.log.info(
		{movieId: movie.id, found: releases.length, approved: approved.length, indexers: indexerResults.map(({status}) => status)},
		'Searched a movie',
	);
	await keepFound(run.id, {releases: approved, indexerResults}, deps);
	const telling = tellingGrabs(run);
	const offers = await fetchable(approved, {deps, run});
	const found = await grabMovie(offers, movie.id, {deps, run: telling.run});
	if (isNoted && found) {
		await searchBackOff.note(movie.id, now(), {found});
	}
	return searchOutcome({releases, judged, attempts: telling.attempts, indexerResults});
}
