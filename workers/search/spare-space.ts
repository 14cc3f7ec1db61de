import {bytesToKeepFree} from '../library/disk-settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Bytes free on a folder's disk, less the space an import must leave free; null when unknown. */
export type SpareSpace = (folder: string) => Promise<number | null>;

/** Asks for the space of each folder only once. */
export function createSpareSpace({freeSpaceOf, settings}: Pick<WorkerDeps, 'freeSpaceOf' | 'settings'>): SpareSpace {
	const asked = new Map<string, Promise<number | null>>();

	async function ask(folder: string): Promise<number | null> {
		const free = await freeSpaceOf(folder);
		return free === null ? null : free - bytesToKeepFree({settings});
	}

	return folder => {
		const answer = asked.get(folder) ?? ask(folder);
		asked.set(folder, answer);
		return answer;
	};
}
