import {Unavailable} from '../errors.ts';
import type {FolderReaders} from './folder-readers.ts';
import {below, type FolderContent, type FoundVideo} from './read-folder.ts';

export interface WalkOptions {
	readers: FolderReaders;
	/** Goes on behind this one, as an earlier walk left it; null begins at the beginning. */
	after: string | null;
	signal: AbortSignal;
	/** A folder or a file that cannot be read is told of and passed over. */
	onFault(path: string, message: string): void;
}

/** Code of the failure to read the folder that a walk begins at. */
export const folderUnreadable = 'folder_unreadable';

/** Folders of one folder that are asked for together. */
const together = 32;
/** Files and folders that may be looked at for each of them: a series with its seasons is less. */
const budget = 64;
/** Wishes that are under way before they are needed. */
const readAhead = 3;

/**
 * The videos below `root`, folder by folder, in an order that is the same each time: a folder's files, then its
 * folders, by name. Needs memory for one folder at a time, follows no links to folders, and throws only when the root
 * itself cannot be read (Unavailable `folder_unreadable`), or when its disk does not answer (`disk_not_answering`).
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
	/** What is left of the path to go on behind. */
	after: string[] | null;
}

async function* walkFolder(root: string, {relative, content, after}: Step, options: WalkOptions): AsyncGenerator<FoundVideo[]> {
	const [next = '', ...rest] = after ?? [];
	// Its files come before its folders: one that an earlier walk stopped in has had them.
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

/** The content of each folder, in their order; what is not known yet is read a few wishes ahead. */
async function* contents(
	root: string,
	{relative, folders}: Below,
	{readers, signal}: WalkOptions,
): AsyncGenerator<{name: string; content: FolderContent}> {
	// A budget ends once, so that those without content are the last.
	const unread = folders.filter(({content}) => content === null).map(({name}) => name);
	const ahead: Promise<FolderContent[]>[] = [];
	let asked = 0;
	const readOn = () => {
		const names = unread.slice(asked, asked + together);
		asked += names.length;
		if (names.length > 0) {
			const reading = readers.read({root, folders: names.map(name => below(relative, name)), budget}, signal);
			// A failure is met when its turn comes.
			reading.catch(() => {});
			ahead.push(reading);
		}
	};
	for (let wish = 0; wish < readAhead; wish += 1) {
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
