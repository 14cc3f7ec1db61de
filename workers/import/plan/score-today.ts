import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {isCutoffUnmet} from '#shared/domain/quality/cutoff.ts';
import type {OwnerOfFile} from '#shared/domain/scores/file-subject.ts';
import {scoreFiles} from '../../library/score-files.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {ImportTarget} from '../media-import.ts';

/** Scores a file with the current formats and profile, which may have changed since the grab. */
export async function scoreToday(
	file: MediaFile,
	{media, profile, originalLanguage}: Pick<ImportTarget, 'media' | 'profile' | 'originalLanguage'>,
	deps: Pick<WorkerDeps, 'customFormats' | 'log' | 'patternMatcher'>,
): Promise<MediaFile> {
	const owner: OwnerOfFile =
		media.kind === 'movie'
			? {mode: 'movie', episodes: 0, originalLanguage}
			: {mode: 'tv', episodes: media.episodeIds.length, originalLanguage};
	const [formatScore = file.formatScore] = await scoreFiles([{file, owner, profile}], deps);
	return {...file, formatScore, belowCutoff: isCutoffUnmet(profile, {quality: file.quality, formatScore})};
}
