import {setTimeout as pause} from 'node:timers/promises';

/**
 * Milliseconds that a test waits for what has to happen. No test fails because a machine is slow, but
 * what never happens is named before AVA gives up the whole run.
 */
export const patienceMs = 600_000;

const pollMs = 20;

/** Looks again and again until the answer is neither false nor null, and returns it; fails after `patienceMs`. */
export async function until<Found>(probe: () => Found | Promise<Found>): Promise<Exclude<Found, false | null | undefined>> {
	const end = performance.now() + patienceMs;
	while (performance.now() < end) {
		const found = await probe();
		if (found !== false && found !== null && found !== undefined) {
			return found as Exclude<Found, false | null | undefined>;
		}
		await pause(pollMs);
	}
	throw new Error(`It did not happen within ${patienceMs / 1000} s: ${probe}`);
}

/** For a call that takes a signal, in a test that does not abort it. */
export const longSignal = (): AbortSignal => AbortSignal.timeout(patienceMs);
