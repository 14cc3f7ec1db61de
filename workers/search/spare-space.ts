import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {wait} from '#shared/wait.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Bytes free on a folder's disk, less the space an import must leave free; null when unknown. */
export type SpareSpace = (folder: string) => Promise<number | null>;

/** Milliseconds. A network disk that hangs must not hold up a search. */
const limitMs = 2000;

/** Asks the disk of each folder only once. */
export function createSpareSpace({files, settings, log}: Pick<WorkerDeps, 'files' | 'settings' | 'log'>): SpareSpace {
	const asked = new Map<string, Promise<number | null>>();

	async function ask(folder: string): Promise<number | null> {
		const done = new AbortController();
		try {
			const late = wait(limitMs, done.signal).then(() => null);
			late.catch(() => null); // aborted once the disk has answered
			const free = await Promise.race([files.freeSpace(folder), late]);
			return free === null ? null : free - settings.get('media.minimumFreeSpaceMiB') * bytesPerMegabyte;
		} catch (error) {
			log.debug({err: error, folder}, 'The free space of a folder is unknown');
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
