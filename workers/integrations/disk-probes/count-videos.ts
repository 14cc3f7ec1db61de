import {Worker} from 'node:worker_threads';
import {threadChild} from '#shared/coordination/child.ts';

export interface CountRequest {
	root: string;
	limitMs: number;
}

/** Milliseconds the thread has to start and to report its last count. */
const graceMs = 500;

/**
 * Counts the videos below `root` by name alone, up to the time limit. Returns 0 when `root` cannot be read. Counts in a
 * separate thread, because reading 100,000 folders would block all other work.
 */
export async function countVideos(root: string, limitMs: number): Promise<number> {
	const request: CountRequest = {root, limitMs};
	const thread = threadChild(new Worker(new URL('./count-videos.worker.ts', import.meta.url), {workerData: request}));
	const {promise, resolve} = Promise.withResolvers<unknown>();
	// Do not wait for the thread: a disk that hangs holds it until it answers.
	const limit = setTimeout(resolve, limitMs + graceMs);
	let count = 0;
	thread.listen(counted => {
		count = counted as number; // the worker sends nothing else
	}, resolve);
	await promise;
	clearTimeout(limit);
	void thread.end();
	return count;
}
