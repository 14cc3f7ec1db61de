import {setTimeout as pause} from 'node:timers/promises';

/**
 * Does a piece of work in no less than this time, so the rest of the time is free for callers who wait for an answer.
 * Work that fails does so at once.
 */
export async function takingAtLeast<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
	const until = performance.now() + milliseconds;
	const result = await work();
	// A timer counts from the beginning of its turn of the event loop, so it may be early after a long one.
	for (let left = until - performance.now(); left > 0; left = until - performance.now()) {
		await pause(left);
	}
	return result;
}
