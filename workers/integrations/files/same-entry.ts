import {lstat, realpath} from 'node:fs/promises';
import {onDisk, orMissing} from './disk-failure.ts';
import {identityOf} from './place-file.ts';

/**
 * Do two paths lead to one entry of a folder, maybe over a link or another mount? Removing one of them would remove the
 * other. Hard links of a file are entries of their own.
 */
export async function isSameEntry(path: string, other: string): Promise<boolean> {
	return onDisk(path, async () => {
		const [one, two] = await Promise.all([orMissing(lstat(path)), orMissing(lstat(other))]);
		if (!one || !two || identityOf(one) !== identityOf(two)) {
			return false;
		}
		return one.nlink === 1 || (await realpath(path)) === (await realpath(other));
	});
}
