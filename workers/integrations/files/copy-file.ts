import {constants, createReadStream, createWriteStream} from 'node:fs';
import {copyFile, open, stat} from 'node:fs/promises';
import {pipeline} from 'node:stream/promises';
import {Unavailable} from '#shared/errors.ts';

/** Bytes per read: small enough to stop soon, large enough for spinning disks. */
const chunkBytes = 1024 * 1024;

export type CopyBytes = (source: string, partial: string, signal: AbortSignal) => Promise<void>;

/** Copies the bytes of `source` into the new file `partial`. File systems that share blocks do it at once. */
export const copyBytes: CopyBytes = async (source, partial, signal) => {
	try {
		await copyFile(source, partial, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
	} catch {
		const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
		const reading = createReadStream(source, {flags: flags as unknown as string, highWaterMark: chunkBytes}); // numbers work, but the types allow only strings
		await pipeline(reading, createWriteStream(partial, {flags: 'wx', highWaterMark: chunkBytes}), {signal});
	}
};

/** Makes sure that the file is flushed to the disk and as long as its source. */
export async function settle(partial: string, size: number): Promise<void> {
	const file = await open(partial, 'r');
	try {
		await file.sync();
	} finally {
		await file.close();
	}
	const written = await stat(partial);
	if (written.size !== size) {
		throw new Unavailable('copy_incomplete', `${written.size} of ${size} bytes arrived at ${partial}. It is tried again.`);
	}
}
