import type {MediaFile} from '../media/media-file.ts';
import {qualityOf, revisionOf} from '../quality/qualities.ts';
import type {ReadPath} from './read-path.ts';

interface OnDisk {
	id: string;
	path: string;
	size: number;
	dateAdded: Date;
}

/** The record of a file found in the library; its tracks are read later. */
export function mediaFileOf({id, path, size, dateAdded}: OnDisk, {tags}: Pick<ReadPath, 'tags'>): MediaFile {
	const quality = qualityOf(tags.quality);
	return {
		id,
		path,
		size,
		quality: quality.name,
		qualityScore: quality.score,
		formatScore: 0,
		revision: revisionOf(tags.quality),
		releaseTitle: tags.releaseTitle,
		releaseGroup: tags.group,
		releaseHash: tags.hash,
		edition: tags.edition,
		languages: tags.languages,
		mediaInfo: null,
		dateAdded,
	};
}

type Weighed = Pick<MediaFile, 'qualityScore' | 'formatScore' | 'size' | 'path'>;

/**
 * Sorts the files of one title so that the one to record comes first: better quality, then larger, then first by name.
 * The order in which they were found does not matter.
 */
export function compareFiles(a: Weighed, b: Weighed): number {
	return (
		b.qualityScore - a.qualityScore || b.formatScore - a.formatScore || b.size - a.size || (a.path < b.path ? -1 : Number(a.path > b.path))
	);
}

/**
 * The record of a renamed file: it has the same size as the missing one and keeps everything known about it. Null
 * when it is another file.
 */
export function renamedFile(gone: MediaFile, found: MediaFile): MediaFile | null {
	// Its subtitles are read again: they may not have moved with it.
	const {subtitles: _, ...known} = gone;
	return gone.path !== found.path && gone.size === found.size ? {...known, id: found.id, path: found.path} : null;
}
