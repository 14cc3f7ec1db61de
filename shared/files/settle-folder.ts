import {open} from 'node:fs/promises';

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
