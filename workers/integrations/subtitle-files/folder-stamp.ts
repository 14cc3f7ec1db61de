import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {inTime, onDisk, orMissing} from '../files/disk-failure.ts';

/**
 * Some disks tell the time of a change to the second or two only. A folder that has just changed may change again
 * without telling, so its stamp says that it was young, and no later one is the same.
 */
const youngMs = 2500;
const young = '~';

/** A folder and when it changed: `1718000000000.123 Subs`. */
export async function folderStamp(root: string, relative: string, now: Date): Promise<string> {
	const path = join(root, relative);
	const found = await onDisk(path, () => inTime(path, orMissing(stat(path))));
	const changed = found?.mtimeMs ?? 0;
	return `${changed}${Math.abs(Number(now) - changed) < youngMs ? young : ''} ${relative}`;
}

export function joinStamps(stamps: readonly string[]): string {
	return stamps.join('\n');
}

/** Has one of the folders changed since the stamp was made? `known` remembers folders that several files share. */
export async function isStampOld(root: string, stamp: string, {now, known}: {now: Date; known: Map<string, string>}): Promise<boolean> {
	for (const line of stamp.split('\n')) {
		const relative = line.slice(line.indexOf(' ') + 1);
		const path = join(root, relative);
		const current = known.get(path) ?? (await folderStamp(root, relative, now));
		known.set(path, current);
		if (current !== line) {
			return true;
		}
	}
	return false;
}
