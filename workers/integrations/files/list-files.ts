import {lstat, opendir} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {kindOf} from '#shared/domain/imports/sort-files.ts';
import {Invalid, NotFound} from '#shared/errors.ts';
import {onDisk, orMissing} from './disk-failure.ts';

export interface ListedFile {
	/** Absolute path. */
	path: string;
	/** Path below the listed folder, separated by `/`; just the name for a single file. */
	relative: string;
	/** Bytes. */
	size: number;
	/** Links are never followed, because they may lead out of the folder. */
	isLink: boolean;
}

/** Gets each path that cannot be opened because its name is not UTF-8. */
export type PassOver = (path: string) => void;

/** No real download has more files. A folder that does is the client's whole download folder. */
const maximumFiles = 20_000;
const maximumDepth = 12;

/**
 * Lists the regular files and links below a folder, or the file itself.
 * A file whose name is no UTF-8 is left out unless it is a video; `passOver` gets such videos and folders, which
 * are left out then, too.
 * Throws NotFound `file_missing`, Unavailable when the disk fails, Invalid `too_many_files`, `too_deep` or
 * `name_unreadable`.
 */
export async function listFiles(path: string, signal: AbortSignal, passOver?: PassOver): Promise<ListedFile[]> {
	const found: ListedFile[] = [];
	const top = await onDisk(path, () => lstat(path));
	if (!top.isDirectory()) {
		return [{path, relative: basename(path), size: top.size, isLink: top.isSymbolicLink()}];
	}
	for await (const file of walk('', {root: path, signal, passOver})) {
		found.push(file);
		if (found.length > maximumFiles) {
			throw new Invalid(
				'too_many_files',
				`${path} holds more than ${maximumFiles} files. Choose a folder in it, or let the download client use a folder for each download.`,
			);
		}
	}
	return found.sort((a, b) => (a.relative < b.relative ? -1 : 1));
}

interface Walk {
	root: string;
	signal: AbortSignal;
	passOver: PassOver | undefined;
}

async function* walk(below: string, way: Walk): AsyncGenerator<ListedFile> {
	const folder = join(way.root, below);
	const entries = await named(folder, () => opendir(folder));
	for await (const entry of entries) {
		way.signal.throwIfAborted();
		const relative = below ? `${below}/${entry.name}` : entry.name;
		const path = join(way.root, relative);
		if (way.passOver && (entry.isDirectory() || kindOf(path) === 'video') && (await isUnreadable(path))) {
			way.passOver(path);
			continue;
		}
		if (entry.isDirectory()) {
			ensureNotDeep(path, relative);
			yield* walk(relative, way);
		}
		if ((entry.isFile() || entry.isSymbolicLink()) && !(await mayBeLeftOut(path))) {
			const {size} = await named(path, () => lstat(path));
			yield {path, relative, size, isLink: entry.isSymbolicLink()};
		}
	}
}

/** Folders that we do not look into might hold a video. */
function ensureNotDeep(path: string, relative: string): void {
	if (relative.split('/').length >= maximumDepth) {
		throw new Invalid('too_deep', `${path} lies more than ${maximumDepth} folders deep. Move its files up.`);
	}
}

/** Node decodes bytes of a name that are not UTF-8 as this character, and cannot open the file by that name. */
const lostBytes = '\uFFFD';

async function isUnreadable(path: string): Promise<boolean> {
	return basename(path).includes(lostBytes) && (await onDisk(path, () => orMissing(lstat(path)))) === null;
}

async function mayBeLeftOut(path: string): Promise<boolean> {
	return kindOf(path) !== 'video' && (await isUnreadable(path));
}

async function named<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
	try {
		return await onDisk(path, work);
	} catch (error) {
		if (error instanceof NotFound && basename(path).includes(lostBytes)) {
			throw new Invalid('name_unreadable', `The name of ${path} is not UTF-8. Rename it.`, [], {cause: error});
		}
		throw error;
	}
}
