import {lstat, realpath, stat} from 'node:fs/promises';
import {companionsOf} from './companions.ts';
import {isReallyBelow} from './contained.ts';
import {inTime, onDisk, orMissing} from './disk-failure.ts';
import {folderId} from './folder-id.ts';
import {type ListedFile, listFiles, type PassOver} from './list-files.ts';
import {identityAt, identityOf, type Placement, type PlaceRun, partialBeside, placeFile, sweepPartials, unplaceFile} from './place-file.ts';
import {type Discard, discardFile, keepCopy} from './recycle.ts';
import {type MediaRemoval, type RemovedMedia, removeEmptyFolders, removeMedia} from './remove-media.ts';
import {type TextFile, writeText} from './write-text.ts';

export type {ListedFile} from './list-files.ts';
export type {Placement, PlaceRun} from './place-file.ts';
export type {RemovedMedia} from './remove-media.ts';

/**
 * The disk, as handlers see it. Throws NotFound `file_missing`; Conflict `target_exists`; Unavailable `disk_full`,
 * `permission_denied`, `read_only`, `disk_failed`.
 */
export interface Files {
	exists(path: string): Promise<boolean>;
	isFolder(path: string): Promise<boolean>;
	/** Identifies a folder that is not empty; null when it is missing, empty or cannot be read. */
	folderId(path: string): Promise<string | null>;
	/** Is the path below that folder once all links are followed? */
	isReallyBelow(path: string, folder: string): Promise<boolean>;
	/** Do both paths name the same file, so that removing one removes the other? */
	isSameEntry(path: string, other: string): Promise<boolean>;
	list(path: string, signal: AbortSignal, passOver?: PassOver): Promise<ListedFile[]>;
	partialBeside(target: string, owner: string, token: string): string;
	sweepPartials(folder: string, owner: string): Promise<number>;
	/** Identifies a file, whatever its name; null when there is none. */
	identity(path: string): Promise<string | null>;
	/** Returns the identity of the placed file. */
	place(placement: Placement, run: PlaceRun): Promise<string>;
	unplace(target: string, identity: string): Promise<void>;
	discard(discard: Discard): Promise<boolean>;
	keepCopy(discard: Discard & {bin: string}): Promise<string>;
	companionsOf(path: string, leaving?: readonly string[]): Promise<string[]>;
	removeEmptyFolders(folder: string, root: string): Promise<void>;
	removeMedia(removal: MediaRemoval): Promise<RemovedMedia>;
	writeText(file: TextFile): Promise<string>;
}

export function createFiles(): Files {
	const statOf = (path: string) => onDisk(path, () => inTime(path, orMissing(stat(path))));
	return {
		exists: async path => (await statOf(path)) !== null,
		isFolder: async path => (await statOf(path))?.isDirectory() ?? false,
		folderId,
		isReallyBelow,
		isSameEntry,
		list: listFiles,
		partialBeside,
		sweepPartials,
		identity: identityAt,
		place: placeFile,
		unplace: unplaceFile,
		discard: discardFile,
		keepCopy,
		companionsOf,
		removeEmptyFolders,
		removeMedia,
		writeText,
	};
}

/**
 * Do two paths name the same entry of a folder, perhaps through a symbolic link or another mount? Then removing one
 * removes the other. Two hard links of a file are two entries, of which the other one stays.
 */
async function isSameEntry(path: string, other: string): Promise<boolean> {
	return onDisk(path, async () => {
		const [one, two] = await Promise.all([orMissing(lstat(path)), orMissing(lstat(other))]);
		if (!one || !two || identityOf(one) !== identityOf(two)) {
			return false;
		}
		return one.nlink === 1 || (await realpath(path)) === (await realpath(other));
	});
}
