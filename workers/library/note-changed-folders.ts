import {dirname} from 'node:path';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {isExpected} from '#shared/errors.ts';
import {isStampOld} from '../integrations/subtitles-beside.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'movies' | 'episodes' | 'now' | 'log'>;

/** Lets the subtitles of a movie be read again when their folder has changed. */
export async function noteFolderOfMovie({id, file}: {id: string; file: MediaFile}, {movies, now}: Deps): Promise<void> {
	const stamp = file.subtitles?.stamp;
	if (stamp !== undefined && (await isStampOld(dirname(file.path), stamp, {now: now(), known: new Map()}))) {
		await movies.forgetReading(id, file.id);
	}
}

/** The same for the files of a series. Each folder is looked at once. A disk that fails changes nothing. */
export async function noteFoldersOfSeries(seriesId: string, {episodes, now, log}: Deps): Promise<void> {
	const known = new Map<string, string>();
	const changed: string[] = [];
	try {
		for (const {fileId, path, stamp} of await episodes.seenSubtitles(seriesId)) {
			if (await isStampOld(dirname(path), stamp, {now: now(), known})) {
				changed.push(fileId);
			}
		}
	} catch (error) {
		if (!isExpected(error)) {
			throw error;
		}
		log.warn({err: error, seriesId}, 'The folders of a series could not be compared with the disk');
	}
	if (changed.length > 0) {
		await episodes.forgetReading(seriesId, changed);
	}
}
