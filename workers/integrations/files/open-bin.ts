import {access, constants, mkdir, realpath, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {Unavailable} from '#shared/errors.ts';
import {markerName} from '#shared/files/used-folder.ts';
import {mountPoints} from './contained.ts';
import {errnoOf, onDisk} from './disk-failure.ts';
import type {FolderIds} from './folder-id.ts';

/** The recycle bin of a root folder. Scans leave out what begins with a dot. */
export const binName = '.kinoteka-recycle';

/** Where a bin may be: that of a root folder is beside it, or in it if the two are on different disks. */
export function placesOf(bin: string): string[] {
	return isOfRoot(bin) ? [join(dirname(dirname(bin)), binName), bin] : [bin];
}

const isOfRoot = (bin: string) => basename(bin) === binName;

/**
 * Prepares a bin and returns where it is. That of a root folder is there as long as the root folder is. Any other is a
 * folder of its own, which is known again. Throws Unavailable `folder_away`.
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
