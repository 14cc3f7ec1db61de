import {randomUUID} from 'node:crypto';
import {mkdir, open, readdir, rename, rm, rmdir, stat, unlink} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {isWithinFolder} from '../domain/folders/root-folder-path.ts';
import {Unavailable} from '../errors.ts';

/** An empty parent may be removed between two steps. */
const attempts = 3;

/**
 * Creates a folder and its parents. Node's own recursive call reports ENOENT on a read-only disk, which would hide the
 * reason, and never returns below /proc.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			await mkdir(path, {mode}).catch(error => unlessPresent(path, error));
			return;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path || attempt === attempts) {
				throw error;
			}
			await makeFolder(dirname(path), mode);
		}
	}
}

/** A read-only disk answers EROFS even for a folder that already exists. */
async function unlessPresent(path: string, error: unknown): Promise<void> {
	const present = await stat(path).catch(() => null);
	if (!present?.isDirectory()) {
		throw error;
	}
}

/**
 * Flushes the folder to the disk. Without that, a crash may lose the name of a new file in it. Some network disks
 * cannot do that and do not need it.
 */
export async function settleFolder(folder: string): Promise<void> {
	try {
		const handle = await open(folder, 'r');
		await handle.sync().finally(() => handle.close());
	} catch {
		// Windows and some network disks refuse to open or sync folders.
	}
}

/** Removes `folder` and its parents as long as they are empty, but never `root` itself. */
export async function removeEmptyFolders(folder: string, root: string): Promise<void> {
	const path = resolve(folder);
	if (path === resolve(root) || !isWithinFolder(path, resolve(root))) {
		return;
	}
	try {
		await rmdir(path);
	} catch {
		return; // not empty, not ours to remove, or gone
	}
	await removeEmptyFolders(dirname(path), root);
}

/**
 * The folder by which another one is recognised: it holds an empty folder for each id. If a disk is not mounted, its
 * mount point is empty or holds something else. Being a folder, it is not counted among the files of a library.
 */
export const markerName = '.kinoteka-folder';

export interface UsedFolder {
	path: string;
	/** Its name at the beginning of a sentence: `The recycle bin`. */
	name: string;
	/** Its id from an earlier use; `any` if it was used and its id is not stored; null if it was never used. */
	known: string | null;
	/** What else a person who emptied or replaced the folder may do: `save the setting backup.folder again`. */
	remedy?: string;
	/** Permissions of a folder that is made. */
	mode?: number;
}

/**
 * To be called before anything is written into a folder that may be on a disk of its own. The first use makes the
 * folder and its marker; a later one must find the marker. Returns the folder's id, which the caller stores for the
 * next time. Throws Unavailable `folder_away`.
 */
export async function useFolder(folder: UsedFolder): Promise<string> {
	const {path, mode} = folder;
	const found = await checkFolder(folder);
	if (found) {
		return found;
	}
	if (found === null) {
		await makeFolder(path, mode);
	}
	// A new one where a person says so: the folder below a missing mount may have the old one since its first use.
	return mark(path, randomUUID());
}

/**
 * Is the folder the one that was used before? Changes nothing. Returns its id; empty if its marker holds none, because
 * a person made it and so says that this is the right folder; null before the first use.
 * Throws Unavailable `folder_away`.
 */
export async function checkFolder({path, name, known, remedy}: UsedFolder): Promise<string | null> {
	const ids = await readMarker(path);
	if (ids?.length === 0) {
		return '';
	}
	const [first = null] = ids ?? [];
	if (known === null || (known === 'any' && first !== null)) {
		return first;
	}
	if (ids?.includes(known)) {
		return known;
	}
	const others = remedy ? `, or ${remedy}` : '';
	throw new Unavailable('folder_away', {
		fact: `${name} ${path} is not the folder that was used before; its disk is probably not mounted.`,
		remedy: 'Mount it',
		otherwise: `If you emptied or replaced the folder, make an empty folder ${markerName} in it${others}.`,
	});
}

/** The ids of a folder: earlier versions made several if processes used it first together. Null without a marker. */
async function readMarker(folder: string): Promise<string[] | null> {
	return readdir(join(folder, markerName)).then(
		names => names.toSorted(),
		// A person may have made a file.
		error => ((error as NodeJS.ErrnoException).code === 'ENOTDIR' ? [] : null),
	);
}

/** Errors by which a disk says that a folder cannot take the name of one that is there. */
const taken: readonly (string | undefined)[] = ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'];

/**
 * The marker is created with the id in its name, so that if several processes use a folder for the first time, one of
 * them makes it and the others take over its id. An empty folder or a file of that name is replaced.
 */
async function mark(folder: string, id: string): Promise<string> {
	const marker = join(folder, markerName);
	const fresh = join(folder, `${markerName}-${id}`);
	await mkdir(fresh);
	try {
		await makeFolder(join(fresh, id));
		await rename(fresh, marker).catch(async error => {
			const {code} = error as NodeJS.ErrnoException;
			if (code === 'ENOTDIR') {
				await unlink(marker).catch(() => {});
			} else if (taken.includes(code)) {
				// Some disks rename no folder onto another one, even if that is empty.
				await rmdir(marker).catch(() => {});
			} else {
				throw error;
			}
			await rename(fresh, marker);
		});
	} catch (error) {
		await rm(fresh, {recursive: true, force: true});
		const [first] = (await readMarker(folder)) ?? [];
		if (first === undefined || !taken.includes((error as NodeJS.ErrnoException).code)) {
			throw error;
		}
		return first;
	}
	await settleFolder(marker);
	await settleFolder(folder);
	return id;
}
