import {createCache} from '#shared/coordination/cache.ts';
import {bytesToKeepFree} from '../library/disk-settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Bytes free on a folder's disk, less the space an import must leave free; null when unknown. */
export type SpareSpace = (folder: string) => Promise<number | null>;

const maxFolders = 1000;

/** Asks for the space of each folder only once. */
export function createSpareSpace({freeSpaceOf, settings}: Pick<WorkerDeps, 'freeSpaceOf' | 'settings'>): SpareSpace {
	const spare = createCache<Promise<number | null>>({max: maxFolders});

	async function ask(folder: string): Promise<number | null> {
		const free = await freeSpaceOf(folder);
		return free === null ? null : free - bytesToKeepFree({settings});
	}

	return folder => spare.get(folder, () => ask(folder));
}
