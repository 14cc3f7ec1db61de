import {createHash} from 'node:crypto';
import {lstat, readFile} from 'node:fs/promises';
import {inTime, onDisk, orMissing} from './disk-failure.ts';

/** Bytes. No small file of ours is larger. */
const largest = 16 * 1024 * 1024;

/** SHA-256 of a small file; null when it is missing, too large or no file. */
export function contentHash(path: string): Promise<string | null> {
	return onDisk(path, () => inTime(path, hashOf(path)));
}

async function hashOf(path: string): Promise<string | null> {
	const entry = await orMissing(lstat(path));
	if (!entry?.isFile() || entry.size > largest) {
		return null;
	}
	const bytes = await orMissing(readFile(path));
	return bytes && createHash('sha256').update(bytes).digest('hex');
}
