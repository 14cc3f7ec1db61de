import {randomUUID} from 'node:crypto';
import {open, readdir, rename, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {dayMs} from '#shared/domain/durations.ts';
import {onDisk, orMissing} from '../../files/disk-failure.ts';

export interface ReleaseFile {
	folder: string;
	/** Name without its ending, safe for every file system. */
	name: string;
	/** `.torrent`, `.magnet` or `.nzb`. */
	ending: string;
	content: Uint8Array;
}

const endings = ['.torrent', '.magnet', '.nzb'] as const;
/** Hidden and with another ending, so that no program takes it before it is whole. */
const partial = {prefix: '.kinoteka-', ending: '.part'};
/** Milliseconds after which a partial file has lost its writer. */
const lostMs = dayMs;

/** Writes a release for the program that watches the folder. It appears there whole or not at all. */
export async function writeRelease({folder, name, ending, content}: ReleaseFile): Promise<void> {
	const unfinished = join(folder, `${partial.prefix}${randomUUID()}${partial.ending}`);
	await onDisk(folder, async () => {
		try {
			const file = await open(unfinished, 'wx');
			try {
				await file.writeFile(content);
				await file.sync();
			} finally {
				await file.close();
			}
			await rename(unfinished, join(folder, `${name}${ending}`));
		} catch (error) {
			await rm(unfinished, {force: true}).catch(() => {});
			throw error;
		}
	});
	await sweep(folder).catch(() => {});
}

/** Does the release still wait for the other program? */
export async function isWaiting(folder: string, name: string): Promise<boolean> {
	const found = await Promise.all(endings.map(ending => onDisk(folder, () => orMissing(stat(join(folder, `${name}${ending}`))))));
	return found.some(facts => facts !== null);
}

/** Takes back a release that the other program has not taken yet. */
export async function takeBack(folder: string, name: string): Promise<void> {
	await onDisk(folder, () => Promise.all(endings.map(ending => rm(join(folder, `${name}${ending}`), {force: true}))));
}

async function sweep(folder: string): Promise<void> {
	const names = await readdir(folder);
	for (const name of names.filter(each => each.startsWith(partial.prefix) && each.endsWith(partial.ending))) {
		const path = join(folder, name);
		if (Date.now() - (await stat(path)).mtimeMs > lostMs) {
			await rm(path, {force: true});
		}
	}
}
