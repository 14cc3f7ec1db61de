import {extensionOf} from '#shared/domain/imports/file-kind.ts';
import type {FileMediaInfo} from '#shared/domain/media/media-file.ts';
import {Invalid, Unavailable} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Live-TV playlists hold no picture. A reader that fails for its own reasons says nothing about the file. */
export async function readInfo(
	path: string,
	{mediaInfo, log}: Pick<WorkerDeps, 'mediaInfo' | 'log'>,
): Promise<FileMediaInfo | null | 'corrupt'> {
	if (extensionOf(path) === 'strm') {
		return null;
	}
	try {
		return await mediaInfo.read(path);
	} catch (error) {
		if (error instanceof Invalid && error.code === 'corrupt') {
			return 'corrupt';
		}
		if (error instanceof Unavailable && error.code === 'media_info_failed') {
			log.warn({err: error}, 'A file is imported without media info');
			return null;
		}
		throw error;
	}
}
