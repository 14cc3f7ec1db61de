import type {Dirent} from 'node:fs';
import {readdir, stat} from 'node:fs/promises';
import {isLibraryFolder, isLibraryVideo, isTooLittle} from '../domain/backfill/is-library-video.ts';

export interface FoundVideo {
	/** Below the root, divided by `/`. */
	relative: string;
	/** Absolute. */
	path: string;
	/** Bytes. */
	size: number;
	/** Milliseconds since 1970. */
	modifiedAt: number;
}

export interface WalkOptions {
	/** Goes on behind this one, as an earlier walk left it; null begins at the beginning. */
	after: string | null;
	signal: AbortSignal;
	/** A folder or a file that cannot be read is told of and passed over. */
	onFault(path: string, error: unknown): void;
}

interface Folder {
	videos: FoundVideo[];
	folders: string[];
}

/** Folders that are read ahead: a disk answers several questions at once. */
const readAhead = 24;
const mostDepth = 32;

/**
 * The videos below `root`, in an order that is the same each time: a folder's files, then its folders, by name. Needs memory for one folder at a
 * time, follows no links to folders, and throws only when the root itself cannot be read.
 */
export async function* walkVideos(root: string, options: WalkOptions): AsyncGenerator<FoundVideo> {
	const top = await readFolder(root, '', options);
	yield* walkFolder(root, {relative: '', content: top, after: options.after?.split('/') ?? null}, options);
}

interface Step {
	relative: string;
	content: Folder;
	/** What is left of the path to go on behind. */
	after: string[] | null;
}

async function* walkFolder(root: string, {relative, content, after}: Step, options: WalkOptions): AsyncGenerator<FoundVideo> {
	const {videos, folders} = content;
	const [next = '', ...rest] = after ?? [];
	const isFile = after !== null && rest.length === 0;
	const depth = relative === '' ? 0 : relative.split('/').length;
	if (after === null || isFile) {
		yield* videos.filter(video => !isFile || nameOf(video.relative) > next);
	}
	const left = after === null || isFile ? folders : folders.filter(name => name >= next);
	if (depth >= mostDepth) {
		return;
	}
	const read = (name: string) => {
		const below = relative === '' ? name : `${relative}/${name}`;
		const step = readFolder(root, below, options).catch((error: unknown): Folder => {
			options.onFault(`${root}/${below}`, error);
			return {videos: [], folders: []};
		});
		return {below, name, step};
	};
	const ahead = left.slice(0, readAhead).map(read);
	for (let index = readAhead; ahead.length > 0; index += 1) {
		const {below, name, step} = ahead.shift()!; // the condition above looked
		const following = left[index];
		if (following !== undefined) {
			ahead.push(read(following));
		}
		const goesOn = !isFile && after !== null && name === next;
		yield* walkFolder(root, {relative: below, content: await step, after: goesOn ? rest : null}, options);
		options.signal.throwIfAborted();
	}
}

const nameOf = (relative: string) => relative.slice(relative.lastIndexOf('/') + 1);

async function readFolder(root: string, below: string, {signal, onFault}: WalkOptions): Promise<Folder> {
	signal.throwIfAborted();
	const path = below === '' ? root : `${root === '/' ? '' : root}/${below}`;
	const entries = await readdir(path, {withFileTypes: true});
	const names = (wanted: (entry: Dirent) => boolean) =>
		entries
			.filter(wanted)
			.map(({name}) => name)
			.sort();
	const folders = names(entry => entry.isDirectory() && isLibraryFolder(entry.name));
	const videos: FoundVideo[] = [];
	const candidates = names(entry => (entry.isFile() || entry.isSymbolicLink()) && isLibraryVideo(entry.name));
	const links = new Set(names(entry => entry.isSymbolicLink()));
	for (let start = 0; start < candidates.length; start += readAhead) {
		signal.throwIfAborted();
		const some = candidates.slice(start, start + readAhead).map(async name => {
			const full = path === '/' ? `/${name}` : `${path}/${name}`;
			try {
				return await toVideo(full, below === '' ? name : `${below}/${name}`);
			} catch (error) {
				// A name that is no UTF-8 cannot be told; a link may lead nowhere.
				if (!links.has(name)) {
					onFault(full, error);
				}
				return null;
			}
		});
		videos.push(...(await Promise.all(some)).filter(video => video !== null));
	}
	return {videos, folders};
}

/** Null for what is no file, and for what is too little to be a film. */
async function toVideo(path: string, relative: string): Promise<FoundVideo | null> {
	const found = await stat(path);
	return found.isFile() && !isTooLittle(relative, found.size)
		? {relative, path, size: found.size, modifiedAt: Math.floor(found.mtimeMs)}
		: null;
}
