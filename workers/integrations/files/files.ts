import {lstat, realpath, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {Unavailable} from '#shared/errors.ts';
import {removeEmptyFolders} from '#shared/files/folders.ts';
import {spanned} from '#shared/log/log.ts';
import {companionsOf} from './companions.ts';
import {isReallyBelow, isWhereItSeems} from './contained.ts';
import {inTime, onDisk, orMissing} from './disk-failure.ts';
import {ensureSpace} from './free-space.ts';
import {type ListedFile, listFiles, type PassOver} from './list-files.ts';
import {identityAt, identityOf, type Placement, type PlaceRun, partialBeside, placeFile, sweepPartials, unplaceFile} from './place-file.ts';
import {type BinRules, type Discard, discardFile, keepCopy} from './recycle.ts';
import {type BinSize, binSize, type Emptied, type Emptying, emptyBin} from './recycled-list.ts';
import {
	type ExpectedFile,
	entryAt,
	type FoundEntry,
	hasExactName,
	type Relocated,
	type Relocation,
	type RelocationRun,
	relocateFile,
	removeExpected,
	renameExpected,
} from './relocate.ts';
import {type MediaRemoval, type RemovedMedia, removeMedia} from './remove-media.ts';
import {type FolderOutcome, renameFolder} from './rename-folder.ts';
import {noRights, type RightsRules} from './rights.ts';
import {binName, createFolderIds, createFolderMemory, type FolderIds, type FolderMemory, openBin, placesOf} from './used-folders.ts';
import {type TextFile, writeText} from './write-text.ts';

export type {ListedFile} from './list-files.ts';
export type {Placement, PlaceRun} from './place-file.ts';
export type {ExpectedFile, FoundEntry} from './relocate.ts';
export type {RemovedMedia} from './remove-media.ts';

/**
 * The disk, as handlers see it. Throws NotFound `file_missing`; Conflict `target_exists`; Unavailable `disk_full`,
 * `permission_denied`, `read_only`, `disk_failed`, `folder_away`.
 */
export interface Files extends FolderIds {
	exists(path: string): Promise<boolean>;
	isFolder(path: string): Promise<boolean>;
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
	/**
	 * To be called before anything that ends in files being recycled. Returns where the bin really is. Throws
	 * Unavailable `folder_away`.
	 */
	openBin(bin: string): Promise<string>;
	discard(discard: Discard): Promise<boolean>;
	keepCopy(discard: Discard & {bin: string}): Promise<string>;
	/** Removes from a bin what is older or more than it may hold. A bin that is not there holds nothing. */
	emptyBin(emptying: Omit<Emptying, 'now'> & {now?: Date}): Promise<Emptied>;
	/** The size of the bin, as far as it is on the folder's disk and not shared with the root folders named last. */
	binSize(bin: string, folder: string, sharing?: readonly string[]): Promise<BinSize>;
	/** What is at the path, links not followed; null when there is nothing. */
	entry(path: string): Promise<FoundEntry | null>;
	/** Is the folder where its name says, without any link on the way from the root folder? */
	isWhereItSeems(folder: string, root: string): Promise<boolean>;
	relocate(relocation: Relocation, run: RelocationRun): Promise<Relocated>;
	removeExpected(path: string, expected: ExpectedFile): Promise<boolean>;
	renameFolder(from: string, to: string, identity: string): Promise<FolderOutcome>;
	renameExpected(from: string, to: string, expected: ExpectedFile): Promise<boolean>;
	/** Is there an entry with exactly this name, capitals included? */
	hasExactName(path: string): Promise<boolean>;
	/** Throws Unavailable `disk_full` unless so many bytes fit at the path and `keepFree` remain. */
	ensureSpace(path: string, bytes: number, keepFree: number): Promise<void>;
	companionsOf(path: string, leaving?: readonly string[], options?: {links?: boolean}): Promise<string[]>;
	removeEmptyFolders(folder: string, root: string): Promise<void>;
	removeMedia(removal: MediaRemoval): Promise<RemovedMedia>;
	writeText(file: TextFile): Promise<string>;
}

export interface FilesOptions {
	/** Which folders were used before; by default those of this process. */
	folders?: FolderMemory;
	now?: () => Date;
	/** Bytes that a copy into a recycle bin must leave free. */
	keepFree?: () => number;
	/** Mode and group of what is put into the library. */
	rights?: RightsRules;
}

export function createFiles(options: FilesOptions = {}): Files {
	const {folders = createFolderMemory(), now = () => new Date(), keepFree = () => 0, rights = noRights} = options;
	const statOf = (path: string) => onDisk(path, () => inTime(path, orMissing(stat(path))));
	const ids = createFolderIds(folders);
	const rules = () => ({now: now(), keepFree: keepFree()});
	const discard: Files['discard'] = async request => {
		const {path, bin: named} = request;
		const isThere = named !== null && (await onDisk(path, () => orMissing(lstat(path))));
		const bin = isThere ? await openBin(named, ids) : null;
		const remove = () => discardFile({...request, bin, ...rules()});
		return bin === null ? remove() : withRoom(remove, {...request, bin, ...rules()});
	};
	return {
		...ids,
		exists: async path => (await statOf(path)) !== null,
		isFolder: async path => (await statOf(path))?.isDirectory() ?? false,
		isReallyBelow,
		isSameEntry,
		list: listFiles,
		partialBeside,
		sweepPartials,
		identity: identityAt,
		place: (placement, run) =>
			spanned({name: 'place file', kind: 'internal', attributes: {'kinoteka.mode': placement.mode}}, () =>
				placeFile(placement, run, rights),
			),
		unplace: unplaceFile,
		openBin: bin => openBin(bin, ids),
		discard,
		async keepCopy(request) {
			const opened = {...request, bin: await openBin(request.bin, ids)};
			return withRoom(() => keepCopy({...opened, ...rules()}), {...opened, ...rules()});
		},
		async emptyBin(request) {
			const emptied: Emptied = {files: 0, bytes: 0};
			for (const bin of placesOf(request.bin)) {
				const {files, bytes} = await emptyBin({now: now(), ...request, bin});
				emptied.files += files;
				emptied.bytes += bytes;
			}
			return emptied;
		},
		async binSize(bin, folder, sharing = []) {
			const disk = await statOf(folder);
			const sum: BinSize = {bytes: 0, freedBytes: 0};
			const isOnDisk = async (path: string) => (await statOf(path))?.dev === disk?.dev;
			const shared = new Set<string>();
			for (const root of sharing) {
				// A disk that is away shares nothing.
				if (await isOnDisk(root).catch(() => false)) {
					shared.add(join(dirname(root), binName));
				}
			}
			for (const place of placesOf(bin)) {
				if (!shared.has(place) && (await isOnDisk(place))) {
					const {bytes, freedBytes} = await binSize(place);
					sum.bytes += bytes;
					sum.freedBytes += freedBytes;
				}
			}
			return sum;
		},
		entry: path => inTime(path, entryAt(path)),
		isWhereItSeems,
		relocate: (relocation, run) => relocateFile(relocation, run, rights),
		removeExpected,
		renameFolder,
		renameExpected,
		hasExactName,
		ensureSpace,
		companionsOf,
		removeEmptyFolders,
		removeMedia: removal => removeMedia(removal, {folderId: ids.folderId, discard}),
		writeText: file => writeText(file, rights),
	};
}

/** If a file can only be copied into a bin, the oldest files of the bin are deleted to make room. */
async function withRoom<Result>(work: () => Promise<Result>, room: Discard & BinRules & {bin: string}): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof Unavailable && error.code === 'disk_full')) {
			throw error;
		}
		const {size} = await onDisk(room.path, () => lstat(room.path));
		const emptied = await emptyBin({...room, days: 0, maxBytes: 0, toFree: size + room.keepFree});
		if (emptied.files === 0) {
			throw error;
		}
		return work();
	}
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
		if (one.nlink === 1 || (await realpath(path)) === (await realpath(other))) {
			return true;
		}
		const [above, otherAbove] = await Promise.all([stat(dirname(path)), stat(dirname(other))]);
		return basename(path) === basename(other) && identityOf(above) === identityOf(otherAbove);
	});
}
