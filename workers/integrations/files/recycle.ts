import type {Stats} from 'node:fs';
import {link, lstat, mkdir, rename, rm, utimes} from 'node:fs/promises';
import {basename, dirname, extname, join} from 'node:path';
import {byteLength, maximumSegmentBytes, truncateBytes} from '#shared/domain/naming/safe-name.ts';
import {Unavailable} from '#shared/errors.ts';
import {errnoOf, onDisk, orMissing} from './disk-failure.ts';
import {ensureSpace} from './free-space.ts';
import {copyBytes, ensureUnchanged, identityOf, nameOnce, settle} from './place-file.ts';
import {binPartial, noteRecycled} from './recycled-list.ts';

export interface Discard {
	path: string;
	/** Folder for removed files; null removes for good. */
	bin: string | null;
	signal: AbortSignal;
	/** Called with the file's place in the bin before it gets there, perhaps more than once. */
	beforeRecycled?: (place: string) => Promise<unknown>;
}

/** What the process knows, whatever the file. */
export interface BinRules {
	now: Date;
	/** Bytes that a copy into a bin on another disk must leave free there. */
	keepFree: number;
}

interface Recycling extends Discard, Partial<BinRules> {
	bin: string;
	/** On disks without hard links the file itself may be moved. */
	mayMove?: boolean;
}

/** Names that are tried in the bin before it counts as broken. */
const maximumCopies = 1000;
/** Milliseconds. Copies get the time of their file, which some disks round. */
const sameTimeMs = 2;

/** Moves a file into the recycle bin, or removes it for good. Returns false when it was already gone. */
export async function discardFile({bin, ...discard}: Discard & Partial<BinRules>): Promise<boolean> {
	const {path} = discard;
	return onDisk(path, async () => {
		const present = await orMissing(lstat(path));
		if (!present) {
			return false;
		}
		if (bin !== null) {
			await keepCopy({...discard, bin, mayMove: true});
		}
		const left = await orMissing(lstat(path));
		if (left && identityOf(left) === identityOf(present)) {
			await rm(path, {force: true});
		}
		return true;
	});
}

/**
 * Adds a hard link to a file in the bin, or a copy if the bin is on another disk. What a killed run has put there is
 * not added again. The bin must exist: where its disk is not mounted, nothing is written.
 */
export async function keepCopy({path, bin, signal, keepFree = 0, now = new Date(), mayMove = false, ...rest}: Recycling): Promise<string> {
	const {beforeRecycled = async () => {}} = rest;
	return onDisk(bin, async () => {
		const folder = join(bin, basename(dirname(path)));
		await makeBelow(bin, folder);
		const partial = join(folder, binPartial(path));
		// A killed worker cannot remove what it has left; nobody else has this name.
		await rm(partial, {force: true});
		const from = await lstat(path);
		for (let copy = 1; copy <= maximumCopies; copy++) {
			const target = join(folder, numbered(basename(path), copy));
			const present = await orMissing(lstat(target));
			if (present && isCopyOf(present, from)) {
				await beforeRecycled(target);
				return target;
			}
			if (!present && (await put({path, from, partial, target}, {bin, signal, keepFree, now, mayMove, beforeRecycled}))) {
				return target;
			}
		}
		throw new Unavailable('recycle_bin_full', `The recycle bin has ${maximumCopies} files named ${basename(path)}. Empty ${folder}.`);
	});
}

/** The bin's own parents are never made: they may lead to a disk that is away. */
async function makeBelow(bin: string, folder: string): Promise<void> {
	if (!(await orMissing(lstat(bin)))) {
		throw new Unavailable('folder_away', {fact: `The recycle bin ${bin} is not there.`, remedy: 'Mount its disk, or make the folder'});
	}
	await mkdir(folder).catch(error => {
		if (errnoOf(error) !== 'EEXIST') {
			throw error;
		}
	});
}

function numbered(name: string, copy: number): string {
	if (copy === 1) {
		return name;
	}
	const extension = extname(name);
	const ending = ` (${copy})${extension}`;
	const stem = name.slice(0, name.length - extension.length);
	return truncateBytes(stem, Math.max(1, maximumSegmentBytes - byteLength(ending))) + ending;
}

/** The same file under another name, or a copy that was made of it. */
function isCopyOf(present: Stats, from: Stats): boolean {
	const isAlike = present.isFile() && present.size === from.size && Math.abs(present.mtimeMs - from.mtimeMs) < sameTimeMs;
	return identityOf(present) === identityOf(from) || (present.dev !== from.dev && isAlike);
}

interface Put {
	path: string;
	from: Stats;
	partial: string;
	target: string;
}

/** False if the name was taken in the meantime. */
async function put(file: Put, recycling: Required<Omit<Recycling, 'path'>>): Promise<boolean> {
	const {path, target} = file;
	// Noted first, so that whatever is in the bin ends some day.
	await noteRecycled(recycling.bin, target, recycling.now);
	await recycling.beforeRecycled(target);
	try {
		await link(path, target).catch(error => withoutLink(error, file, recycling));
		return true;
	} catch (error) {
		if (errnoOf(error) === 'EEXIST') {
			return false;
		}
		throw error;
	}
}

async function withoutLink(
	error: unknown,
	{path, from, partial, target}: Put,
	{signal, keepFree, mayMove}: Required<Omit<Recycling, 'path'>>,
): Promise<void> {
	if (errnoOf(error) === 'EEXIST' || errnoOf(error) === 'ENOENT') {
		throw error;
	}
	// Disks that are joined into one may refuse the link and move the file.
	if (mayMove && (await isMoved(path, target))) {
		return;
	}
	await ensureSpace(dirname(target), from.size, keepFree);
	try {
		await copyBytes(path, partial, signal);
		ensureUnchanged(path, from, await lstat(path));
		await settle(partial, from.size);
		await utimes(partial, from.atime, from.mtime);
		await nameOnce(partial, target);
	} finally {
		await rm(partial, {force: true});
	}
}

async function isMoved(path: string, target: string): Promise<boolean> {
	try {
		await rename(path, target);
		return true;
	} catch (error) {
		if (errnoOf(error) === 'EXDEV') {
			return false;
		}
		throw error;
	}
}
