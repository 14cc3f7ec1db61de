import {Unavailable} from '../errors.ts';
import type {FolderReaders} from './folder-readers.ts';
import {below, type FolderContent, type FoundVideo} from './read-folder.ts';

export interface WalkOptions {
	readers: FolderReaders;
	/** Continue after this path, where an earlier walk stopped; null starts at the beginning. */
	after: string | null;
	signal: AbortSignal;
	/** Called for a folder or a file that cannot be read; the walk continues without it. */
	onFault(path: string, message: string): void;
}

/** Error code when the walk's first folder cannot be read. */
export const folderUnreadable = 'folder_unreadable';

/** Number of folders of one parent that are read in one request. */
const together = 32;
/** Maximum number of files and folders to check for each of them; a series with its seasons has fewer. */
const budget = 64;
/** Requests started before their results are needed. */
const readAhead = 3;

/**
 * The videos below `root`, folder by folder, always in the same order: first a folder's files, then its folders, by
 * name. Holds one folder at a time in memory and does not follow links to folders. Throws only when the root itself
 * cannot be read (Unavailable `folder_unreadable`) or when its disk does not answer (`disk_not_answering`).
 */
export async function* walkVideos(root: string, options: WalkOptions): AsyncGenerator<FoundVideo[]> {
	const [content] = await options.readers.read({root, folders: [''], budget}, options.signal);
	if (!content || content.isUnreadable) {
		throw new Unavailable(folderUnreadable, content?.faults[0]?.message ?? `${root} cannot be read.`);
	}
	yield* walkFolder(root, {relative: '', content, after: options.after?.split('/') ?? null}, options);
}

interface Below {
	relative: string;
	folders: FolderContent['folders'];
}

interface Step {
	relative: string;
	content: FolderContent;
	/** The rest of the path to continue after. */
	after: string[] | null;
}

async function* walkFolder(root: string, {relative, content, after}: Step, options: WalkOptions): AsyncGenerator<FoundVideo[]> {
	const [next = '', ...rest] = after ?? [];
	// Files come before folders, so a folder in which an earlier walk stopped has had its files.
	const isInFolder = rest.length > 0;
	for (const {path, message} of content.faults) {
		options.onFault(path, message);
	}
	const videos = isInFolder ? [] : content.videos.filter(video => nameOf(video.relative) > next);
	if (videos.length > 0) {
		yield videos;
	}
	const left = isInFolder ? content.folders.filter(({name}) => name >= next) : content.folders;
	for await (const folder of contents(root, {relative, folders: left}, options)) {
		options.signal.throwIfAborted();
		yield* walkFolder(
			root,
			{...folder, relative: below(relative, folder.name), after: isInFolder && folder.name === next ? rest : null},
			options,
		);
	}
}

const nameOf = (relative: string) => relative.slice(relative.lastIndexOf('/') + 1);

/** The content of each folder, in order. Folders that are not read yet are requested ahead. */
async function* contents(
	root: string,
	{relative, folders}: Below,
	{readers, signal}: WalkOptions,
): AsyncGenerator<{name: string; content: FolderContent}> {
	// The budget runs out only once, so the folders without content are at the end.
	const unread = folders.filter(({content}) => content === null).map(({name}) => name);
	const ahead: Promise<FolderContent[]>[] = [];
	let asked = 0;
	const readOn = () => {
		const names = unread.slice(asked, asked + together);
		asked += names.length;
		if (names.length > 0) {
			const reading = readers.read({root, folders: names.map(name => below(relative, name)), budget}, signal);
			// The failure is thrown when this result is needed.
			reading.catch(() => {});
			ahead.push(reading);
		}
	};
	for (let ahead = 0; ahead < readAhead; ahead += 1) {
		readOn();
	}
	let read: FolderContent[] = [];
	for (const {name, content} of folders) {
		if (content === null && read.length === 0) {
			read = (await ahead.shift()) ?? [];
			readOn();
		}
		const known = content ?? read.shift();
		if (known) {
			yield {name, content: known};
		}
	}
}
