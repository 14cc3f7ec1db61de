import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {tellFileDeleted} from './tell-file-deleted.ts';

interface MovieWithFile {
	id: string;
	title: string;
	file: MediaFile;
}

/**
 * A movie's file is gone from the disk: its record goes too, and by setting the movie is no longer wanted. False when
 * it has another file by now.
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
