import {constants, createReadStream, createWriteStream} from 'node:fs';
import {copyFile, open, stat} from 'node:fs/promises';
import {pipeline} from 'node:stream/promises';
import {Unavailable} from '#shared/errors.ts';

/** Bytes read at a time; small enough to stop soon, large enough for spinning disks. */
const chunkBytes = 1024 * 1024;

export type CopyBytes = (source: string, partial: string, signal: AbortSignal) => Promise<void>;

/** Writes the bytes of `source` to the fresh file `partial`; file systems that share blocks do it at once. */
export const copyBytes: CopyBytes = async (source, partial, signal) => {
	try {
		await copyFile(source, partial, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
	} catch {
		const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
		const reading = createReadStream(source, {flags: flags as unknown as string, highWaterMark: chunkBytes}); // numbers work, the types know only text
		await pipeline(reading, createWriteStream(partial, {flags: 'wx', highWaterMark: chunkBytes}), {signal});
	}
};

/** The file is on the disk itself, and as long as its source. */
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

/** A rename is lasting once its folder is on the disk; some network disks cannot, and do not need to. */
export async function settleFolder(folder: string): Promise<void> {
	try {
		const handle = await open(folder, 'r');
		await handle.sync().finally(() => handle.close());
	} catch {
		// Windows and some network disks refuse to open or sync folders.
	}
}
