import {opendir, stat} from 'node:fs/promises';
import {createCache} from '#shared/coordination/cache.ts';
import {checkFolder, type UsedFolder, useFolder} from '#shared/files/used-folder.ts';
import type {UsedFolderStore} from '#shared/store/system/used-folders.ts';
import {inTime, onDisk} from './disk-failure.ts';

/** Which folders were used before, and under which id. */
export type FolderMemory = Pick<UsedFolderStore, 'forget' | 'idOf' | 'put'>;

export type FolderToUse = Omit<UsedFolder, 'known'>;

/** The folders that we write into, each known again by its marker. */
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
	const idOf = (path: string) => asked.get(path, () => memory.idOf(path));
	const use = async (folder: FolderToUse, known: string | null) => {
		const {path} = folder;
		const id = await onDisk(path, () => inTime(path, useFolder({...folder, known})));
		if (id !== known) {
			await memory.put(path, id);
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
		useFolder: async folder => use(folder, await idOf(folder.path)),
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
