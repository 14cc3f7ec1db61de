import {hourMs, minuteMs, secondMs} from '../durations.ts';

/** Milliseconds between two tries of one delivery; the last one repeats. */
const waits = [5 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs];
/** Milliseconds after which a delivery that was tried in vain is given up. */
export const givesUpMs = 26 * hourMs;

/** Milliseconds in which changes of one folder are gathered for a media server, counted from the last one. */
export const gatherMs = 8 * secondMs;
/** The longest that a change waits for others of its folder. */
export const longestGatherMs = minuteMs;

const shortestRestMs = 5 * secondMs;
const longestRestMs = 5 * minuteMs;

/** When a delivery is tried again after so many tries. A receiver may ask for more time, up to an hour. */
export function nextTryAt(tries: number, now: Date, retryAfterSeconds: number | null = null): Date {
	const wait = waits[Math.min(Math.max(tries, 1), waits.length) - 1] ?? hourMs;
	return new Date(Number(now) + Math.max(wait, askedMs(retryAfterSeconds)));
}

/** How long a receiver is left alone after so many failures in a row, or for as long as it asks, up to an hour. */
export function restUntil(failures: number, now: Date, retryAfterSeconds: number | null = null): Date {
	const rest = Math.min(shortestRestMs * 2 ** Math.max(failures - 1, 0), longestRestMs);
	return new Date(Number(now) + Math.max(rest, askedMs(retryAfterSeconds)));
}

const askedMs = (seconds: number | null) => Math.min((seconds ?? 0) * secondMs, hourMs);
