import {access, constants, mkdir, opendir, realpath, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {createCache} from '#shared/coordination/cache.ts';
import {Unavailable} from '#shared/errors.ts';
import {checkFolder, markerName, type UsedFolder, useFolder} from '#shared/files/folders.ts';
import type {UsedFolderStore} from '#shared/store/system/used-folders.ts';
import {mountPoints} from './contained.ts';
import {errnoOf, inTime, onDisk} from './disk-failure.ts';

/** Which folders were used before, and under which id. */
export type FolderMemory = Pick<UsedFolderStore, 'forget' | 'idOf' | 'put'>;

interface FolderToUse extends Omit<UsedFolder, 'known'> {
	/** For a folder that each machine has for itself at the same path. */
	machineId?: string;
}

/** The folders that we write into, each recognised by its marker. */
export interface FolderIds {
	/**
	 * Identifies a folder that is not empty. Null when it is missing, empty, unreadable, or not the one that was used
	 * before: where a disk is not mounted there is an empty folder, or another one.
	 */
	folderId(path: string): Promise<string | null>;
	/** Throws Unavailable `folder_away` unless it is the folder that was used before, or was never used. */
	checkFolder(folder: FolderToUse): Promise<void>;
	/** To be called before writing. The first use makes the folder; throws Unavailable like `checkFolder`. */
	useFolder(folder: FolderToUse): Promise<void>;
	/** Takes another folder for the one that was used before. */
	acceptFolder(folder: FolderToUse): Promise<void>;
}

/** Folders that are asked for at the same time. */
const maxAsked = 100;

export function createFolderIds(memory: FolderMemory): FolderIds {
	// Titles that are moved at once ask for the same folders.
	const asked = createCache<Promise<string | null>>({max: maxAsked, ttlMs: 0});
	const idOf = (path: string, machineId?: string) => asked.get(`${machineId} ${path}`, () => memory.idOf(path, machineId));
	const use = async (folder: FolderToUse, known: string | null) => {
		const {path, machineId} = folder;
		const id = await onDisk(path, () => inTime(path, useFolder({...folder, known})));
		if (id !== known) {
			await memory.put(path, id, machineId);
		}
	};
	return {
		async folderId(path) {
			const known = await idOf(path);
			const checkAndRead = async () => {
				await checkFolder({path, name: 'The folder', known});
				return read(path);
			};
			return inTime(path, checkAndRead()).catch(() => null);
		},
		async checkFolder(folder) {
			const known = await idOf(folder.path);
			await onDisk(folder.path, () => inTime(folder.path, checkFolder({...folder, known})));
		},
		useFolder: async folder => use(folder, await idOf(folder.path, folder.machineId)),
		async acceptFolder(folder) {
			await memory.forget(folder.path);
			await use(folder, null);
		},
	};
}

async function read(path: string): Promise<string | null> {
	const {dev, ino} = await stat(path);
	const folder = await opendir(path);
	const first = await folder.read().finally(() => folder.close());
	return first === null ? null : `${dev}:${ino}`;
}

/** Remembers for as long as the process lives. */
export function createFolderMemory(): FolderMemory {
	const ids = new Map<string, string>();
	return {
		idOf: async path => ids.get(path) ?? null,
		async put(path, id) {
			ids.set(path, id);
		},
		async forget(path) {
			ids.delete(path);
		},
	};
}

/** The recycle bin of a root folder. Scans leave out what begins with a dot. */
export const binName = '.kinoteka-recycle';

/** Where a bin may be: that of a root folder is beside it, or in it if the two are on different disks. */
export function placesOf(bin: string): string[] {
	return isOfRoot(bin) ? [join(dirname(dirname(bin)), binName), bin] : [bin];
}

const isOfRoot = (bin: string) => basename(bin) === binName;

/**
 * Prepares a bin and returns where it is. That of a root folder is there as long as the root folder is. Any other is a
 * folder of its own, which is recognised later. Throws Unavailable `folder_away`.
 */
export async function openBin(bin: string, {folderId, useFolder}: FolderIds): Promise<string> {
	if (!isOfRoot(bin)) {
		await useFolder({path: bin, name: 'The recycle bin', remedy: 'save the setting media.recycleBin again'});
		return bin;
	}
	const root = dirname(bin);
	if ((await folderId(root)) === null) {
		const message = `${root} is missing, empty, or not the folder that was used before, so nothing is put into its recycle bin. Mount its disk; it is tried again. If you replaced the folder, make an empty folder ${markerName} in it.`;
		throw new Unavailable('folder_away', message);
	}
	return onDisk(bin, async () => {
		const place = (await mayLieBeside(root)) ? join(dirname(root), binName) : bin;
		await mkdir(place).catch(error => {
			if (errnoOf(error) !== 'EEXIST') {
				throw error;
			}
		});
		return place;
	});
}

/** A folder that is a mount point has its disk below itself only. */
async function mayLieBeside(root: string): Promise<boolean> {
	const parent = dirname(root);
	const [inside, outside] = await Promise.all([stat(root), stat(parent)]);
	const isWritable = access(parent, constants.W_OK).then(
		() => true,
		() => false,
	);
	return parent !== '/' && inside.dev === outside.dev && !(await isMountPoint(root)) && (await isWritable);
}

/** A folder of the same disk may be mounted a second time, and no file can be linked or moved out of a mount. */
async function isMountPoint(folder: string): Promise<boolean> {
	return (await mountPoints()).includes(await realpath(folder));
}
