import {setTimeout as pause} from 'node:timers/promises';

/**
 * Does a piece of work in no less than this time, so the rest of the time is free for callers who wait for an answer.
 * Work that fails does so at once.
 */
export async function takingAtLeast<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
	const until = performance.now() + milliseconds;
	const result = await work();
	const left = until - performance.now();
	if (left > 0) {
		await pause(left);
	}
	return result;
}
