import type {MediaFile, SubtitleTrack} from '#shared/domain/media/media-file.ts';
import {Invalid, Unavailable} from '#shared/errors.ts';
import type {ReadOfSubtitles} from '#shared/store/titles/file-subtitles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

interface Tracks {
	tracks: readonly SubtitleTrack[];
	/** For the record, if it lacks it. */
	info: ReadOfSubtitles['info'];
}

/**
 * The subtitle tracks by the file's record. What earlier versions recorded lacks them, so the file itself is read. One
 * that cannot be read as a video has none.
 */
export async function readTracks({path, mediaInfo}: MediaFile, deps: Pick<WorkerDeps, 'mediaInfo' | 'log'>): Promise<Tracks> {
	if (mediaInfo?.subtitleTracks) {
		return {tracks: mediaInfo.subtitleTracks, info: null};
	}
	try {
		const {frameRate = null, subtitleTracks = []} = await deps.mediaInfo.read(path);
		// A record without media info gets all of it at once, from where its quality is corrected too.
		return {tracks: subtitleTracks, info: mediaInfo && {frameRate, subtitleTracks}};
	} catch (error) {
		const isFileToBlame = error instanceof Invalid || (error instanceof Unavailable && error.code === 'media_info_failed');
		if (!isFileToBlame) {
			throw error;
		}
		deps.log.debug({err: error, path}, 'The subtitle tracks of a file cannot be read');
		return {tracks: [], info: mediaInfo && {frameRate: null, subtitleTracks: []}};
	}
}
