import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type GoneReason, recordFileDeleted} from './record-file-deleted.ts';

interface MovieWithFile {
	id: string;
	title: string;
	file: MediaFile;
	/** Why it is gone. */
	reason?: GoneReason;
	/** A person wants the movie no longer to be monitored. */
	unmonitor?: boolean;
	/** What else the history says. */
	about?: {recycled: boolean};
}

/**
 * Removes the record of a movie file that is gone. If a person deleted it, the settings may say that the movie is no
 * longer monitored. Returns false when the movie has another file by now.
 */
export async function dropMovieFile(
	{id, title, file, reason = 'missingFromDisk', unmonitor: isUnwanted = false, about}: MovieWithFile,
	deps: Pick<WorkerDeps, 'history' | 'movies' | 'now' | 'settings'>,
): Promise<boolean> {
	const present = (await deps.movies.find(id))?.file;
	if (present?.id !== file.id || present.path !== file.path) {
		return false;
	}
	const unmonitor = isUnwanted || (reason !== 'movedToOther' && deps.settings.get('autoUnmonitorPreviouslyDownloadedMovies'));
	const data = {path: file.path, reason, unmonitored: unmonitor, ...about};
	// Published first: if the process dies in between, the next one still finds the record.
	await recordFileDeleted({title, movieId: id, file, data}, `gone-${file.id}-${Number(file.dateAdded)}`, deps);
	return deps.movies.dropFile(id, file.id, {unmonitor, at: deps.now(), path: file.path});
}

/** Removes the record of a file that is gone from its episodes. Returns false when no episode had it. */
export async function dropEpisodeFile(
	{seriesId, path, reason = 'missingFromDisk', about}: {seriesId: string; path: string; reason?: GoneReason; about?: {recycled: boolean}},
	deps: Pick<WorkerDeps, 'episodes' | 'history' | 'now' | 'series'>,
): Promise<boolean> {
	const having = (await deps.episodes.onDisk(seriesId)).filter(({file}) => file?.path === path);
	const file = having[0]?.file;
	if (!file) {
		return false;
	}
	const title = (await deps.series.find(seriesId))?.title ?? '';
	const gone = {title, seriesId, episodeIds: having.map(({id}) => id), file, data: {path, reason, ...about}};
	// Published first: if the process dies in between, the next one still finds the record.
	await recordFileDeleted(gone, `gone-${file.id}-${Number(file.dateAdded)}`, deps);
	return (await deps.episodes.removeFiles({seriesId, fileIds: [file.id], path}, deps.now())) > 0;
}
