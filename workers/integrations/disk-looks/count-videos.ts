import {Worker} from 'node:worker_threads';

export interface CountWish {
	root: string;
	limitMs: number;
}

/** Milliseconds that the thread has to start and to tell its last count. */
const graceMs = 500;

/**
 * Videos below `root`, counted by name alone, as many as can be counted within the limit; none when it cannot be read.
 * A thread of its own counts: reading 100,000 folders would keep everybody else waiting.
 */
export async function countVideos(root: string, limitMs: number): Promise<number> {
	const wish: CountWish = {root, limitMs};
	const thread = new Worker(new URL('./count-videos.worker.ts', import.meta.url), {workerData: wish});
	const {promise, resolve} = Promise.withResolvers<void>();
	// A disk that hangs holds the thread until it answers.
	const limit = setTimeout(resolve, limitMs + graceMs);
	let count = 0;
	thread.on('message', (counted: number) => {
		count = counted;
	});
	thread.once('error', () => resolve());
	thread.once('exit', () => resolve());
	await promise;
	clearTimeout(limit);
	void thread.terminate();
	return count;
}
