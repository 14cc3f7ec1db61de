import {type JudgedRelease, titleIdOf} from '#shared/domain/decisions/judged-release.ts';
import type {GrabTarget} from '#shared/domain/downloads/queue-item.ts';
import {readerOfEpisodes} from '#shared/domain/matching/match-numbered.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {LibraryFields} from '#shared/domain/media/title.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import {Invalid, NotFound} from '#shared/errors.ts';
import type {GrabRelease} from '#shared/jobs/grab.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** For what a release is grabbed. */
interface Grabbing {
	target: GrabTarget;
	/** The movie or series of the target. */
	title: Pick<LibraryFields, 'libraryId' | 'tags'>;
	/** As it was judged for that title. */
	judged: JudgedRelease;
}

/**
 * The movie or episodes the release is grabbed for: what the caller says, otherwise what the search matched. Throws
 * Invalid when neither is known, NotFound when it is gone.
 */
export async function grabTarget(
	payload: GrabRelease,
	found: JudgedRelease,
	deps: Pick<WorkerDeps, 'episodes' | 'movies' | 'series'>,
): Promise<Grabbing> {
	const judged = versionFor(found, payload.movieId ?? payload.seriesId);
	const isNamed = payload.movieId !== null || payload.seriesId !== null || (payload.episodeIds?.length ?? 0) > 0;
	const movieId = payload.movieId ?? (isNamed ? null : (judged.mappedMovie?.id ?? null));
	if (movieId) {
		const movie = await deps.movies.get(movieId);
		return {target: {movieId: movie.id, seriesId: null, episodeIds: []}, title: movie, judged: versionFor(found, movie.id)};
	}
	const named = payload.episodeIds?.length ? await namedEpisodes(payload.episodeIds, deps) : [];
	const seriesId = payload.seriesId ?? named[0]?.seriesId ?? (isNamed ? null : (judged.mappedSeries?.id ?? null));
	if (!seriesId) {
		throw new Invalid('media_missing', 'The release matches no title in the library. Say which one it is.', [
			{path: 'movieId', message: 'movieId or seriesId is required for a release that matches no title'},
		]);
	}
	const series = await deps.series.get(seriesId);
	if (named.some(episode => episode.seriesId !== seriesId)) {
		throw new Invalid('episodes_of_another_series', `Not all of the episodes belong to ${series.title}.`, [
			{path: 'episodeIds', message: 'episodeIds must be episodes of one series, and of seriesId where that is given'},
		]);
	}
	const held = named.length > 0 ? named.map(({id}) => id) : await heldEpisodes(series, payload, {judged, deps});
	if (held.length === 0) {
		throw new Invalid('episodes_missing', `It is not clear which episodes of ${series.title} the release contains. Say which.`, [
			{path: 'episodeIds', message: 'episodeIds or seasonNumber is required for a release whose title does not name its episodes'},
		]);
	}
	return {target: {movieId: null, seriesId, episodeIds: held}, title: series, judged: versionFor(found, seriesId)};
}

/** The release as it was judged for this title. */
function versionFor(judged: JudgedRelease, titleId: string | null): JudgedRelease {
	const version = judged.versions?.find(each => titleIdOf(each) === titleId);
	return version ? {...judged, ...version} : judged;
}

async function namedEpisodes(ids: readonly string[], {episodes}: Pick<WorkerDeps, 'episodes'>): Promise<Episode[]> {
	const known = await episodes.getMany(ids);
	const missing = ids.find(id => !known.some(episode => episode.id === id));
	if (missing !== undefined) {
		throw new NotFound('episode_not_found', `There is no episode with the id ${missing}.`);
	}
	return known;
}

/** The episodes of this series that the release title names, otherwise the whole season the caller named. */
async function heldEpisodes(
	series: Series,
	{seasonNumber = null}: GrabRelease,
	{judged, deps}: {judged: JudgedRelease; deps: Pick<WorkerDeps, 'episodes'>},
): Promise<string[]> {
	if (seasonNumber === null && judged.mappedSeries?.id === series.id && judged.episodeIds.length > 0) {
		return judged.episodeIds;
	}
	const all = await deps.episodes.ofSeries(series.id);
	const parsed = parseTitle(judged.release.title, {mode: 'tv'});
	const named = parsed ? readerOfEpisodes(all, series)(parsed, {publishedAt: judged.release.publishDate}).episodes : [];
	const asked = seasonNumber === null ? named : named.filter(episode => episode.seasonNumber === seasonNumber);
	const held = asked.length > 0 ? asked : all.filter(episode => episode.seasonNumber === seasonNumber);
	return held.map(({id}) => id);
}
