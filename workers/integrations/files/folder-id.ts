import {opendir, stat} from 'node:fs/promises';
import {inTime} from './disk-failure.ts';

/**
 * Identifies a folder that holds something; null when it is missing, empty or cannot be read. Where a disk is not
 * mounted lies an empty folder, or another one.
 */
export async function folderId(path: string): Promise<string | null> {
	return inTime(path, read(path)).catch(() => null);
}

async function read(path: string): Promise<string | null> {
	const {dev, ino} = await stat(path);
	const folder = await opendir(path);
	const first = await folder.read().finally(() => folder.close());
	return first === null ? null : `${dev}:${ino}`;
}
