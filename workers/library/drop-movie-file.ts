import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {tellFileDeleted} from './tell-file-deleted.ts';

interface MovieWithFile {
	id: string;
	title: string;
	file: MediaFile;
}

/**
 * Removes the record of a movie file that is gone from the disk, and, depending on the settings, stops monitoring the
 * movie. Returns false when the movie has another file by now.
 */
export async function dropMovieFile({id, title, file}: MovieWithFile, deps: WorkerDeps): Promise<boolean> {
	const unmonitor = deps.settings.get('autoUnmonitorPreviouslyDownloadedMovies');
	if (!(await deps.movies.dropFile(id, file.id, {unmonitor, at: deps.now()}))) {
		return false;
	}
	const data = {path: file.path, reason: 'missingFromDisk', unmonitored: unmonitor};
	await tellFileDeleted({title, movieId: id, file, data}, `gone-${file.id}-${Number(file.dateAdded)}`, deps);
	return true;
}
