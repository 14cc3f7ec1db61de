import {endDelays, type Judged} from '#shared/domain/decisions/decide.ts';
import {type IndexerResult, type JudgedRelease, joinVersions, waitingOf} from '#shared/domain/decisions/judged-release.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {GrabAttempt} from '#shared/domain/searches/search-outcome.ts';
import type {PendingRelease} from '#shared/store/downloads/pending-releases.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';
import {byFeed} from './collect-facts.ts';
import {fetchable, type GrabDeps, grabEpisodes, grabMovie} from './grab-approved.ts';
import {reportingGrabs} from './grab-offer.ts';
import {type AskedOf, decideEpisodes, decideMovies, divideReleases, type JudgeDeps, rankReleases} from './judge-releases.ts';

interface Offers {
	releases: readonly FoundRelease[];
	/** How those of them were found that have waited. */
	pending: readonly PendingRelease[];
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

/**
 * Judges releases that have just appeared, or whose wait may be over, and grabs the best one of each wanted title. One
 * that a search had found is judged as that search would have done.
 */
export async function grabWanted(
	{releases, pending, indexerResults}: Offers,
	{deps, run: ownRun}: {deps: WantedDeps; run: Run},
): Promise<GrabbedWanted> {
	const {run, attempts} = reportingGrabs(ownRun);
	const askedOf = askedBefore(pending);
	const {films, shows} = await divide(releases, pending);
	const judgedFilms = await rankReleases(endDelays(await decideMovies(films, {wanted: null, askedOf}, deps)), deps);
	const judgedShows = await rankReleases(endDelays(await decideEpisodes(shows, {wanted: null, askedOf}, deps)), deps);
	const ofMovies = await monitoredOnly(
		judgedFilms.filter(release => release.approved && release.mappedMovie),
		askedOf,
		deps,
	);
	const ofSeries = await wantedEpisodeReleases(judgedShows, askedOf, deps);
	const approved = [...ofMovies, ...ofSeries];
	await deps.releaseCache.put(run.id, {releases: joinVersions(approved), indexerResults, searchTime: deps.now()});
	let grabbed = await grabRecentEpisodes(await fetchable(ofSeries, {deps, run}), askedOf, {deps, run});
	for (const [movieId, offers] of byMovie(await fetchable(ofMovies, {deps, run}))) {
		run.signal.throwIfAborted();
		const judgeAgain = async (release: FoundRelease) => {
			const isWanted = askedOf(release, movieId).byPerson || ((await deps.movies.find(movieId))?.monitored ?? false);
			return isWanted ? ofTitle(movieId, await decideMovies([release], {wanted: null, askedOf}, deps)) : null;
		};
		grabbed += (await grabMovie(offers, {movieId, judgeAgain}, {deps, run})) ? 1 : 0;
	}
	const judged = [...judgedFilms, ...judgedShows];
	return {grabbed, approved: approved.map(({release}) => release), waiting: waitingOf(judged), judged, attempts};
}

const keyOf = ({indexerId, guid}: FoundRelease) => `${indexerId}\n${guid}`;

/** Those that wait are judged by how they were found; all others come from a feed. */
export function askedBefore(pending: readonly PendingRelease[]): AskedOf {
	const known = new Map(
		pending.map(release => {
			const {searched, byPerson, onlyMonitored, episodeIds} = release.foundBy;
			const asked = {searched, byPerson, onlyMonitored, episodeIds: episodeIds && new Set(episodeIds), waitingSince: release.foundAt};
			return [keyOf(release), {asked, titleId: release.foundBy.titleId}];
		}),
	);
	const fed = {...byFeed, episodeIds: null};
	return (release, copyId) => {
		const found = known.get(keyOf(release));
		const isForOther = found?.titleId !== undefined && copyId !== null && found.titleId !== copyId;
		return found && !isForOther ? found.asked : fed;
	};
}

/** The decision for this title, if there is one for each copy. */
function ofTitle(titleId: string, judged: readonly Judged[]): Judged | null {
	const idOf = ({decision: {candidate}}: Judged) => (candidate.media.kind === 'movie' ? candidate.media.movie : candidate.media.series)?.id;
	return judged.find(each => idOf(each) === titleId) ?? judged[0] ?? null;
}

/** A search knows whether it was for a film or for a series. */
export async function divide(releases: readonly FoundRelease[], pending: readonly PendingRelease[]): ReturnType<typeof divideReleases> {
	const known = new Map(pending.map(release => [keyOf(release), release.foundBy.media]));
	const {movie = [], series = [], unknown = []} = Object.groupBy(releases, release => known.get(keyOf(release)) ?? 'unknown');
	const {films, shows} = await divideReleases(unknown);
	return {films: [...movie, ...films], shows: [...series, ...shows]};
}

/** A person's search does not ask whether its title is monitored. */
async function monitoredOnly(
	judged: readonly JudgedRelease[],
	askedOf: AskedOf,
	{movies}: Pick<WorkerDeps, 'movies'>,
): Promise<JudgedRelease[]> {
	const ids = [...new Set(judged.flatMap(({mappedMovie}) => mappedMovie?.id ?? []))];
	const monitored = new Set((await movies.getMany(ids)).filter(movie => movie.monitored).map(({id}) => id));
	return judged.filter(
		({release, mappedMovie}) => mappedMovie !== null && (monitored.has(mappedMovie.id) || askedOf(release, mappedMovie.id).byPerson),
	);
}

/** Keeps the order of the judged releases, so that the best of each movie comes first. */
function byMovie(judged: readonly JudgedRelease[]): Map<string, JudgedRelease[]> {
	return Map.groupBy(judged, ({mappedMovie}) => mappedMovie?.id ?? '');
}

/**
 * Keeps the approved releases whose series is monitored, in the same order. The decision has already checked that the
 * episodes are monitored.
 */
async function wantedEpisodeReleases(
	judged: readonly JudgedRelease[],
	askedOf: AskedOf,
	deps: Pick<WorkerDeps, 'series'>,
): Promise<JudgedRelease[]> {
	const approved = judged.filter(release => release.approved);
	const seriesIds = new Set(approved.flatMap(({mappedSeries}) => mappedSeries?.id ?? []));
	const monitored = new Set((await deps.series.getMany([...seriesIds])).filter(series => series.monitored).map(({id}) => id));
	return approved.filter(
		({release, mappedSeries}) => mappedSeries !== null && (monitored.has(mappedSeries.id) || askedOf(release, mappedSeries.id).byPerson),
	);
}

/** Grabs the best release for each episode. Returns how many were grabbed. */
async function grabRecentEpisodes(
	wanted: readonly JudgedRelease[],
	askedOf: AskedOf,
	{deps, run}: {deps: WantedDeps; run: Run},
): Promise<number> {
	let grabbed = 0;
	for (const [seriesId, offers] of Map.groupBy(wanted, ({mappedSeries}) => mappedSeries?.id ?? '')) {
		run.signal.throwIfAborted();
		const open = new Set(offers.flatMap(({episodeIds}) => episodeIds));
		const judgeAgain = async (release: FoundRelease) => {
			const isWanted = askedOf(release, seriesId).byPerson || ((await deps.series.find(seriesId))?.monitored ?? false);
			return isWanted ? ofTitle(seriesId, await decideEpisodes([release], {wanted: null, askedOf}, deps)) : null;
		};
		grabbed += await grabEpisodes(offers, {seriesId, open, judgeAgain}, {deps, run});
	}
	return grabbed;
}
