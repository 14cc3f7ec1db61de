import {statfs} from 'node:fs/promises';
import {dirname} from 'node:path';
import {sizeText} from '#shared/domain/text/size-text.ts';
import {Unavailable} from '#shared/errors.ts';
import {onDisk, orMissing} from './disk-failure.ts';

/** Bytes this process may still write at `path`, which need not exist yet. */
async function freeSpace(path: string): Promise<number> {
	const found = await onDisk(path, () => orMissing(statfs(path)));
	if (found) {
		return found.bavail * found.bsize;
	}
	return dirname(path) === path ? 0 : freeSpace(dirname(path));
}

/** Throws Unavailable `disk_full` unless `keepFree` bytes remain after writing `size`. */
export async function ensureSpace(path: string, size: number, keepFree: number): Promise<void> {
	const free = await freeSpace(path);
	if (free - size < keepFree) {
		const missing = sizeText(size + keepFree - free);
		throw new Unavailable('disk_full', {fact: `The disk of ${path} needs ${missing} more room.`, remedy: 'Make room'});
	}
}
