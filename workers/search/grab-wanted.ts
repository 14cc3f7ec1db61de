import type {IndexerResult, JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {GrabAttempt} from '#shared/domain/tasks/search-outcome.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';
import {byFeed} from './decision-facts.ts';
import {divideReleases} from './divide-releases.ts';
import {grabRecentEpisodes, judgeEpisodeReleases, wantedEpisodeReleases} from './grab-recent-episodes.ts';
import {fetchable} from './grabs/fetchable.ts';
import {grabMovie} from './grabs/grab-movie.ts';
import {tellingGrabs} from './grabs/grab-offer.ts';
import {judgeMovieReleases} from './judge-movie-releases.ts';
import {waitingOf} from './waiting-of.ts';

interface Offers {
	releases: readonly FoundRelease[];
	indexerResults: IndexerResult[];
}

export interface GrabbedWanted {
	/** How many releases were grabbed. */
	grabbed: number;
	approved: FoundRelease[];
	/** Releases of known titles that are only rejected for now. */
	waiting: FoundRelease[];
	judged: JudgedRelease[];
	attempts: GrabAttempt[];
}

/** Judges releases that nobody searched for, and grabs the best one of each wanted title. */
export async function grabWanted(
	{releases, indexerResults}: Offers,
	{deps, run: ownRun}: {deps: WorkerDeps; run: Run},
): Promise<GrabbedWanted> {
	const {run, attempts} = tellingGrabs(ownRun);
	const {films, shows} = divideReleases(releases);
	const judgedFilms = await judgeMovieReleases(films, {wanted: null, ...byFeed}, deps);
	const judgedShows = await judgeEpisodeReleases(shows, deps);
	const ofMovies = await monitoredOnly(
		judgedFilms.filter(release => release.approved && release.mappedMovie),
		deps,
	);
	const ofSeries = await wantedEpisodeReleases(judgedShows, deps);
	const approved = [...ofMovies, ...ofSeries];
	await deps.releaseCache.put(run.id, {releases: approved, indexerResults, searchTime: deps.now()});
	let grabbed = await grabRecentEpisodes(await fetchable(ofSeries, {deps, run}), {deps, run});
	for (const [movieId, offers] of byMovie(await fetchable(ofMovies, {deps, run}))) {
		run.signal.throwIfAborted();
		grabbed += (await grabMovie(offers, movieId, {deps, run})) ? 1 : 0;
	}
	const judged = [...judgedFilms, ...judgedShows];
	return {grabbed, approved: approved.map(({release}) => release), waiting: waitingOf(judged), judged, attempts};
}

async function monitoredOnly(judged: readonly JudgedRelease[], {movies}: WorkerDeps): Promise<JudgedRelease[]> {
	const ids = [...new Set(judged.flatMap(({mappedMovie}) => mappedMovie?.id ?? []))];
	const monitored = new Set((await movies.getMany(ids)).filter(movie => movie.monitored).map(({id}) => id));
	return judged.filter(({mappedMovie}) => mappedMovie !== null && monitored.has(mappedMovie.id));
}

/** Keeps the order of the judged releases, so that the best of each movie comes first. */
function byMovie(judged: readonly JudgedRelease[]): Map<string, JudgedRelease[]> {
	return Map.groupBy(judged, ({mappedMovie}) => mappedMovie?.id ?? '');
}
