import {byteLength, maximumSegmentBytes, safeText, truncateBytes} from '../naming/safe-name.ts';
import {isWithinFolder, normalPath, overlaps, whyNotPrintable} from './root-folder-path.ts';

interface InFolder {
	path: string;
	rootFolderPath: string;
}

/** The path of a title's folder below another root folder. */
export function movedFolder({path, rootFolderPath}: InFolder, root: string): string {
	const inside = isWithinFolder(path, rootFolderPath) ? path.slice(rootFolderPath.length) : path.slice(path.lastIndexOf('/'));
	return normalPath(`${root}/${inside}`) ?? path;
}

/** Prefix of the names of our own files in root folders and beside media files. */
const ownName = /^\.kinoteka/i;

/** Why no folder below a root folder can have this path, whatever the disk has; null if it can. */
export function whyNoFolder(path: string, root: string): string | null {
	const names = path.slice(root.length).split('/');
	if (names.some(name => ownName.test(name))) {
		return 'must not be in a folder that is kept for the program itself: choose a name that does not begin with .kinoteka';
	}
	return names.some(name => byteLength(name) > maximumSegmentBytes)
		? `must not have names of more than ${maximumSegmentBytes} bytes in it`
		: whyNotPrintable(path.slice(root.length));
}

/** The folder of a file or of a part of it within a title's folder, or the file's own folder if it lies elsewhere. */
export function folderOfFile(file: string, titleFolder: string): string {
	return isWithinFolder(file, titleFolder) ? titleFolder : file.slice(0, Math.max(1, file.lastIndexOf('/')));
}

/** Folders of a film's discs, and those that discs have inside. */
const discFolder = /^(?:(?:cd|dvd|disc|disk|part)[ ._-]?\d{1,2}|bdmv|stream|video_ts)$/i;

/** The folder of a film, given the path of its file below the root folder; empty if the film lies directly in that. */
export function filmFolder(relative: string): string {
	const folders = relative.split('/').slice(0, -1);
	while (folders.length > 1 && discFolder.test(folders.at(-1) ?? '')) {
		folders.pop();
	}
	return folders.join('/');
}

/** Bytes of the name of a library in that of a folder. */
const maxLibraryBytes = 80;

interface Namesake {
	root: string;
	metaId: number;
	/** Name of its library, if other libraries have the same title. */
	library?: string | null;
}

/**
 * Alternatives for a title whose folder belongs to another title: the same path with the name of its library or with
 * its id, then a folder directly in the root folder, in case the other title's folder contains the first ones.
 */
export function namesakeFolders(path: string, {root, metaId, library = null}: Namesake): string[] {
	const above = path.slice(0, path.lastIndexOf('/'));
	const named = truncateBytes(safeText(library ?? '').replace(/[[\]]/g, ''), maxLibraryBytes).trim();
	const endings = [...(named === '' ? [] : [` [${named}]`]), ` {tmdb-${metaId}}`];
	return [above, root === '/' ? '' : root].flatMap(folder =>
		endings.map(ending => {
			const name = truncateBytes(path.slice(above.length + 1), maximumSegmentBytes - byteLength(ending)).trimEnd();
			return `${folder}/${name}${ending}`;
		}),
	);
}

/** Does this folder consist of the usual name of a title and the name of its library, as `namesakeFolders` makes it? */
export const isVersionFolder = (folder: string, usual: string) =>
	folder.startsWith(`${usual} [`) && /^[^/]*\]$/.test(folder.slice(usual.length));

export interface FolderClaims {
	/** Is it another's folder, in it, or around it? */
	isTaken(path: string): boolean;
	claim(path: string): void;
}

/** The folders of many titles, to find out at once which further ones are free. */
export function createFolderClaims(): FolderClaims {
	const claimed = new Set<string>();
	const around = new Set<string>();
	return {
		isTaken: path => around.has(path) || foldersAbove(path).some(folder => claimed.has(folder)),
		claim(path) {
			claimed.add(path);
			for (const folder of foldersAbove(path)) {
				around.add(folder);
			}
		},
	};
}

/** A path and all folders that contain it, without `/`. */
export function foldersAbove(path: string): string[] {
	return path
		.split('/')
		.slice(1)
		.map((_, index, parts) => `/${parts.slice(0, index + 1).join('/')}`);
}

/** Whether a title's folder would be a root folder or contain one. */
export function holdsRoot(path: string, roots: readonly string[]): boolean {
	return roots.some(root => isWithinFolder(root, path));
}

/** The first of these titles whose folder equals `path`, is in it or contains it. */
export function titleAround<Title extends {id: string; path: string}>(
	path: string,
	titles: readonly Title[],
	except: string,
): Title | null {
	return titles.find(title => title.id !== except && overlaps(title.path, path)) ?? null;
}
