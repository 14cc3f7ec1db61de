import {statfsSync} from 'node:fs';

/** MongoDB needs some megabytes to start. */
const enoughBytes = 16 * 2 ** 20;

export function isDiskFull(folder: string): boolean {
	const {bavail, bsize} = statfsSync(folder);
	return bavail * bsize < enoughBytes;
}
