import type {MediaFile} from '../media/media-file.ts';

/**
 * A file that somebody renamed: as large as the one that was there, which is gone. All that was known of it stays; null
 * when it is another file.
 */
export function renamedFile(gone: MediaFile, found: MediaFile): MediaFile | null {
	return gone.path !== found.path && gone.size === found.size ? {...gone, id: found.id, path: found.path} : null;
}
