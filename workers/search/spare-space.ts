import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {wait} from '#shared/wait.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Bytes that the disk of a folder has beside what an import leaves free; null when it does not tell. */
export type SpareSpace = (folder: string) => Promise<number | null>;

/** A network disk that hangs must not hold a search up. */
const limitMs = 2000;

/** Asks each folder's disk once. */
export function createSpareSpace({files, settings, log}: Pick<WorkerDeps, 'files' | 'settings' | 'log'>): SpareSpace {
	const asked = new Map<string, Promise<number | null>>();

	async function ask(folder: string): Promise<number | null> {
		const done = new AbortController();
		try {
			const late = wait(limitMs, done.signal).then(() => null);
			late.catch(() => null); // aborted as soon as the disk has told
			const free = await Promise.race([files.freeSpace(folder), late]);
			return free === null ? null : free - settings.get('media.minimumFreeSpaceMiB') * bytesPerMegabyte;
		} catch (error) {
			log.debug({err: error, folder}, 'The free space of a folder cannot be told');
			return null;
		} finally {
			done.abort();
		}
	}

	return folder => {
		const answer = asked.get(folder) ?? ask(folder);
		asked.set(folder, answer);
		return answer;
	};
}
