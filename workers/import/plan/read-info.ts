import {extensionOf} from '#shared/domain/imports/file-kind.ts';
import type {FileMediaInfo} from '#shared/domain/media/media-file.ts';
import {Invalid, Unavailable} from '#shared/errors.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

export interface Unreadable {
	unreadable: {reason: string; isPassing: boolean};
}

/**
 * Live-TV playlists hold no picture. A reader that fails for its own reasons says nothing about the file, and a disk
 * that fails does not make a file corrupt.
 */
export async function readInfo(
	path: string,
	{mediaInfo, log}: Pick<WorkerDeps, 'mediaInfo' | 'log'>,
): Promise<FileMediaInfo | null | Unreadable> {
	if (extensionOf(path) === 'strm') {
		return null;
	}
	try {
		return await mediaInfo.read(path);
	} catch (error) {
		if (error instanceof Invalid && error.code === 'corrupt') {
			return {unreadable: {reason: 'corrupt: it cannot be read as a video.', isPassing: false}};
		}
		if (error instanceof Unavailable && error.code === 'disk_failed') {
			log.warn({err: error, path}, 'A file cannot be read now');
			return {unreadable: {reason: error.message, isPassing: true}};
		}
		if (error instanceof Unavailable && error.code === 'media_info_failed') {
			log.warn({err: error}, 'A file is imported without media info');
			return null;
		}
		throw error;
	}
}
