import {extensionOf, stemOf} from '../imports/sort-files.ts';
import type {MediaFile} from '../media/media-file.ts';
import type {NamedFile} from '../naming/file-values.ts';
import {parseTitle} from '../release/parse-title.ts';

/** What a stored file's name is made of. `formats` are the names of its custom formats that belong into names. */
export function namedFileOf(file: MediaFile, formats: string[], mode: 'movie' | 'tv'): NamedFile {
	const {path, quality, revision, releaseGroup, edition, mediaInfo, releaseTitle, originalFile, releaseHash = null} = file;
	const isRevised = revision.version > 1 && releaseTitle !== null;
	return {
		quality,
		revision,
		repack: isRevised && parseTitle(releaseTitle, {mode})?.quality.repack === true,
		group: releaseGroup,
		edition,
		customFormats: formats,
		mediaInfo,
		releaseTitle,
		originalFileName: stemOf(originalFile ?? path),
		releaseHash,
		extension: `.${extensionOf(path)}`,
	};
}
