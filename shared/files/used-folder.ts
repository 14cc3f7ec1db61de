import {randomUUID} from 'node:crypto';
import {link, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Unavailable} from '../errors.ts';
import {makeFolder} from './make-folder.ts';

/** The file by which a folder is known again. Where its disk is not mounted lies an empty folder, or another one. */
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
	const {path, known, mode} = folder;
	const found = await checkFolder(folder);
	if (found) {
		return found;
	}
	if (found === null) {
		await makeFolder(path, mode);
	}
	return mark(path, known === null || known === 'any' ? randomUUID() : known, {mayReplace: found === ''});
}

/**
 * Is the folder the one that was used before? Changes nothing. Returns the id in its marker; empty if the marker is,
 * because a person made it and so says that this is the right folder; null before the first use.
 * Throws Unavailable `folder_away`.
 */
export async function checkFolder({path, name, known, remedy}: UsedFolder): Promise<string | null> {
	const found = await readMarker(path);
	if (known === null || found === '' || (found !== null && (known === 'any' || known === found))) {
		return found;
	}
	const others = remedy ? `, or ${remedy}` : '';
	throw new Unavailable(
		'folder_away',
		`${name} ${path} is not the folder that was used before; its disk is probably not mounted. Mount it, and it continues by itself. If you emptied or replaced the folder, put an empty file named ${markerName} into it${others}.`,
	);
}

/** The id of a folder; empty if a person made the marker, null if there is none or the folder cannot be read. */
async function readMarker(folder: string): Promise<string | null> {
	return readFile(join(folder, markerName), 'utf8').then(
		text => text.trim(),
		() => null,
	);
}

/** Another process may mark the folder at the same time, so the id is what is there in the end. */
async function mark(folder: string, id: string, {mayReplace}: {mayReplace: boolean}): Promise<string> {
	const marker = join(folder, markerName);
	const partial = join(folder, `${markerName}-${randomUUID()}.partial`);
	try {
		await writeFile(partial, `${id}\n`, {flag: 'wx', flush: true});
		await (mayReplace ? rename(partial, marker) : link(partial, marker)).catch(async error => {
			// Some disks know no hard links.
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
				await rename(partial, marker);
			}
		});
	} finally {
		await rm(partial, {force: true});
	}
	return (await readMarker(folder)) || id;
}
