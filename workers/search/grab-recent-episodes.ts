import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';
import {byFeed} from './decision-facts.ts';
import {grabEpisodes} from './grabs/grab-episodes.ts';
import {rankReleases} from './judge-movie-releases.ts';
import {decideSeriesReleases} from './judge-series-releases.ts';

/** Judges recent releases of series, best first. */
export async function judgeEpisodeReleases(releases: readonly FoundRelease[], deps: WorkerDeps): Promise<JudgedRelease[]> {
	return rankReleases(await decideSeriesReleases(releases, {series: null, episodeIds: null, ...byFeed}, deps), deps);
}

/**
 * Keeps the approved releases whose series is monitored, in the same order. The decision has already checked that the
 * episodes are monitored.
 */
export async function wantedEpisodeReleases(judged: readonly JudgedRelease[], deps: WorkerDeps): Promise<JudgedRelease[]> {
	const approved = judged.filter(release => release.approved);
	const seriesIds = new Set(approved.flatMap(({mappedSeries}) => mappedSeries?.id ?? []));
	const monitored = new Set((await deps.series.getMany([...seriesIds])).filter(series => series.monitored).map(({id}) => id));
	return approved.filter(({mappedSeries}) => mappedSeries !== null && monitored.has(mappedSeries.id));
}

/** Grabs the best release for each episode. Returns how many were grabbed. */
export async function grabRecentEpisodes(wanted: readonly JudgedRelease[], {deps, run}: {deps: WorkerDeps; run: Run}): Promise<number> {
	let grabbed = 0;
	for (const [seriesId, offers] of Map.groupBy(wanted, ({mappedSeries}) => mappedSeries?.id ?? '')) {
		run.signal.throwIfAborted();
		const open = new Set(offers.flatMap(({episodeIds}) => episodeIds));
		grabbed += await grabEpisodes(offers, {seriesId, open}, {deps, run});
	}
	return grabbed;
}
