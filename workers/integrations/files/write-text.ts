import {randomUUID} from 'node:crypto';
import type {Stats} from 'node:fs';
import {type FileHandle, lstat, open, readdir, readFile, rename, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {Conflict, Unavailable} from '#shared/errors.ts';
import {settleFolder} from '#shared/files/folders.ts';
import {errnoOf, inTime, onDisk, orMissing} from './disk-failure.ts';
import {ensureSpace} from './free-space.ts';
import {nameOnce, partialBeside, sweepPartials} from './place-file.ts';
import {beginRights, type RightsRules, type RightsRun} from './rights.ts';

export interface TextFile {
	folder: string;
	/** Text, or the bytes of a small file. */
	text: string | Uint8Array;
	/** Whose unfinished files in the folder are removed; not two writers at once. */
	owner: string;
	/** The first name, then the second when that one is taken, and so on. */
	nameOf(number: number): string;
	/** Paths that may be written over. */
	mayReplace: readonly string[];
	/** Bytes that must stay free. */
	keepFree: number;
	signal: AbortSignal;
}

const maxNumbers = 50;
/** Another writer of the same owner may sweep away our unfinished file. */
const tries = 10;
/** Milliseconds for a small file on a disk that has to spin up. */
const limitMs = 60_000;

/**
 * Writes a small file under the first of its names that is free, completely or not at all, and returns its path. A file
 * with the very same content counts as written. Throws Unavailable when the disk is full, read-only or away.
 */
export async function writeText(file: TextFile, rules: RightsRules): Promise<string> {
	const rights = await beginRights(rules);
	const path = await onDisk(file.folder, () => inTime(file.folder, attempt(file, rights), limitMs));
	await rights.end(path);
	return path;
}

async function attempt(file: TextFile, rights: RightsRun): Promise<string> {
	const {folder, text, owner, keepFree} = file;
	await ensureSpace(folder, byteLengthOf(text), keepFree);
	await sweepPartials(folder, owner);
	for (let round = 0; round < tries; round++) {
		const {name, isWritten} = await freeName(file);
		const target = join(folder, name);
		if (isWritten || (await placed(file, target, rights))) {
			return target;
		}
	}
	throw new Unavailable('disk_busy', `Another program keeps writing into ${folder}. It is tried again.`);
}

/** False when the name was taken, or the unfinished file removed, in the meantime. */
async function placed({folder, text, owner, mayReplace, signal}: TextFile, target: string, rights: RightsRun): Promise<boolean> {
	const partial = partialBeside(target, owner, randomUUID());
	try {
		await writeWhole(partial, text, await stat(folder));
		await rights.toFile(partial, {keepsGroup: false});
		signal.throwIfAborted();
		await (mayReplace.includes(target) ? rename(partial, target) : nameOnce(partial, target));
	} catch (error) {
		const errno = errnoOf(error);
		if (errno === 'EEXIST' || (errno === 'ENOENT' && (await orMissing(stat(folder))))) {
			return false;
		}
		throw error;
	} finally {
		await rm(partial, {force: true});
	}
	await settleFolder(folder);
	return true;
}

const byteLengthOf = (text: string | Uint8Array) => (typeof text === 'string' ? Buffer.byteLength(text) : text.length);

async function writeWhole(partial: string, text: string | Uint8Array, folder: Stats): Promise<void> {
	const handle = await open(partial, 'wx', 0o600);
	try {
		await handle.writeFile(text);
		await likeFolder(handle, folder);
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Gives the file the rights of the folder. Some network disks know no owners. */
async function likeFolder(handle: FileHandle, {mode, uid, gid}: Stats): Promise<void> {
	await handle.chown(uid, gid).catch(() => {});
	await handle.chmod(mode & 0o666).catch(() => {});
}

async function freeName({folder, nameOf, mayReplace, text}: TextFile): Promise<{name: string; isWritten: boolean}> {
	// Some disks take names that differ in capitals for the same.
	const taken = new Map((await readdir(folder)).map(name => [name.toLowerCase(), name]));
	for (let number = 1; number <= maxNumbers; number++) {
		const name = nameOf(number);
		const present = taken.get(name.toLowerCase());
		if (present === undefined || mayReplace.includes(join(folder, name))) {
			return {name, isWritten: false};
		}
		if (await hasContent(join(folder, present), text)) {
			return {name: present, isWritten: true};
		}
	}
	throw new Conflict('target_exists', `${folder} has ${maxNumbers} files named like ${nameOf(1)}. Remove some of them.`);
}

async function hasContent(path: string, text: string | Uint8Array): Promise<boolean> {
	const found = await orMissing(lstat(path));
	return found?.isFile() === true && found.size === byteLengthOf(text) && Buffer.from(text).equals(await readFile(path));
}
