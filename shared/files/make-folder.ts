import {mkdir, open, stat} from 'node:fs/promises';
import {dirname} from 'node:path';

/** An empty parent may be removed between two steps. */
const attempts = 3;

/**
 * Creates a folder and its parents. Node's own recursive call reports ENOENT on a read-only disk, which would hide the
 * reason, and never returns below /proc.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			await mkdir(path, {mode}).catch(error => unlessPresent(path, error));
			return;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path || attempt === attempts) {
				throw error;
			}
			await makeFolder(dirname(path), mode);
		}
	}
}

/** A read-only disk answers EROFS even for a folder that already exists. */
async function unlessPresent(path: string, error: unknown): Promise<void> {
	const present = await stat(path).catch(() => null);
	if (!present?.isDirectory()) {
		throw error;
	}
}

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
