import type {PlannedFile} from '#shared/domain/downloads/import-journal.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {scoreToday} from './plan/score-today.ts';

/**
 * A large file takes long to copy. If a profile or format changes meanwhile, the job that scores all files again does
 * not see this one yet. From its recording on, it does.
 */
export async function scoreAgain({media, file}: Pick<PlannedFile, 'media' | 'file'>, deps: WorkerDeps): Promise<void> {
	const isMovie = media.kind === 'movie';
	const title = await (isMovie ? deps.movies.find(media.movieId) : deps.series.find(media.seriesId));
	if (!title) {
		return;
	}
	const {id: titleId, originalLanguage} = title;
	const profile = await deps.qualityProfiles.getOrDefault(title.qualityProfileId);
	const {formatScore, belowCutoff = false} = await scoreToday(file, {media, profile, originalLanguage}, deps);
	if (formatScore !== file.formatScore || belowCutoff !== file.belowCutoff) {
		await (isMovie ? deps.movies : deps.episodes).setScores([{titleId, fileId: file.id, formatScore, belowCutoff}]);
	}
}
