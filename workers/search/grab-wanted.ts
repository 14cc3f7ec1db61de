import type {IndexerResult, JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {Conflict, isExpected} from '#shared/errors.ts';
import {grabRelease} from '#shared/jobs/grab/grab-release.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';
import {byFeed} from './decision-facts.ts';
import {divideReleases} from './divide-releases.ts';
import {grabRecentEpisodes, judgeEpisodeReleases, wantedEpisodeReleases} from './grab-recent-episodes.ts';
import {judgeMovieReleases} from './judge-movie-releases.ts';
import {waitingOf} from './waiting-of.ts';

/** Approved releases of one title that are tried one after the other, should a client or an indexer refuse the best. */
const tries = 3;
const grabLimitMs = 60_000;

interface Offers {
	releases: readonly FoundRelease[];
	indexerResults: IndexerResult[];
}

export interface GrabbedWanted {
	/** How many releases were taken. */
	grabbed: number;
	approved: FoundRelease[];
	/** Those of titles of ours that nothing but time speaks against. */
	waiting: FoundRelease[];
}

/** Judges releases that nobody searched for, and grabs the best of each wanted title. */
export async function grabWanted({releases, indexerResults}: Offers, {deps, run}: {deps: WorkerDeps; run: Run}): Promise<GrabbedWanted> {
	const {films, shows} = divideReleases(releases);
	const judgedFilms = await judgeMovieReleases(films, {wanted: null, ...byFeed}, deps);
	const judgedShows = await judgeEpisodeReleases(shows, deps);
	const ofMovies = await monitoredOnly(
		judgedFilms.filter(release => release.approved && release.mappedMovie),
		deps,
	);
	const ofSeries = await wantedEpisodeReleases(judgedShows, deps);
	const approved = [...ofMovies, ...ofSeries];
	await deps.releaseShelf.keep(run.id, {releases: approved, indexerResults, searchTime: deps.now()});
	let grabbed = await grabRecentEpisodes(ofSeries, {deps, run});
	for (const [movieId, offers] of byMovie(ofMovies)) {
		run.signal.throwIfAborted();
		grabbed += (await grabFirst(offers.slice(0, tries), movieId, {deps, run})) ? 1 : 0;
	}
	return {grabbed, approved: approved.map(({release}) => release), waiting: waitingOf([...judgedFilms, ...judgedShows])};
}

async function monitoredOnly(judged: readonly JudgedRelease[], {movies}: WorkerDeps): Promise<JudgedRelease[]> {
	const ids = [...new Set(judged.flatMap(({mappedMovie}) => mappedMovie?.id ?? []))];
	const monitored = new Set((await movies.getMany(ids)).filter(movie => movie.monitored).map(({id}) => id));
	return judged.filter(({mappedMovie}) => mappedMovie !== null && monitored.has(mappedMovie.id));
}

/** In the order of the judged releases: the best of each movie first. */
function byMovie(judged: readonly JudgedRelease[]): Map<string, FoundRelease[]> {
	const offers = new Map<string, FoundRelease[]>();
	for (const {mappedMovie, release} of judged) {
		const id = mappedMovie?.id ?? '';
		offers.set(id, [...(offers.get(id) ?? []), release]);
	}
	return offers;
}

async function grabFirst(offers: readonly FoundRelease[], movieId: string, {deps, run}: {deps: WorkerDeps; run: Run}): Promise<boolean> {
	for (const {guid, indexerId, title} of offers) {
		try {
			const wish = {guid, indexerId, movieId, seriesId: null, episodeIds: null};
			await deps.jobs.ask(grabRelease, wish, {timeoutMs: grabLimitMs, signal: run.signal});
			return true;
		} catch (error) {
			if (error instanceof Conflict) {
				return false;
			}
			if (!isExpected(error)) {
				throw error;
			}
			run.log.warn({err: error, release: title}, 'A recent release could not be grabbed; the next one is tried');
		}
	}
	return false;
}
