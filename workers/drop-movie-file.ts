import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {WorkerDeps} from './deps.ts';

interface MovieWithFile {
	id: string;
	title: string;
	file: MediaFile;
}

/** A movie's file is gone from the disk: its record goes too, and by setting the movie is no longer wanted. False when it has another file by now. */
export async function dropMovieFile({id, title, file}: MovieWithFile, {movies, history, settings, now}: WorkerDeps): Promise<boolean> {
	const unmonitor = settings.get('autoUnmonitorPreviouslyDownloadedMovies');
	const at = now();
	if (!(await movies.dropFile(id, file.id, {unmonitor, at}))) {
		return false;
	}
	const entry = {
		event: 'fileDeleted' as const,
		title,
		movieId: id,
		seriesId: null,
		episodeIds: [],
		quality: file.quality,
		qualityScore: file.qualityScore,
		indexer: null,
		downloadClient: null,
		downloadId: null,
		data: {path: file.path, reason: 'missingFromDisk', unmonitored: unmonitor},
		timestamp: at,
	};
	await history.add(entry, `gone-${file.id}-${Number(file.dateAdded)}`);
	return true;
}
