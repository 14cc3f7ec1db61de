import {mkdir, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import {errnoOf} from './disk-failure.ts';

/**
 * Creates a folder and its parents. Node's own recursive call reports ENOENT on a read-only disk,
 * which would hide the reason.
 */
export async function makeFolder(path: string): Promise<void> {
	try {
		await mkdir(path);
	} catch (error) {
		const errno = errnoOf(error);
		if (errno === 'ENOENT' && dirname(path) !== path) {
			await makeFolder(dirname(path));
			await makeFolder(path);
			return;
		}
		// A read-only disk answers EROFS even for a folder that already exists.
		const present = await stat(path).catch(() => null);
		if (!present?.isDirectory()) {
			throw error;
		}
	}
}
