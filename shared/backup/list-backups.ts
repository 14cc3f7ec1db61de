import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {checkFolder} from '../files/folders.ts';
import {isBackupName} from './backup-names.ts';
import {type Manifest, readManifest} from './manifest.ts';

/** Newest ones that are shown; the task keeps fewer. */
const maxShown = 200;

export interface FoundBackup {
	name: string;
	manifest: Manifest;
}

/** The backups in a folder, newest first. */
export interface BackupsInFolder {
	folder: string;
	/** The same for all machines that share the folder; null before its first use. */
	folderId: string | null;
	backups: FoundBackup[];
}

/** Null if there is no such folder. */
export async function listBackups(folder: string): Promise<BackupsInFolder | null> {
	const names = await readdir(folder).catch(() => null);
	if (names === null) {
		return null;
	}
	const newest = names.filter(isBackupName).toSorted().reverse().slice(0, maxShown);
	const found = await Promise.all(
		newest.map(async name => {
			const manifest = await readManifest(join(folder, name)).catch(() => null);
			return manifest ? [{name, manifest}] : [];
		}),
	);
	const folderId = await checkFolder({path: folder, name: 'The folder for backups', known: null}).catch(() => null);
	return {folder, folderId: folderId || null, backups: found.flat()};
}
