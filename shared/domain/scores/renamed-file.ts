import type {MediaFile} from '../media/media-file.ts';

/**
 * The record of a renamed file: it has the same size as the missing one and keeps everything known about it. Null
 * when it is another file.
 */
export function renamedFile(gone: MediaFile, found: MediaFile): MediaFile | null {
	// Its subtitles are read again: they may have stayed behind.
	const {subtitles: _, ...known} = gone;
	return gone.path !== found.path && gone.size === found.size ? {...known, id: found.id, path: found.path} : null;
}
