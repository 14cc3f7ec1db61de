import {randomUUID} from 'node:crypto';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {isCutoffUnmet} from '#shared/domain/quality/profiles.ts';
import {firstRevision, getQuality} from '#shared/domain/quality/qualities.ts';
import {Conflict, NotFound} from '#shared/errors.ts';
import type {GrabbedRelease, GrabRelease} from '#shared/jobs/grab.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

/**
 * Takes the place of a download and its import: the file of a release is in the library at once, recorded by the same
 * stores. Returns the ids of the titles that got it.
 */
export async function recordGrab(
	{guid, indexerId, movieId, episodeIds, seriesId}: GrabRelease,
	{releaseCache, movies, episodes, qualityProfiles, now}: WorkerDeps,
): Promise<{answer: GrabbedRelease; ids: string[]}> {
	const found = await releaseCache.find(indexerId, guid);
	if (!found) {
		throw new NotFound('release_expired', 'The release is no longer known.');
	}
	const {release, judgement} = found;
	const {quality} = judgement;
	const belowCutoff = isCutoffUnmet(await qualityProfiles.getDefault(), {quality, formatScore: 0});
	const file: MediaFile = {
		id: randomUUID(),
		path: `/made-up/${guid}.mkv`,
		size: release.size,
		...{quality, qualityScore: getQuality(quality).score, formatScore: 0, belowCutoff, revision: firstRevision},
		...{releaseTitle: release.title, releaseGroup: judgement.releaseGroup, edition: null, languages: [], mediaInfo: null},
		dateAdded: now(),
	};
	const answer = {downloadId: guid, queueId: file.id, title: release.title};
	if (movieId !== null) {
		const movie = await movies.get(movieId);
		const isRecorded = await movies.replaceFile(movieId, file, {replaces: movie.file?.id ?? null, at: now()});
		return {answer, ids: isRecorded ? [movieId] : taken()};
	}
	const ids = episodeIds ?? [];
	const replaces = (await episodes.getMany(ids)).flatMap(episode => episode.file?.id ?? []);
	const outcome = await episodes.recordFile({seriesId: seriesId ?? '', episodeIds: ids, file, replaces}, now());
	return {answer, ids: outcome === 'recorded' ? ids : taken()};
}

function taken(): never {
	throw new Conflict('release_already_grabbed', 'The title got another file in between.');
}
