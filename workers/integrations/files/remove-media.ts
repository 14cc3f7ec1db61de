import {lstat, realpath} from 'node:fs/promises';
import {dirname} from 'node:path';
import {Unavailable} from '#shared/errors.ts';
import {removeEmptyFolders} from '#shared/files/folders.ts';
import {companionsOf} from './companions.ts';
import {isBelow, isReallyBelow, isWhereItSeems} from './contained.ts';
import {onDisk, orMissing} from './disk-failure.ts';
import type {Discard} from './recycle.ts';

export interface MediaRemoval {
	/** Path of the media file, as recorded. */
	path: string;
	/** The root folders of the library. */
	roots: readonly string[];
	/**
	 * The title's own folder, which no link may lead out of; null where the file may be anywhere below a root folder.
	 */
	folder: string | null;
	/** Files that stay, whatever their names. */
	keep: readonly string[];
	bin: string | null;
	signal: AbortSignal;
	/** Called with each file and its place in the bin before it gets there. */
	beforeRecycled?: (path: string, place: string) => Promise<unknown>;
}

export interface RemovedMedia {
	removed: string[];
	left: {path: string; reason: string}[];
}

interface RemovalDisk {
	folderId(path: string): Promise<string | null>;
	discard(discard: Discard): Promise<boolean>;
}

/**
 * Removes a media file together with its companion files, and its folder once that is empty. Leaves everything that is
 * not in a folder of its own below a root folder, or that is reached through a link out of it. A file that is already
 * gone is not a failure. Throws Unavailable `root_folder_missing` when it is not there and its disk may be away.
 */
export async function removeMedia(removal: MediaRemoval, disk: RemovalDisk): Promise<RemovedMedia> {
	const {path, roots, folder, keep, bin, signal, beforeRecycled} = removal;
	const root = roots.find(each => isBelow(path, each));
	const reason = root === undefined ? 'it is not below any root folder' : await whyNotOurs(path, root, folder);
	if (root === undefined || reason !== null) {
		return {removed: [], left: [{path, reason: reason ?? ''}]};
	}
	await ensureDisk(path, root, disk);
	const removed: string[] = [];
	const discard = (file: string) =>
		disk.discard({path: file, bin, signal, ...(beforeRecycled && {beforeRecycled: place => beforeRecycled(file, place)})});
	for (const file of [...(await companionsOf(path, keep)), path]) {
		if (!keep.includes(file) && (await discard(file))) {
			removed.push(file);
			await removeEmptyFolders(dirname(file), root);
		}
	}
	await removeEmptyFolders(dirname(path), root);
	return {removed, left: []};
}

/** Where a disk is not mounted there is an empty folder, and the file would come back with the disk. */
async function ensureDisk(path: string, root: string, {folderId}: RemovalDisk): Promise<void> {
	const present = await onDisk(path, () => orMissing(lstat(path)));
	if (!present && (await folderId(root)) === null) {
		const message = `${path} is not there, but its root folder is missing or empty. Mount its disk; it is tried again.`;
		throw new Unavailable('root_folder_missing', message);
	}
}

async function whyNotOurs(path: string, root: string, folder: string | null): Promise<string | null> {
	if (folder !== null && !isBelow(dirname(path), root)) {
		return 'it is directly in the root folder, not in a folder of its title';
	}
	if (!(await isReallyBelow(path, root))) {
		return 'a link in its path leads out of the root folder';
	}
	if (folder !== null && !((await isWhereItSeems(folder, root)) && (await isReallyBelow(path, folder)))) {
		return 'a link in its path leads out of the folder of its title';
	}
	const present = await onDisk(path, () => orMissing(lstat(path)));
	if (present?.isDirectory()) {
		return 'it is a folder';
	}
	const goal = present?.isSymbolicLink() ? await orMissing(realpath(path)) : null;
	return goal !== null && !isBelow(goal, await realpath(root)) ? 'it is a link that leads out of the root folder' : null;
}
