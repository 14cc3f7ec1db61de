import {isDangerousFile} from '../decisions/rules/size-and-files.ts';
import {extensionOf, kindOf, stemOf} from './sort-files.ts';

export interface FileInDownload {
	/** Relative to the download's own folder. */
	path: string;
	/** Bytes. */
	size: number;
}

/** Sites add a link to themselves, or a file named after them, to downloads that are otherwise fine. */
const siteLink = /(?:^|\/)(?:[^/]*\.url|[^/]*\b(?:www\.|downloaded from)[^/]*\.com)$/i;

/** Is the file a program, or an archive named after one? Links to a site are not. */
function isProgram({path}: FileInDownload): boolean {
	const kind = kindOf(path);
	const name = kind === 'archive' ? stemOf(path) : path;
	// A release name may end in `.com` before the extension of its archive.
	const isSite = siteLink.test(path) || (kind === 'archive' && extensionOf(name) === 'com');
	return kind !== 'video' && isDangerousFile(name) && !isSite;
}

/** The path of the first program; null when there is none. */
export function programAmong(files: readonly FileInDownload[]): string | null {
	return files.find(isProgram)?.path ?? null;
}

/** Characters of a path in a message; its end tells what the file is. */
const maxShown = 200;

/**
 * Why the complete file list of a release shows that it is a fake or dangerous; null when it may be sound. An archive
 * may hold the video.
 */
export function whyFake(files: readonly FileInDownload[]): string | null {
	const program = programAmong(files);
	if (program !== null) {
		return `It holds a program: ${program.slice(-maxShown)}.`;
	}
	const mayHoldVideo = files.some(({path}) => ['video', 'archive'].includes(kindOf(path)));
	return mayHoldVideo ? null : 'It holds no video.';
}
