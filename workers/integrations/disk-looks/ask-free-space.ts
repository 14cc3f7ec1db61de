import type {JobClient} from '#shared/jobs/client.ts';
import {readFolderState} from '#shared/jobs/disks.ts';
import type {Log} from '#shared/log.ts';

/** Milliseconds. Neither a disk that hangs nor a missing worker must hold up a search. */
const limitMs = 2000;

/** Bytes free on a folder's disk, as the pool that has the disks reports; null when it does not answer in time. */
export async function askFreeSpace(path: string, {jobs, log}: {jobs: Pick<JobClient, 'ask'>; log: Log}): Promise<number | null> {
	try {
		return (await jobs.ask(readFolderState, {path}, {timeoutMs: limitMs})).freeSpace;
	} catch (error) {
		log.debug({err: error, path}, 'The free space of a folder is unknown');
		return null;
	}
}
