import {createHash} from 'node:crypto';
import {lstat, readFile} from 'node:fs/promises';
import {inTime, onDisk, orMissing} from './disk-failure.ts';

/** Bytes. No small file of ours is larger. */
const largest = 16 * 1024 * 1024;

/** SHA-256 of a small file; null when it is missing, too large or no file. */
export async function contentHash(path: string): Promise<string | null> {
	const bytes = await readSmallFile(path);
	return bytes && createHash('sha256').update(bytes).digest('hex');
}

/** The bytes of a small file; null when it is missing, too large or no file. */
export function readSmallFile(path: string): Promise<Buffer | null> {
	return onDisk(path, () => inTime(path, bytesOf(path)));
}

async function bytesOf(path: string): Promise<Buffer | null> {
	const entry = await orMissing(lstat(path));
	return entry?.isFile() && entry.size <= largest ? orMissing(readFile(path)) : null;
}
