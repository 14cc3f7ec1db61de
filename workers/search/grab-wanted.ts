import {type IndexerResult, type JudgedRelease, waitingOf} from '#shared/domain/decisions/judged-release.ts';
import {divideReleases} from '#shared/domain/release/guess-mode.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {GrabAttempt} from '#shared/domain/searches/search-outcome.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';
import {byFeed} from './collect-facts.ts';
import {fetchable, type GrabDeps, grabEpisodes, grabMovie} from './grab-approved.ts';
import {reportingGrabs} from './grab-offer.ts';
import {decideSeriesReleases, type JudgeDeps, judgeMovieReleases, rankReleases} from './judge-releases.ts';

interface Offers {
	releases: readonly FoundRelease[];
	indexerResults: IndexerResult[];
}

export type WantedDeps = JudgeDeps & GrabDeps & Pick<WorkerDeps, 'downloadClients' | 'releaseCache'>;

interface GrabbedWanted {
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
	{deps, run: ownRun}: {deps: WantedDeps; run: Run},
): Promise<GrabbedWanted> {
	const {run, attempts} = reportingGrabs(ownRun);
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

async function monitoredOnly(judged: readonly JudgedRelease[], {movies}: Pick<WorkerDeps, 'movies'>): Promise<JudgedRelease[]> {
	const ids = [...new Set(judged.flatMap(({mappedMovie}) => mappedMovie?.id ?? []))];
	const monitored = new Set((await movies.getMany(ids)).filter(movie => movie.monitored).map(({id}) => id));
	return judged.filter(({mappedMovie}) => mappedMovie !== null && monitored.has(mappedMovie.id));
}

/** Keeps the order of the judged releases, so that the best of each movie comes first. */
function byMovie(judged: readonly JudgedRelease[]): Map<string, JudgedRelease[]> {
	return Map.groupBy(judged, ({mappedMovie}) => mappedMovie?.id ?? '');
}

/** Judges recent releases of series, best first. */
async function judgeEpisodeReleases(releases: readonly FoundRelease[], deps: JudgeDeps): Promise<JudgedRelease[]> {
	return rankReleases(await decideSeriesReleases(releases, {series: null, episodeIds: null, ...byFeed}, deps), deps);
}

/**
 * Keeps the approved releases whose series is monitored, in the same order. The decision has already checked that the
 * episodes are monitored.
 */
async function wantedEpisodeReleases(judged: readonly JudgedRelease[], deps: Pick<WorkerDeps, 'series'>): Promise<JudgedRelease[]> {
	const approved = judged.filter(release => release.approved);
	const seriesIds = new Set(approved.flatMap(({mappedSeries}) => mappedSeries?.id ?? []));
	const monitored = new Set((await deps.series.getMany([...seriesIds])).filter(series => series.monitored).map(({id}) => id));
	return approved.filter(({mappedSeries}) => mappedSeries !== null && monitored.has(mappedSeries.id));
}

/** Grabs the best release for each episode. Returns how many were grabbed. */
async function grabRecentEpisodes(wanted: readonly JudgedRelease[], {deps, run}: {deps: GrabDeps; run: Run}): Promise<number> {
	let grabbed = 0;
	for (const [seriesId, offers] of Map.groupBy(wanted, ({mappedSeries}) => mappedSeries?.id ?? '')) {
		run.signal.throwIfAborted();
		const open = new Set(offers.flatMap(({episodeIds}) => episodeIds));
		grabbed += await grabEpisodes(offers, {seriesId, open}, {deps, run});
	}
	return grabbed;
}
