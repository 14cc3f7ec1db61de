import {type FoundBy, waitingOf} from '#shared/domain/decisions/judged-release.ts';
import {wasAnswered, wasSearched} from '#shared/domain/indexers/was-searched.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import {type ItemOutcome, searchOutcome} from '#shared/domain/searches/search-outcome.ts';
import {isByPerson, type SearchMovie, type searchMovie} from '#shared/jobs/search.ts';
import type {TitleCopy} from '#shared/store/titles/title-copies.ts';
import {readBudget} from '#shared/tasks/search-room.ts';
import {noteOutcome} from '../executions/note-outcome.ts';
import {whyPaused} from '../library/pauses.ts';
import {taggedTitle} from '../library/tagged-title.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {foundFor, oneOfCopies, othersOf, queueOtherMovies} from './among-copies.ts';
import {byPerson, byTask} from './collect-facts.ts';
import {fetchable, type GrabDeps, grabMovie, storeFound} from './grab-approved.ts';
import {reportingGrabs} from './grab-offer.ts';
import {decideMovies, type JudgeDeps, judgeMovieReleases} from './judge-releases.ts';
import {ensureAnswered, type NoteFound, notingSearch} from './note-search.ts';
import {searchedInBetween} from './search-backoff.ts';
import {movieCriteria} from './search-criteria.ts';

/**
 * Searches all indexers for a movie and grabs the best approved release. An unmonitored movie is searched only on a
 * user's request.
 */
export const handleSearchMovie: Handler<typeof searchMovie, keyof SearchDeps> = async (request, deps, run) => {
	const movie = await deps.movies.get(request.movieId);
	const item = {executionId: request.executionId, mediaId: movie.id, mediaTitle: movie.title, action: 'search'} as const;
	const others = await othersOf(movie, deps.movies);
	await noteOutcome(item, {deps, run}, () =>
		oneOfCopies('movie', {...movie, others}, {deps, run}, () =>
			notingSearch({id: movie.id, request, deps, run}, note => search(movie, request, {deps, run, others, note})),
		),
	);
};

/** What a search of a title, movie or series, needs. */
export type SearchDeps = JudgeDeps &
	GrabDeps &
	Pick<
		WorkerDeps,
		| 'searchBackoff'
		| 'taskActivities'
		| 'titleSearches'
		| 'searchIndexers'
		| 'pauses'
		| 'pendingReleases'
		| 'releaseCache'
		| 'downloadClients'
		| 'tasks'
		| 'queryBudgets'
		| 'budgetCache'
	>;

interface SearchContext {
	deps: SearchDeps;
	run: Run;
	others: readonly TitleCopy[];
	note: NoteFound;
}

async function search(movie: Movie, request: SearchMovie, {deps, run, others, note}: SearchContext): Promise<ItemOutcome> {
	const {movies, searchBackoff, now} = deps;
	const asked = isByPerson(request);
	const unwanted = movie.monitored ? await whyPaused(movie.libraryId, deps) : 'The movie is no longer monitored.';
	if (unwanted !== null && !asked) {
		return {status: 'skipped', message: unwanted};
	}
	if ((await searchedInBetween([movie.id], request, deps)).size > 0) {
		return {status: 'skipped', message: 'Another task has searched for it in the meantime, so it is paused.'};
	}
	const title = await taggedTitle(movie, deps);
	const reserved = asked ? undefined : (await readBudget('backlog', deps)).reserved;
	const {releases, indexerResults} = await deps.searchIndexers(
		{
			criteria: movieCriteria(movie),
			use: asked ? 'interactive' : 'automatic',
			indexerIds: null,
			title,
			reserved,
			hasCopies: others.length > 0,
		},
		run.signal,
	);
	const asking = asked ? byPerson : byTask;
	const judged = await judgeMovieReleases(releases, {wanted: [movie], ...asking}, deps);
	const isExpected = request.executionId !== undefined && wasAnswered({releases, indexerResults});
	if (wasSearched({releases, indexerResults})) {
		await movies.markSearched(movie.id, now());
	}
	if (isExpected) {
		// Before the grab, so that a crash during it causes no second search.
		const line = request.reason === 'missing' ? 'missingMovies' : 'betterMovies';
		await searchBackoff.note(movie.id, now(), {line, executionId: request.executionId});
		await queueOtherMovies(request, others, deps);
	}
	const foundBy: FoundBy = {...asking, media: 'movie', episodeIds: null, ...foundFor({id: movie.id, others})};
	await deps.pendingReleases.keep(waitingOf(judged), now(), foundBy, judged);
	const approved = judged.filter(release => release.approved);
	run.log.info(
		{movieId: movie.id, found: releases.length, approved: approved.length, indexers: indexerResults.map(({status}) => status)},
		'Searched a movie',
	);
	await storeFound(run.id, {releases: approved, indexerResults}, deps);
	const reporting = reportingGrabs(run);
	const found = await grabMovie(
		await fetchable(approved, {deps, run}),
		{
			movieId: movie.id,
			async judgeAgain(release) {
				const isWanted = asked || ((await movies.find(movie.id))?.monitored ?? false);
				const again = {...asking, episodeIds: null};
				return isWanted ? ((await decideMovies([release], {wanted: [movie], askedOf: () => again}, deps))[0] ?? null) : null;
			},
		},
		{deps, run: reporting.run},
	);
	if (isExpected && found) {
		await searchBackoff.note(movie.id, now(), {found});
	}
	note(movie.id, {judged, attempts: reporting.attempts, indexerResults});
	ensureAnswered({releases, indexerResults}, request, run);
	return searchOutcome({releases, judged, attempts: reporting.attempts, indexerResults});
}
