import {type Dirent, readdirSync, statSync} from 'node:fs';
import {isLibraryFolder, isLibraryVideo, isTooLittle} from '../domain/imports/sort-files.ts';

export interface FoundVideo {
	/** Relative to the root, with `/` as separator. */
	relative: string;
	/** Absolute. */
	path: string;
	/** Bytes; 0 for a file that cannot be opened because its name is not valid UTF-8. */
	size: number;
	/** Milliseconds since 1970. */
	modifiedAt: number;
}

/** A folder or a file that cannot be read. */
export interface ReadFault {
	path: string;
	message: string;
}

/** All entries are sorted by name. */
export interface FolderContent {
	videos: FoundVideo[];
	/** `content` is null for a folder that has not been read yet. */
	folders: {name: string; content: FolderContent | null}[];
	faults: ReadFault[];
	/** Only the folder's fault is known. */
	isUnreadable: boolean;
}

/** How many more files and folders may be checked; what exceeds it is left for later. */
export interface Budget {
	left: number;
}

/** Replaces bytes in a name that are not valid UTF-8. */
const undecoded = '\ufffd';
/** Maximum depth of nested folders. */
const maxDepth = 32;

/** The path of `name` below `folder`, which may also be `/` or the empty path. */
export function below(folder: string, name: string): string {
	return folder === '' || folder.endsWith('/') || name === '' ? folder + name : `${folder}/${name}`;
}

/**
 * The videos of the folder `relative` below `root`, and its folders with their own content as far as the
 * budget allows. Does not follow links to folders. Blocks until the disk answers, so run it only in a thread
 * that nobody else waits for.
 */
export function readFolder(root: string, relative: string, budget: Budget): FolderContent {
	const content: FolderContent = {videos: [], folders: [], faults: [], isUnreadable: false};
	budget.left -= 1;
	let entries: Dirent[];
	try {
		entries = readdirSync(below(root, relative), {withFileTypes: true}).sort((a, b) => (a.name < b.name ? -1 : 1));
	} catch (error) {
		return {...content, faults: [faultOf(below(root, relative), error)], isUnreadable: true};
	}
	const mayGoDeeper = relative.split('/').length < maxDepth;
	for (const entry of entries) {
		const {name} = entry;
		if (!entry.isDirectory()) {
			addVideo(content, entry, {path: below(below(root, relative), name), relative: below(relative, name), budget});
		} else if (mayGoDeeper && isLibraryFolder(name)) {
			content.folders.push({name, content: null});
		}
	}
	for (const folder of content.folders) {
		if (budget.left <= 0) {
			break;
		}
		folder.content = readFolder(root, below(relative, folder.name), budget);
	}
	return content;
}

interface Entry {
	path: string;
	relative: string;
	budget: Budget;
}

function addVideo(content: FolderContent, entry: Dirent, {path, relative, budget}: Entry): void {
	const isLink = entry.isSymbolicLink();
	if (!(entry.isFile() || isLink) || !isLibraryVideo(entry.name)) {
		return;
	}
	budget.left -= 1;
	try {
		const found = statSync(path);
		if (found.isFile() && !isTooLittle(relative, found.size)) {
			content.videos.push({relative, path, size: found.size, modifiedAt: Math.floor(found.mtimeMs)});
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT' && entry.name.includes(undecoded)) {
			content.videos.push({relative, path, size: 0, modifiedAt: 0});
		} else if (!isLink) {
			// A link may be broken.
			content.faults.push(faultOf(path, error));
		}
	}
}

const faultOf = (path: string, error: unknown): ReadFault => ({path, message: error instanceof Error ? error.message : String(error)});
