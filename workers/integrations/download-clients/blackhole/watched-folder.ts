import {createHash} from 'node:crypto';
import type {Dirent} from 'node:fs';
import {lstat, readdir, rm, unlink} from 'node:fs/promises';
import {join} from 'node:path';
import {Conflict} from '#shared/errors.ts';
import {isReallyBelow} from '../../files/contained.ts';
import {onDisk} from '../../files/disk-failure.ts';
import {listFiles} from '../../files/list-files.ts';

/** What the other program has put into the watched folder for one download. */
export interface Arrived {
	path: string;
	/** Bytes. */
	size: number;
	/** The other program still works on it. */
	isPartial: boolean;
	/** Changes with the files, their sizes and their times. */
	fingerprint: string;
}

/** Endings and folders of programs that have not finished. */
const partialFile = /\.(?:part|partial|!qb|!ut|!bt|bc!|crdownload|tmp|temp|aria2|incomplete|download)$/i;
const partialFolder = /^(?:_unpack_|_failed_|__admin__|incomplete|\.)/i;
const ending = /\.[a-z\d]{2,4}$/i;

/** Files and folders directly in the watched folder. Links are left out, because they may lead anywhere. */
export async function entriesOf(folder: string): Promise<Dirent[]> {
	const entries = await onDisk(folder, () => readdir(folder, {withFileTypes: true}));
	return entries.filter(entry => entry.isFile() || entry.isDirectory());
}

/** The entry that has one of these names, whatever separates their words. */
export function findEntry(entries: readonly Dirent[], names: readonly string[]): Dirent | null {
	const wanted = new Set(names.map(plainName));
	const isWanted = (entry: Dirent) =>
		wanted.has(plainName(entry.name)) || (entry.isFile() && wanted.has(plainName(entry.name.replace(ending, ''))));
	return entries.find(isWanted) ?? null;
}

export async function inspectEntry(path: string, signal: AbortSignal): Promise<Arrived> {
	const files = await listFiles(path, signal);
	const hash = createHash('sha256');
	for (const file of files) {
		const {mtimeMs} = await onDisk(file.path, () => lstat(file.path));
		hash.update(`${file.relative}\0${file.size}\0${mtimeMs}\0`);
	}
	const isPartial = files.some(({relative}) => {
		const parts = relative.split('/');
		return partialFile.test(relative) || parts.slice(0, -1).some(part => partialFolder.test(part));
	});
	const size = files.reduce((sum, file) => sum + file.size, 0);
	return {path, size, isPartial: isPartial || files.length === 0, fingerprint: hash.digest('base64url')};
}

/**
 * Deletes a finished download, which must be directly in the watched folder. Of a link, only the link itself is
 * deleted.
 */
export async function removeEntry(folder: string, name: string): Promise<void> {
	const path = join(folder, name);
	if (name === '' || name === '.' || name === '..' || name.includes('/') || !(await isReallyBelow(path, folder))) {
		throw new Conflict('outside_watched_folder', `${path} does not lie directly in ${folder}, so it was not deleted.`);
	}
	await onDisk(path, async () => {
		const facts = await lstat(path).catch(() => null);
		await (facts?.isDirectory() ? rm(path, {recursive: true, force: true}) : facts && unlink(path));
	});
}

/** Programs replace characters that they do not like, so names are compared without them. */
export function plainName(name: string): string {
	const plain = name
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
	return plain === '' ? name : plain;
}
