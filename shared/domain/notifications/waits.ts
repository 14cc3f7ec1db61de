const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds between two tries of one delivery; the last one repeats. */
const waits = [5 * second, minute, 5 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour];
/** Milliseconds after which a delivery that was tried in vain is given up. */
export const givesUpMs = 26 * hour;

/** Milliseconds in which changes of one folder are gathered for a media server, counted from the last one. */
export const gatherMs = 8 * second;
/** The longest that a change waits for others of its folder. */
export const longestGatherMs = minute;

const shortestRestMs = 5 * second;
const longestRestMs = 5 * minute;

/** When a delivery is tried again after so many tries. A receiver may ask for more time, up to an hour. */
export function nextTryAt(tries: number, now: Date, retryAfterSeconds: number | null = null): Date {
	const wait = waits[Math.min(Math.max(tries, 1), waits.length) - 1] ?? hour;
	const asked = Math.min((retryAfterSeconds ?? 0) * second, hour);
	return new Date(Number(now) + Math.max(wait, asked));
}

/** How long a receiver is left alone after so many failures in a row, whatever else waits for it. */
export function restUntil(failures: number, now: Date): Date {
	return new Date(Number(now) + Math.min(shortestRestMs * 2 ** Math.max(failures - 1, 0), longestRestMs));
}
