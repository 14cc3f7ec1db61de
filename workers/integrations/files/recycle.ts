import {randomUUID} from 'node:crypto';
import {link, lstat, rename, rm} from 'node:fs/promises';
import {basename, dirname, extname, join} from 'node:path';
import {makeFolder} from '#shared/files/make-folder.ts';
import {errnoOf, onDisk, orMissing} from './disk-failure.ts';
import {copyBytes, settle} from './place-file.ts';

export interface Discard {
	path: string;
	/** Folder for removed files; null removes for good. */
	bin: string | null;
	signal: AbortSignal;
}

/** Names tried in the bin before it counts as broken. */
const maximumCopies = 1000;

/** Moves a file into the recycle bin, or removes it for good. Returns false when it was already gone. */
export async function discardFile({path, bin, signal}: Discard): Promise<boolean> {
	return onDisk(path, async () => {
		const present = await orMissing(lstat(path));
		if (!present) {
			return false;
		}
		if (bin !== null) {
			await keepCopy({path, bin, signal});
		}
		await rm(path, {force: true});
		return true;
	});
}

/** Adds a hard link to a file in the bin, or a copy if the bin is on another disk. */
export async function keepCopy({path, bin, signal}: Discard & {bin: string}): Promise<string> {
	const folder = join(bin, basename(dirname(path)));
	await onDisk(folder, () => makeFolder(folder));
	return takeName(path, folder, signal);
}

async function takeName(path: string, folder: string, signal: AbortSignal): Promise<string> {
	const partial = join(folder, `.kinoteka-bin-${randomUUID()}.partial`);
	try {
		await link(path, partial).catch(async error => {
			if (errnoOf(error) === 'ENOENT') {
				throw error;
			}
			await copyBytes(path, partial, signal);
			await settle(partial, (await lstat(path)).size);
		});
		return await firstFree(partial, folder, basename(path));
	} finally {
		await rm(partial, {force: true});
	}
}

async function firstFree(partial: string, folder: string, name: string): Promise<string> {
	const extension = extname(name);
	for (let copy = 1; copy <= maximumCopies; copy++) {
		const target = join(folder, copy === 1 ? name : `${name.slice(0, name.length - extension.length)} (${copy})${extension}`);
		try {
			await link(partial, target);
			return target;
		} catch (error) {
			if (errnoOf(error) !== 'EEXIST' && !(await orMissing(lstat(target)))) {
				await rename(partial, target);
				return target;
			}
		}
	}
	throw new Error(`The recycle bin has ${maximumCopies} files named ${name}`);
}
