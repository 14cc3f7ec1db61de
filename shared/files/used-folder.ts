import {randomUUID} from 'node:crypto';
import {readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {Unavailable} from '../errors.ts';
import {makeFolder, settleFolder} from './make-folder.ts';

/**
 * The folder by which another one is known again: in it is an empty folder for each id. Where a disk is not mounted
 * lies an empty folder, or another one. What counts the files of a library does not see it.
 */
export const markerName = '.kinoteka-folder';

export interface UsedFolder {
	path: string;
	/** What it is, at the beginning of a sentence: `The recycle bin`. */
	name: string;
	/** Its id from an earlier use; `any` if it was used and its id is not stored; null if it was never used. */
	known: string | null;
	/** What else a person may do who emptied or replaced the folder: `save the setting backup.folder again`. */
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
	throw new Unavailable(
		'folder_away',
		`${name} ${path} is not the folder that was used before; its disk is probably not mounted. Mount it, and it continues by itself. If you emptied or replaced the folder, make an empty folder ${markerName} in it${others}.`,
	);
}

/** The ids of a folder: more than one if several processes used it first. Null without a marker. */
async function readMarker(folder: string): Promise<string[] | null> {
	return readdir(join(folder, markerName)).then(
		names => names.toSorted(),
		// A person may have made a file.
		error => ((error as NodeJS.ErrnoException).code === 'ENOTDIR' ? [] : null),
	);
}

async function mark(folder: string, id: string): Promise<string> {
	const marker = join(folder, markerName);
	await makeFolder(join(marker, id)).catch(async error => {
		if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') {
			throw error;
		}
		await rm(marker);
		await makeFolder(join(marker, id));
	});
	await settleFolder(marker);
	await settleFolder(folder);
	return id;
}
