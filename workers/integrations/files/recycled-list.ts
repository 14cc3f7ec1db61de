import {createHash} from 'node:crypto';
import {appendFile, lstat, readdir, readFile, rm, rmdir} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';
import {dayMs} from '#shared/domain/durations.ts';
import {isReallyBelow} from './contained.ts';
import {onDisk, orMissing} from './disk-failure.ts';

/**
 * Other programs may use the same bin, so each day has a list of what we have put there: paths below the bin, each as a
 * JSON text on a line of its own.
 */
const listPrefix = '.kinoteka-recycled-';
const listForm = /^\.kinoteka-recycled-(\d{4}-\d\d-\d\d)$/;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

export async function noteRecycled(bin: string, path: string, now: Date): Promise<void> {
	// A full disk may have cut off the line before.
	await appendFile(join(bin, `${listPrefix}${dayOf(now)}`), `\n${JSON.stringify(relative(bin, path))}\n`);
}

/** Name of a copy that is not finished. It is the same for each run, which removes what a killed one has left. */
export function binPartial(path: string): string {
	return `.kinoteka-bin-${createHash('sha256').update(path).digest('hex').slice(0, 16)}.partial`;
}
const isBinPartial = (name: string) => /^\.kinoteka-bin-[\da-f-]+\.partial$/.test(name);
/** Milliseconds after which a copy into the bin counts as abandoned. */
const abandonedMs = dayMs;

export interface Emptying {
	bin: string;
	now: Date;
	/** Days that files stay; 0 for ever. */
	days: number;
	/** Bytes that the bin may hold; the oldest files go first. 0 for any number. */
	maxBytes: number;
	/** Everything goes, except paths that this names. It is asked once it is known what lies in the bin. */
	allBut?: () => Promise<ReadonlySet<string>>;
	/** Bytes that are needed on the disk, for which the oldest files go. */
	toFree?: number;
	signal: AbortSignal;
}

export interface Emptied {
	files: number;
	bytes: number;
}

interface Listed {
	path: string;
	day: string;
	size: number;
	/** Bytes that its removal frees: none while another program has the same file. */
	frees: number;
}

/**
 * Permanently deletes what was put into the bin long ago, and what exceeds its limit. Leaves the files of other
 * programs.
 */
export async function emptyBin({bin, now, days, maxBytes, allBut, toFree = 0, signal}: Emptying): Promise<Emptied> {
	return onDisk(bin, async () => {
		await datePresent(bin, now);
		const files = await listRecycled(bin);
		const kept = await allBut?.();
		const oldest = days > 0 ? dayOf(new Date(Number(now) - days * dayMs)) : '';
		let total = files.reduce((sum, {size}) => sum + size, 0);
		const emptied: Emptied = {files: 0, bytes: 0};
		let freed = 0;
		for (const {path, day, size, frees} of files) {
			signal.throwIfAborted();
			const isSurplus = (maxBytes > 0 && total > maxBytes) || (frees > 0 && freed < toFree);
			if (((kept && !kept.has(path)) || day < oldest || isSurplus) && (await isReallyBelow(path, bin))) {
				await rm(path, {force: true});
				await rmdir(dirname(path)).catch(() => {}); // others are in it
				emptied.files += 1;
				emptied.bytes += size;
				total -= size;
				freed += frees;
			}
		}
		await removeLists(bin, oldest);
		return emptied;
	});
}

export interface BinSize {
	bytes: number;
	/** Of these, bytes that are free once the bin is empty. */
	freedBytes: number;
}

/** The size of what we have put into the bin. */
export async function binSize(bin: string): Promise<BinSize> {
	const size = {bytes: 0, freedBytes: 0};
	for (const {size: bytes, frees} of await onDisk(bin, () => listRecycled(bin))) {
		size.bytes += bytes;
		size.freedBytes += frees;
	}
	return size;
}

/** What a clock that was ahead has noted for a day to come is of today. */
async function datePresent(bin: string, now: Date): Promise<void> {
	for (const day of (await daysOf(bin)).filter(each => each > dayOf(now))) {
		for (const path of await pathsOf(bin, day)) {
			await noteRecycled(bin, path, now);
		}
		await rm(join(bin, `${listPrefix}${day}`), {force: true});
	}
}

/** What is still there, the oldest first. A file that was put there again belongs to the later day. */
async function listRecycled(bin: string): Promise<Listed[]> {
	const dayByPath = new Map<string, string>();
	for (const day of await daysOf(bin)) {
		for (const path of await pathsOf(bin, day)) {
			dayByPath.delete(path);
			dayByPath.set(path, day);
		}
	}
	const files: Listed[] = [];
	for (const [path, day] of dayByPath) {
		const found = await orMissing(lstat(path));
		if (found && !found.isDirectory()) {
			files.push({path, day, size: found.size, frees: found.nlink === 1 ? found.size : 0});
		}
	}
	return files;
}

async function daysOf(bin: string): Promise<string[]> {
	const names = (await orMissing(readdir(bin))) ?? [];
	return names.flatMap(name => listForm.exec(name)?.[1] ?? []).sort();
}

async function pathsOf(bin: string, day: string): Promise<string[]> {
	const text = (await orMissing(readFile(join(bin, `${listPrefix}${day}`), 'utf8'))) ?? '';
	return text.split('\n').flatMap(line => {
		try {
			const path: unknown = JSON.parse(line);
			return typeof path === 'string' && !path.split('/').includes('..') ? [join(bin, path)] : [];
		} catch {
			return [];
		}
	});
}

/** Lists whose files are gone. Those of files that could not be removed stay for the next time. */
async function removeLists(bin: string, oldest: string): Promise<void> {
	for (const day of (await daysOf(bin)).filter(each => each < oldest)) {
		const paths = await pathsOf(bin, day);
		const found = await Promise.all(paths.map(path => orMissing(lstat(path))));
		for (const folder of new Set(paths.map(path => dirname(path)))) {
			await sweepCopies(folder);
		}
		if (found.every(each => each === null)) {
			await rm(join(bin, `${listPrefix}${day}`), {force: true});
		}
	}
}

/** Removes what a worker left that was killed while it copied. */
async function sweepCopies(folder: string): Promise<void> {
	const names = (await orMissing(readdir(folder))) ?? [];
	for (const name of names.filter(each => isBinPartial(each))) {
		const found = await orMissing(lstat(join(folder, name)));
		if (found && Date.now() - found.mtimeMs > abandonedMs) {
			await rm(join(folder, name), {force: true});
		}
	}
	await rmdir(folder).catch(() => {});
}
