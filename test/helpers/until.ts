import {setTimeout as pause} from 'node:timers/promises';

const pollMs = 20;

/** Looks again and again until the answer is neither false nor null, and returns it; fails after `limitMs`. */
export async function until<Found>(
	probe: () => Found | Promise<Found>,
	limitMs = 20_000,
): Promise<Exclude<Found, false | null | undefined>> {
	const end = performance.now() + limitMs;
	while (performance.now() < end) {
		const found = await probe();
		if (found !== false && found !== null && found !== undefined) {
			return found as Exclude<Found, false | null | undefined>;
		}
		await pause(pollMs);
	}
	throw new Error(`It did not happen within ${limitMs / 1000} s: ${probe}`);
}
