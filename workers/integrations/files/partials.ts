import {readdir, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {onDisk, orMissing} from './disk-failure.ts';

const prefixOf = (owner: string) => `.kinoteka-${owner}-`;
const ending = '.partial';

/** Name of an unfinished file next to `target`. It is short, because the target's own name may use all 255 bytes. */
export function partialBeside(target: string, owner: string, token: string): string {
	return join(dirname(target), `${prefixOf(owner)}${token}${ending}`);
}

/** Removes the files that earlier runs of `owner` left unfinished in a folder. */
export async function sweepPartials(folder: string, owner: string): Promise<number> {
	const names = (await onDisk(folder, () => orMissing(readdir(folder)))) ?? [];
	const stale = names.filter(name => name.startsWith(prefixOf(owner)) && name.endsWith(ending));
	for (const name of stale) {
		await onDisk(folder, () => rm(join(folder, name), {force: true}));
	}
	return stale.length;
}
